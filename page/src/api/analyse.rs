//! `POST /api/v1/analyse`: many positions in one request, each answered as soon as it is searched.

use std::{
    cmp::Reverse,
    sync::{Arc, Mutex, PoisonError},
};

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{finding::FindingView, query::Query, search::in_turn};
use crate::{
    answer::{Asked, JsonRequest},
    clients::Peer,
    context::Context,
    error::{ApiError, ErrorDetails},
    events::{EventSink, Events, events},
};

/// Most positions of a request.
const MOST_POSITIONS: usize = 1_000;

/// Positions to search.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyseRequest {
    pub(super) positions: Vec<Query>,
    /// Whether there are reports on the way.
    #[serde(default)]
    reports: bool,
}

impl JsonRequest for AnalyseRequest {
    const MOST_BYTES: usize = 8 << 20;
}

/// A position of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its query among those of the request.
    index: usize,
    /// The moves that are played; `None` for all.
    ply: Option<usize>,
}

/// The positions of a request that wait for a search.
struct Work {
    queries: Vec<Query>,
    /// The one that comes next at the end.
    left: Mutex<Vec<Item>>,
    reports: bool,
    tally: Mutex<Tally>,
}

/// What was done.
#[derive(Serialize, Clone, Copy, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Tally {
    positions: usize,
    errors: usize,
    /// Simulations and nodes.
    nodes: u64,
}

/// Which position of the request is answered.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Label {
    /// The place of its query in the request, from 0.
    index: usize,
    id: Option<String>,
    ply: Option<usize>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Found<'f> {
    #[serde(flatten)]
    label: &'f Label,
    #[serde(flatten)]
    finding: FindingView,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Failed<'f> {
    #[serde(flatten)]
    label: &'f Label,
    error: ErrorDetails,
}

pub(crate) async fn analyse(
    State(context): State<Arc<Context>>,
    peer: Peer,
    Asked(request): Asked<AnalyseRequest>,
) -> Result<Events, ApiError> {
    context.clients.admit(peer)?;
    let items = items(&request.positions)?;
    let searchers = context.settings.searches.max(1).min(items.len());
    let work = Arc::new(Work {
        queries: request.positions,
        left: Mutex::new(items),
        reports: request.reports,
        tally: Mutex::default(),
    });
    let (sink, events) = events();
    tokio::spawn(async move {
        let searching: Vec<_> = (0..searchers)
            .map(|_| tokio::spawn(search_all(Arc::clone(&context), Arc::clone(&work), sink.clone())))
            .collect();
        for task in searching {
            let _ = task.await;
        }
        let tally = *work.tally.lock().unwrap_or_else(PoisonError::into_inner);
        sink.send("done", &tally).await;
    });
    Ok(events)
}

/// Returns the positions in the order in which they are searched, the first one last.
pub(super) fn items(queries: &[Query]) -> Result<Vec<Item>, ApiError> {
    let mut items = Vec::new();
    for (index, query) in queries.iter().enumerate() {
        query.check(&place(index))?;
        match &query.plies {
            Some(plies) => items.extend(plies.iter().map(|ply| Item { index, ply: Some(*ply) })),
            None => items.push(Item { index, ply: None }),
        }
        if items.len() > MOST_POSITIONS {
            let message =
                format!("there are more than {MOST_POSITIONS} positions; send them in several requests");
            return Err(ApiError::at("positions", message));
        }
    }
    if items.is_empty() {
        return Err(ApiError::at("positions", "there is no position"));
    }
    items.sort_by_key(|item| Reverse(queries[item.index].priority));
    items.reverse();
    Ok(items)
}

/// What stands before the names of a query's fields in errors.
fn place(index: usize) -> String {
    format!("positions[{index}].")
}

/// Searches one position after the other until none is left or the client is gone.
async fn search_all(context: Arc<Context>, work: Arc<Work>, sink: EventSink) {
    loop {
        let next = work.left.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(item) = next else { return };
        let label = Label { index: item.index, id: work.queries[item.index].id.clone(), ply: item.ply };
        let found = search(&context, &work, item, &label, &sink).await;
        {
            let mut tally = work.tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.positions += 1;
            match &found {
                Ok(finding) => tally.nodes += finding.nodes(),
                Err(_) => tally.errors += 1,
            }
        }
        let is_heard = match found {
            Ok(finding) => sink.send("result", &Found { label: &label, finding }).await,
            Err(error) => sink.send("error", &Failed { label: &label, error: error.details() }).await,
        };
        if !is_heard {
            return;
        }
    }
}

async fn search(
    context: &Arc<Context>,
    work: &Arc<Work>,
    item: Item,
    label: &Label,
    sink: &EventSink,
) -> Result<FindingView, ApiError> {
    let ticket = context.searches.enter(work.queries[item.index].priority)?;
    let (work, label) = (Arc::clone(work), label.clone());
    in_turn(Arc::clone(context), ticket, sink, move |context, stop, sink| {
        let plan = work.queries[item.index].plan(&place(item.index), item.ply, context)?;
        plan.search(context, stop, &mut |finding| {
            if work.reports {
                sink.report("report", &Found { label: &label, finding });
            }
        })
    })
    .await
}
