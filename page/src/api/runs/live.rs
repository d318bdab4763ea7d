//! `GET /api/v1/runs/{run}/live`: a run as it goes on.

use std::sync::Arc;

use axum::extract::State;

use super::{
    super::address::{Named, named},
    view::{Now, RunView},
};
use crate::{
    context::Context,
    error::ApiError,
    events::{EventSink, Events, events},
    runs::{Activity, Look, RunFolder, Stamp},
    watchers::Watching,
};

/// A run that is watched.
struct Watched {
    run: RunFolder,
    stamp: Stamp,
    look: Option<Look>,
    activity: Option<Activity>,
    now: Option<Now>,
}

/// What has changed since the last look.
enum Change {
    Whole(Box<RunView>),
    Now(Now),
}

pub(crate) async fn live(
    State(context): State<Arc<Context>>,
    name: Named<String>,
) -> Result<Events, ApiError> {
    let name = named(name)?;
    let watching = context.runs.watchers.enter()?;
    let run = context.work(move |context| context.runs.find(&name)).await?;
    let watched = Watched { run, stamp: Stamp::default(), look: None, activity: None, now: None };
    let (sink, events) = events();
    tokio::spawn(async move {
        follow(&context, watched, &sink, watching).await;
    });
    Ok(events)
}

/// Sends the run, and then whatever changes, until an error is sent, the client is gone, or the server ends.
async fn follow(context: &Arc<Context>, mut watched: Watched, sink: &EventSink, mut watching: Watching) {
    loop {
        let looked = context.work(move |_| Ok(watched.look())).await;
        let is_open = match looked {
            Ok((same, change)) => {
                watched = same;
                match change {
                    None => true,
                    Some(Change::Whole(view)) => sink.send("run", &view).await,
                    Some(Change::Now(now)) => sink.send("now", &now).await,
                }
            }
            Err(error) => {
                sink.send("error", &error.view()).await;
                return;
            }
        };
        let goes_on = watching.pause().await;
        if !is_open || !goes_on || sink.is_closed() {
            return;
        }
    }
}

impl Watched {
    /// Looks again, and says what has changed.
    fn look(mut self) -> (Self, Option<Change>) {
        let stamp = Stamp::of(&self.run, &self.stamp);
        let activity = self.look.as_ref().map(|look| look.activity(&self.run, &stamp));
        let shows_the_same = stamp.shows_the_same(&self.stamp) && self.now.is_some();
        let change = match &self.look {
            _ if stamp == self.stamp && activity == self.activity && self.now.is_some() => None,
            Some(look) if shows_the_same => {
                let (now, _) = Now::of(&self.run, look, &stamp);
                let is_new = self.now.as_ref() != Some(&now);
                self.now = Some(now.clone());
                is_new.then_some(Change::Now(now))
            }
            None if shows_the_same => None,
            _ => {
                let (view, look) = RunView::and_look(&self.run, &stamp);
                self.now = Some(view.now().clone());
                self.look = look;
                Some(Change::Whole(Box::new(view)))
            }
        };
        (self.stamp, self.activity) = (stamp, activity);
        (self, change)
    }
}
