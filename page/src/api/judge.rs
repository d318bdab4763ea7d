//! `POST /api/v1/judge`: what the net says about a position without a search.

use std::sync::Arc;

use axum::extract::State;
use damier_engine::Evaluation;
use damier_numerics::single::softmax;
use damier_rules::{GameSoFar, any::AnyTablebase};
use serde::{Deserialize, Serialize};

use super::{
    finding::{classes, told_after, told_of},
    query::{LimitsRequest, Query},
};
use crate::{
    answer::{Answer, Asked, JsonRequest},
    context::Context,
    error::ApiError,
};

/// A game and what to judge by.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeRequest {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    built_in: bool,
}

impl JsonRequest for JudgeRequest {}

/// A judgement, relative to the player to move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Judgement {
    /// As in what a search finds.
    value: Vec<f32>,
    score: f32,
    moves_left: f32,
    judge: String,
    /// What the endgame tables say of the position; `None` where they do not know it.
    table: Option<&'static str>,
    moves: Vec<Prior>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Prior {
    text: String,
    prior: f32,
    /// The same of the position after the move, for its player.
    table: Option<&'static str>,
}

pub(crate) async fn judge(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<JudgeRequest>,
) -> Result<Answer<Judgement>, ApiError> {
    let JudgeRequest { game, start, moves, built_in } = request;
    let query = Query::of_game(game, start, moves, LimitsRequest::default(), built_in);
    context.work(move |context| query.plan("", None, context)?.judge(context)).await.map(Answer)
}

impl Judgement {
    /// Returns what an evaluation of the current position says; there is a logit for each legal move.
    pub(super) fn new(
        so_far: &GameSoFar,
        evaluation: &Evaluation,
        mut logits: Vec<f32>,
        judge: String,
        tables: Option<&AnyTablebase>,
    ) -> Self {
        softmax(&mut logits);
        let moves = so_far.legal_moves().into_iter().zip(so_far.legal_texts()).zip(logits);
        let prior = |((mv, text), prior)| Prior { text, prior, table: told_after(tables, so_far, mv) };
        Self {
            value: classes(evaluation.value),
            score: evaluation.value.score(),
            moves_left: evaluation.moves_left,
            judge,
            table: told_of(tables, so_far),
            moves: moves.map(prior).collect(),
        }
    }
}
