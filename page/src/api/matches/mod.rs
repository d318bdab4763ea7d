//! `GET /api/v1/matches` and what lies below it: the matches, tournaments and leagues of the folder of `--games`.

pub(super) mod games;
pub(super) mod live;
pub(super) mod view;

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;

use self::view::{MatchView, SummaryView};
use super::address::{Named, named};
use crate::{
    answer::Answer,
    context::Context,
    error::ApiError,
    matches::{Entry, Matches},
};

/// The matches, tournaments and leagues.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MatchList {
    /// As `--games` gave it; `None` where the server has no such option set.
    folder: Option<String>,
    /// Whether that folder is there.
    exists: bool,
    matches: Vec<MatchLine>,
    /// Whether there are more than these.
    cut: bool,
}

/// A folder in a list.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MatchLine {
    /// The way to its folder, by which it is asked for.
    name: String,
    /// `match`, `tournament` or `league`; `None` where it is not shown.
    kind: Option<&'static str>,
    /// What is known without reading too much.
    summary: Option<SummaryView>,
    /// Why it cannot be shown.
    problem: Option<String>,
}

pub(crate) async fn list(State(context): State<Arc<Context>>) -> Result<Answer<MatchList>, ApiError> {
    context.work(|context| Ok(all(&context.matches))).await.map(Answer)
}

fn all(matches: &Matches) -> MatchList {
    let found = matches.list();
    let mut left = Matches::bytes_of_list();
    let mut line = |Entry { name, kind }: Entry| {
        let (kind, summary) = match kind {
            Ok(kind) => (Some(kind.name()), matches.summary(&name, &mut left).transpose()),
            Err(problem) => (None, Err(problem)),
        };
        let (summary, problem) = match summary {
            Ok(summary) => (summary.map(SummaryView::of), None),
            Err(problem) => (None, Some(problem)),
        };
        MatchLine { name, kind, summary, problem }
    };
    MatchList {
        folder: matches.root().map(|root| root.display().to_string()),
        exists: found.exists,
        matches: found.entries.into_iter().map(&mut line).collect(),
        cut: found.is_cut,
    }
}

pub(crate) async fn one(
    State(context): State<Arc<Context>>,
    name: Named<String>,
) -> Result<Answer<MatchView>, ApiError> {
    let name = named(name)?;
    let view =
        move |context: &Context| context.matches.with(&name, |watched| Ok(MatchView::of(&name, watched)));
    context.work(view).await.map(Answer)
}
