//! `GET /api/v1/matches/{name}/live`: a match as it goes on.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use tokio::sync::watch;

use super::{
    super::address::{Named, named},
    view::MatchView,
};
use crate::{
    context::Context,
    error::ApiError,
    events::{EventSink, Events, events},
};

/// Pause between two looks at the files.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) async fn live(
    State(context): State<Arc<Context>>,
    name: Named<String>,
) -> Result<Events, ApiError> {
    let name: Arc<str> = named(name)?.into();
    let (place, ended) = context.matches.watcher()?;
    let first = look(&context, &name, None).await?;
    let (sink, events) = events();
    tokio::spawn(async move {
        let _place = place;
        follow(&context, &name, first, &sink, ended).await;
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
    mut ended: watch::Receiver<bool>,
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
        let has_ended = tokio::time::timeout(PAUSE, ended.wait_for(|ended| *ended)).await.is_ok();
        if !is_open || has_ended || sink.is_closed() {
            return;
        }
        found = look(context, name, seen).await;
    }
}
