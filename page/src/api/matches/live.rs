//! `GET /api/v1/matches/{name}/live`: a match as it goes on.

use std::sync::Arc;

use axum::extract::State;

use super::{
    super::address::{Named, named},
    view::MatchView,
};
use crate::{
    context::Context,
    error::ApiError,
    events::{EventSink, Events, events},
    watchers::Watching,
};

pub(crate) async fn live(
    State(context): State<Arc<Context>>,
    name: Named<String>,
) -> Result<Events, ApiError> {
    let name: Arc<str> = named(name)?.into();
    let watching = context.matches.watchers.enter()?;
    let first = look(&context, &name, None).await?;
    let (sink, events) = events();
    tokio::spawn(async move {
        follow(&context, &name, first, &sink, watching).await;
    });
    Ok(events)
}

/// Returns the match where it is not of a version that was seen.
async fn look(
    context: &Arc<Context>,
    name: &Arc<str>,
    seen: Option<u64>,
) -> Result<Option<MatchView>, ApiError> {
    let name = Arc::clone(name);
    context
        .work(move |context| {
            context.matches.with(&name, |watched| {
                let is_new = seen != Some(watched.version());
                Ok(is_new.then(|| MatchView::of(&name, watched)))
            })
        })
        .await
}

/// Sends the match, and again whenever it has changed, until the client is gone or the server ends. What cannot be read now
/// may be readable later: it is reported once.
async fn follow(
    context: &Arc<Context>,
    name: &Arc<str>,
    first: Option<MatchView>,
    sink: &EventSink,
    mut watching: Watching,
) {
    let mut seen = None;
    let mut problem: Option<ApiError> = None;
    let mut found = Ok(first);
    loop {
        let is_open = match found {
            Ok(None) => true,
            Ok(Some(view)) => {
                seen = Some(view.version());
                problem = None;
                sink.send("match", &view).await
            }
            Err(error) if problem.as_ref() == Some(&error) => true,
            Err(error) => {
                problem = Some(error.clone());
                sink.send("problem", &error.view()).await
            }
        };
        let goes_on = watching.pause().await;
        if !is_open || !goes_on || sink.is_closed() {
            return;
        }
        found = look(context, name, seen).await;
    }
}
