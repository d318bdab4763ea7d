//! `GET /api/v1/about`: what this server is, and its bounds.

use std::sync::Arc;

use axum::extract::State;
use damier_engine::engine::Level;
use serde::Serialize;

use crate::{answer::Answer, context::Context, game_request::MOST_MOVES};

/// The server and its bounds.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct About {
    /// The version of damier.
    version: &'static str,
    /// The version of the API.
    api: u32,
    /// Searches that run at the same time.
    searches: usize,
    /// Searches that run now, and those that wait.
    running: usize,
    waiting: usize,
    /// Longest time of a search, in seconds.
    most_seconds: u64,
    /// Most moves of a game in a request.
    most_moves: usize,
    /// Number of the strongest level; levels begin at 1.
    levels: u8,
    /// Whether it shows the matches of a folder.
    matches: bool,
    /// Whether every other address of the API asks for a token.
    needs_token: bool,
}

pub(crate) async fn about(State(context): State<Arc<Context>>) -> Answer<About> {
    let settings = &context.settings;
    let (running, waiting) = context.searches.load();
    Answer(About {
        version: env!("CARGO_PKG_VERSION"),
        api: 1,
        searches: settings.searches,
        running,
        waiting,
        most_seconds: settings.longest_search.as_secs(),
        most_moves: MOST_MOVES,
        levels: Level::FULL.number(),
        matches: context.matches.root().is_some(),
        needs_token: settings.token.is_some(),
    })
}
