//! `POST /api/v1/search`: the best move of a position, with what is known on the way.

use std::sync::Arc;

use axum::extract::State;
use damier_engine::search::StopHandle;
use serde::Serialize;

use super::query::Query;
use crate::{
    answer::{Asked, JsonRequest},
    clients::Peer,
    context::Context,
    error::ApiError,
    events::{EventSink, Events, events},
    pool::Ticket,
};

impl JsonRequest for Query {}

/// Where a search stands that waits.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Queued {
    place: usize,
}

pub(crate) async fn search(
    State(context): State<Arc<Context>>,
    peer: Peer,
    Asked(query): Asked<Query>,
) -> Result<Events, ApiError> {
    context.clients.admit(peer)?;
    query.check_one_position()?;
    let priority = query.priority;
    let plan = context.work(move |context| query.plan("", None, context)).await?;
    let ticket = context.searches.enter(priority)?;
    Ok(answer(context, ticket, move |context, stop, sink| {
        plan.search(context, stop, &mut |report| sink.report("report", &report))
    }))
}

/// Returns the events of a job that begins when its turn has come; the last one is its result or its error.
pub(super) fn answer<T: Serialize + Send + 'static>(
    context: Arc<Context>,
    ticket: Ticket,
    job: impl FnOnce(&Context, &StopHandle, &EventSink) -> Result<T, ApiError> + Send + 'static,
) -> Events {
    let (sink, events) = events();
    tokio::spawn(async move {
        match in_turn(context, ticket, &sink, job).await {
            Ok(result) => sink.send("done", &result).await,
            Err(error) => sink.send("error", &error.view()).await,
        }
    });
    events
}

/// Runs a job when its turn has come; it is stopped when the client is gone.
///
/// # Errors
/// Those of the job; or the server ends before its turn has come.
pub(super) async fn in_turn<T: Send + 'static>(
    context: Arc<Context>,
    mut ticket: Ticket,
    sink: &EventSink,
    job: impl FnOnce(&Context, &StopHandle, &EventSink) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let cancelling = tokio::spawn({
        let (sink, cancel) = (sink.clone(), ticket.cancel());
        async move {
            sink.closed().await;
            drop(cancel);
        }
    });
    let result = if ticket.turn(|place| sink.report("queued", &Queued { place })).await {
        let sink = sink.clone();
        let run = move || job(&context, ticket.stop(), &sink);
        tokio::task::spawn_blocking(run).await.unwrap_or_else(|_| Err(ApiError::internal()))
    } else {
        Err(ApiError::busy("the server ends"))
    };
    cancelling.abort();
    result
}
