//! `POST /api/v1/judge`: what the net says about a position without a search.

use std::sync::Arc;

use axum::extract::State;
use damier_engine::Evaluation;
use damier_numerics::single::softmax;
use damier_rules::GameSoFar;
use serde::{Deserialize, Serialize};

use super::{
    finding::classes,
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
    moves: Vec<Prior>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Prior {
    text: String,
    prior: f32,
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
    ) -> Self {
        softmax(&mut logits);
        let moves = so_far.legal_texts().into_iter().zip(logits);
        Self {
            value: classes(evaluation.value),
            score: evaluation.value.score(),
            moves_left: evaluation.moves_left,
            judge,
            moves: moves.map(|(text, prior)| Prior { text, prior }).collect(),
        }
    }
}
