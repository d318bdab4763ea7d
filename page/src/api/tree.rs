//! `POST /api/v1/tree`: the tree of a search that runs, or of the last one, opened move by move.

use std::sync::Arc;

use axum::extract::State;
use damier_engine::engine::{Level, Searcher};
use damier_rules::Game as _;
use serde::{Deserialize, Serialize};

use super::finding::MoveView;
use crate::{
    answer::{Answer, Asked, JsonRequest},
    context::Context,
    engines::EngineKey,
    error::ApiError,
    game_request,
};

/// Longest line of a request.
const LONGEST_LINE: usize = 100;

/// A position that was searched, and a line from there.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// The moves from the root of the tree to the node that is opened.
    #[serde(default)]
    line: Vec<String>,
    /// As in the search.
    #[serde(default)]
    built_in: bool,
}

impl JsonRequest for TreeRequest {}

/// A node of the tree.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TreeView {
    /// Its moves, in the order of the legal moves, with values of the player to move there; `None` where the position was
    /// not searched, or the tree does not go so far.
    moves: Option<Vec<MoveView>>,
}

pub(crate) async fn tree(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<TreeRequest>,
) -> Result<Answer<TreeView>, ApiError> {
    context.work(move |context| node(context, &request)).await.map(Answer)
}

pub(super) fn node(context: &Context, request: &TreeRequest) -> Result<TreeView, ApiError> {
    let TreeRequest { game, start, moves, line, built_in } = request;
    let so_far = game_request::read("", game, start.as_deref(), moves)?;
    if line.len() > LONGEST_LINE {
        let message = format!("there are {} moves; at most {LONGEST_LINE} are read", line.len());
        return Err(ApiError::at("line", message));
    }
    let mut behind = so_far.clone();
    let mut played = Vec::new();
    for (index, text) in line.iter().enumerate() {
        let mv = game_request::legal(&behind, text, || format!("line[{index}]"))?;
        behind.play(mv);
        played.push(mv);
    }
    let key = EngineKey {
        game: so_far.game().id().to_owned(),
        built_in: *built_in,
        searcher: Searcher::Tree,
        level: Level::FULL,
    };
    let found = context.engines.moves_behind(&key, &so_far, &played);
    let tables = context.tables(so_far.game())?;
    let view = |of: &_| MoveView::new(&behind, of, tables.as_deref());
    Ok(TreeView { moves: found.map(|found| found.iter().map(view).collect()) })
}
