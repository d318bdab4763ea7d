//! `GET /api/v1/matches/{name}/games` and one game of these.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, Uri},
};
use damier_arena::watch::{GameRow, KeptGame, Watched};
use damier_rules::{AnyGame, Game as _, GameSoFar, Notation as _, NotationFormat::Native};
use serde::Serialize;

use super::super::address::{Named, named, number, places};
use crate::{answer::Answer, context::Context, error::ApiError, matches::unreadable};

/// Some games of a match.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlayedGames {
    /// Finished games that can be shown; people's are not written down.
    all: usize,
    /// The number of the first one below, from 0.
    from: usize,
    games: Vec<PlayedLine>,
}

/// A finished game.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PlayedLine {
    /// Its number from 0, in the order in which the games ended; it is asked for by this.
    number: usize,
    /// Round and game of a match; round, board and game of a tournament.
    place: String,
    /// Who had which seat.
    players: Vec<String>,
    /// What each seat got, 0 to 1.
    shares: Vec<f64>,
    /// How it ended, in words.
    ending: String,
    plies: usize,
}

/// A finished game with its moves.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReplayedGame {
    /// The game, as requests have it.
    game: String,
    start: Option<String>,
    moves: Vec<String>,
    /// How many moves are the opening, as far as that was kept.
    opening: usize,
    /// Finished games of the match.
    all: usize,
    played: PlayedLine,
    /// For each move what its player told; empty where that was not kept.
    thoughts: Vec<Told>,
}

/// What a player told of a move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Told {
    /// In the player's own words.
    score: Option<String>,
    depth: Option<u32>,
    /// The time that it took; `None` for moves of the opening and forced ones.
    millis: Option<u64>,
}

impl PlayedLine {
    fn of(row: GameRow) -> Self {
        let GameRow { number, place, seats, shares, ending, plies } = row;
        Self { number, place, players: seats, shares, ending, plies }
    }
}

pub(crate) async fn list(
    State(context): State<Arc<Context>>,
    name: Named<String>,
    uri: Uri,
) -> Result<Answer<PlayedGames>, ApiError> {
    let name = named(name)?;
    let places = places(&uri)?;
    let list = move |context: &Context| {
        context.matches.with(&name, |watched| {
            let from = places.start as usize;
            let games = (from..places.end as usize).map_while(|number| watched.row(number));
            Ok(PlayedGames { all: watched.rows(), from, games: games.map(PlayedLine::of).collect() })
        })
    };
    context.work(list).await.map(Answer)
}

pub(crate) async fn game(
    State(context): State<Arc<Context>>,
    address: Named<(String, String)>,
) -> Result<Answer<ReplayedGame>, ApiError> {
    let (name, text) = named(address)?;
    let number: usize = number("number", &text)?;
    let read = move |context: &Context| {
        context.matches.with(&name, |watched| {
            let kept = watched.game(number).map_err(|error| unreadable(&error))?;
            let kept = kept.ok_or_else(|| {
                let message = format!("there are {} games, from number 0 on", watched.rows());
                ApiError { at: Some("number".to_owned()), ..ApiError::new(StatusCode::NOT_FOUND, message) }
            })?;
            replayed(watched, kept)
        })
    };
    context.work(read).await.map(Answer)
}

fn replayed(watched: &Watched, kept: KeptGame) -> Result<ReplayedGame, ApiError> {
    let game = AnyGame::of_id(&watched.summary().game).map_err(|error| ApiError::at("name", error))?;
    let KeptGame { row, start, moves, opening_plies } = kept;
    let is_usual = start == game.start();
    let thoughts = moves.iter().map(|played| Told {
        score: played.score.clone(),
        depth: played.depth,
        millis: played.time.map(|time| time.as_millis() as u64),
    });
    let thoughts: Vec<Told> = thoughts.collect();
    let is_told = thoughts.iter().any(|told| told.score.is_some() || told.millis.is_some());
    let so_far = GameSoFar::after(game.clone(), start.clone(), moves.iter().map(|played| played.mv));
    Ok(ReplayedGame {
        start: (!is_usual).then(|| game.position_text(Native, &start)),
        moves: so_far.move_texts(Native).map(Option::unwrap_or_default).collect(),
        game: game.id().to_owned(),
        opening: opening_plies,
        all: watched.rows(),
        played: PlayedLine::of(row),
        thoughts: if is_told { thoughts } else { Vec::new() },
    })
}
