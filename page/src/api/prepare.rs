//! `POST /api/v1/prepare`: reads what a search needs before it is asked for.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;

use super::query::Query;
use crate::{
    answer::{Answer, Asked},
    context::Context,
    error::ApiError,
};

/// What a search of the same fields finds ready.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Prepared {
    /// What judges, in words.
    judge: String,
}

/// Reads the net and the book and makes the engine: the first search of a game is then as quick as the others.
pub(crate) async fn prepare(
    State(context): State<Arc<Context>>,
    Asked(query): Asked<Query>,
) -> Result<Answer<Prepared>, ApiError> {
    query.check_one_position()?;
    context
        .work(move |context| {
            let judge = query.plan("", None, context)?.prepare(context)?;
            Ok(Prepared { judge })
        })
        .await
        .map(Answer)
}
