//! `GET /api/v1/runs/{run}/games/{generation}` and one game of these: what was played, and what the search thought.

use std::{cmp::Reverse, sync::Arc};

use axum::{
    extract::State,
    http::{StatusCode, Uri},
};
use damier_records::{GameRecord, Ply, PlyKind, Replay};
use damier_rules::{AnyGame, Game as _, GameTags as _, Notation as _, NotationFormat::Native};
use serde::Serialize;

use super::super::address::{Named, named, number, places};
use crate::{
    answer::Answer,
    api::finding::classes,
    context::Context,
    error::ApiError,
    runs::{Generation, Look, RunFolder},
};

/// Some games of a generation.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GameList {
    generation: u32,
    /// Games in finished chunks.
    all: u64,
    /// The place of the first one below, from 0.
    from: u64,
    games: Vec<GameLine>,
    /// A line for each chunk that is left out because it is damaged.
    problems: Vec<String>,
}

/// A game in a list.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GameLine {
    /// Its place in the generation, from 0, by which it is asked for.
    place: u64,
    /// The number that self-play gave it.
    index: u64,
    moves: usize,
    /// As game texts have it.
    result: String,
    /// How it came to that, in words.
    ending: &'static str,
}

/// A game with what the search found at every move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordedGame {
    /// The game, as requests have it.
    game: String,
    start: Option<String>,
    moves: Vec<String>,
    generation: u32,
    place: u64,
    index: u64,
    /// Games of the generation.
    all: u64,
    result: String,
    ending: &'static str,
    /// For each move what was known when it was chosen.
    thoughts: Vec<Thought>,
}

/// What the search found in a position.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Thought {
    /// `opening`, `forced`, `fast` or `searched`.
    kind: &'static str,
    simulations: u32,
    /// The root's value, relative to the player to move, as a search tells it; `None` without a search.
    value: Option<Vec<f32>>,
    /// The improved policy, the likeliest move first; empty where the move was no training target.
    policy: Vec<Share>,
}

/// How likely a move is.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Share {
    text: String,
    prior: f32,
}

pub(crate) async fn list(
    State(context): State<Arc<Context>>,
    address: Named<(String, String)>,
    uri: Uri,
) -> Result<Answer<GameList>, ApiError> {
    let (name, generation) = named(address)?;
    let generation: u32 = number("generation", &generation)?;
    let places = places(&uri)?;
    let list = move |context: &Context| {
        let run = context.runs.find(&name)?;
        let game = game_of(&run)?;
        let found = Generation::find(&run, generation)?;
        let from = places.start;
        let records = found.read(places)?;
        let line = |(place, record): (u64, &GameRecord)| GameLine {
            place,
            index: record.index,
            moves: record.plies.len(),
            result: result(&game, record),
            ending: record.ending.name(),
        };
        let games = (from..).zip(&records).map(line).collect();
        Ok(GameList { generation, all: found.games, from, games, problems: found.problems })
    };
    context.work(list).await.map(Answer)
}

pub(crate) async fn game(
    State(context): State<Arc<Context>>,
    address: Named<(String, String, String)>,
) -> Result<Answer<RecordedGame>, ApiError> {
    let (name, generation, place) = named(address)?;
    let generation: u32 = number("generation", &generation)?;
    let place: u64 = number("place", &place)?;
    let read = move |context: &Context| {
        let run = context.runs.find(&name)?;
        let game = game_of(&run)?;
        let found = Generation::find(&run, generation)?;
        let records = found.read(place..place.saturating_add(1))?;
        let record = records.first().ok_or_else(|| {
            let message = format!("generation {generation} has {} games, from place 0 on", found.games);
            ApiError { at: Some("place".to_owned()), ..ApiError::new(StatusCode::NOT_FOUND, message) }
        })?;
        recorded(&game, record, (generation, place, found.games))
    };
    context.work(read).await.map(Answer)
}

/// Returns the game of a run.
fn game_of(run: &RunFolder) -> Result<AnyGame, ApiError> {
    let refuse = |message: String| ApiError {
        at: Some("run".to_owned()),
        ..ApiError::new(StatusCode::CONFLICT, message)
    };
    let look = Look::at(run).map_err(refuse)?;
    AnyGame::of_id(&look.config.game).map_err(|error| refuse(error.to_string()))
}

fn result(game: &AnyGame, record: &GameRecord) -> String {
    game.text_style().result_text(Some(record.outcome))
}

/// Replays a game. `place` is its generation, its place there, and how many there are.
fn recorded(game: &AnyGame, record: &GameRecord, place: (u32, u64, u64)) -> Result<RecordedGame, ApiError> {
    let fault = |error: damier_records::RecordError| {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the record cannot be replayed: {error}"))
    };
    let mut replay = Replay::new(game, record).map_err(fault)?;
    let (mut moves, mut thoughts) = (Vec::new(), Vec::new());
    while let Some(step) = replay.step().map_err(fault)? {
        let text = |index: usize| game.move_text(Native, step.position, step.moves[index]);
        moves.push(text(step.ply.index as usize));
        thoughts.push(Thought::of(step.ply, step.moves.len(), text));
    }
    let (generation, place, all) = place;
    Ok(RecordedGame {
        game: game.id().to_owned(),
        start: Some(record.start.clone()).filter(|start| !start.is_empty()),
        moves,
        generation,
        place,
        index: record.index,
        all,
        result: result(game, record),
        ending: record.ending.name(),
        thoughts,
    })
}

impl Thought {
    /// `text` writes the legal move of an index below `legal`.
    fn of(ply: &Ply, legal: usize, text: impl Fn(usize) -> String) -> Self {
        let kind = match ply.kind {
            PlyKind::Opening => "opening",
            PlyKind::Forced => "forced",
            PlyKind::Fast { .. } => "fast",
            PlyKind::Searched { .. } => "searched",
        };
        let shares = ply.kind.policy().map(|policy| policy.shares().iter().take(legal).enumerate());
        let mut likely: Vec<(usize, u16)> = shares
            .into_iter()
            .flatten()
            .filter(|(_, share)| **share > 0)
            .map(|(index, share)| (index, *share))
            .collect();
        likely.sort_by_key(|(_, share)| Reverse(*share));
        let share =
            |(index, share)| Share { text: text(index), prior: f32::from(share) / f32::from(u16::MAX) };
        Self {
            kind,
            simulations: ply.kind.simulations(),
            value: ply.kind.value().map(|value| classes(value.value())),
            policy: likely.into_iter().map(share).collect(),
        }
    }
}
