//! `GET /api/v1/runs` and what lies below it: the runs of the folder of `--runs`, one of them, and its games.

pub(super) mod games;
pub(super) mod live;
pub(super) mod view;

use std::{fmt::Display, str::FromStr, sync::Arc};

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{StatusCode, Uri},
};
use serde::{Serialize, de::DeserializeOwned};

use self::view::{RunLine, RunView};
use crate::{answer::Answer, context::Context, error::ApiError, runs::Stamp};

/// What stands in an address.
type Named<T> = Result<Path<T>, PathRejection>;

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

/// Returns what the address names.
///
/// # Errors
/// It is nothing of the kind, such as a generation that is no number.
fn named<T: DeserializeOwned + Send>(path: Named<T>) -> Result<T, ApiError> {
    path.map(|Path(named)| named).map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, error.body_text()))
}

/// Returns the numbers behind the question mark of an address, such as `from=0&count=50`; `None` for those that are not
/// given.
///
/// # Errors
/// Another name, or a value that is no number.
fn numbers<T: FromStr<Err: Display>, const N: usize>(
    uri: &Uri,
    names: [&str; N],
) -> Result<[Option<T>; N], ApiError> {
    let mut found = [const { None }; N];
    for part in uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(index) = names.iter().position(|known| *known == name) else {
            let message = format!("there is no parameter {name:?}; there are {}", names.join(" and "));
            return Err(ApiError::new(StatusCode::BAD_REQUEST, message));
        };
        found[index] =
            Some(value.parse().map_err(|error| ApiError::at(name, format!("{value:?}: {error}")))?);
    }
    Ok(found)
}
