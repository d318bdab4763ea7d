//! `GET /api/v1/runs` and what lies below it: the runs of the folder of `--runs`, one of them, and its games.

pub(super) mod games;
pub(super) mod live;
pub(super) mod view;

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;

use self::view::{RunLine, RunView};
use super::address::{Named, named};
use crate::{answer::Answer, context::Context, error::ApiError, runs::Stamp};

/// The runs.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunList {
    /// As `--runs` gave it; `None` where the server has no such option set.
    folder: Option<String>,
    /// Whether that folder is there.
    exists: bool,
    runs: Vec<RunLine>,
    /// Folders in it that are no runs.
    others: Vec<String>,
    /// Folders that are not in these lists because there are too many.
    left_out: usize,
}

pub(crate) async fn list(State(context): State<Arc<Context>>) -> Result<Answer<RunList>, ApiError> {
    context.work(all).await.map(Answer)
}

fn all(context: &Context) -> Result<RunList, ApiError> {
    let runs = &context.runs;
    let found = runs.list()?;
    let exists = found.is_some();
    let found = found.unwrap_or_default();
    let line = |name: String| match runs.find(&name) {
        Ok(run) => RunLine::of(&run),
        Err(error) => RunLine::unreadable(name, error.message),
    };
    Ok(RunList {
        folder: runs.root().map(|root| root.display().to_string()),
        exists,
        runs: found.runs.into_iter().map(line).collect(),
        others: found.others,
        left_out: found.left_out,
    })
}

pub(crate) async fn run(
    State(context): State<Arc<Context>>,
    name: Named<String>,
) -> Result<Answer<RunView>, ApiError> {
    let name = named(name)?;
    let view = move |context: &Context| {
        let run = context.runs.find(&name)?;
        Ok(RunView::of(&run, &Stamp::of(&run, &Stamp::default())))
    };
    context.work(view).await.map(Answer)
}
