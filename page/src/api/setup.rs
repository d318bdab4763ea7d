//! `POST /api/v1/setup`: a position from the pieces that a person puts on a board.

use std::{collections::BTreeMap, sync::Arc};

use axum::extract::State;
use damier_rules::{
    Game as _, GameDisplay as _, Notation as _, NotationFormat::Native, Player, Position as _, diagram::Cell,
};
use serde::{Deserialize, Serialize};

use crate::{
    answer::{Answer, Asked, JsonRequest},
    context::Context,
    error::ApiError,
    game_request,
};

/// Pieces, and whose turn it is.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRequest {
    game: String,
    /// The letter of the piece on each square that is not empty, as `kinds` of `position` has them.
    pieces: BTreeMap<String, char>,
    /// The seat of the player to move.
    to_move: usize,
}

impl JsonRequest for SetupRequest {}

/// A position that was set up.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SetupView {
    /// Its text, as requests have it; `None` where it is no position of the game.
    start: Option<String>,
    /// Why it is none.
    problem: Option<String>,
}

pub(crate) async fn setup(
    State(context): State<Arc<Context>>,
    Asked(request): Asked<SetupRequest>,
) -> Result<Answer<SetupView>, ApiError> {
    context.work(move |_| set_up(&request)).await.map(Answer)
}

pub(super) fn set_up(request: &SetupRequest) -> Result<SetupView, ApiError> {
    let SetupRequest { game, pieces, to_move } = request;
    let game = game_request::open(game, "game")?;
    let start = game.start();
    if *to_move >= start.players() {
        let message = format!("there is no seat {to_move}; seats are 0 to {}", start.players() - 1);
        return Err(ApiError::at("to_move", message));
    }
    let kinds = game.piece_kinds();
    let cells = game.diagram(&start).map_or_else(Vec::new, |diagram| diagram.rows.concat());
    for (square, letter) in pieces {
        let place = || format!("pieces.{square}");
        if !cells.iter().any(|cell| matches!(cell, Cell::Square { name, .. } if name == square)) {
            return Err(ApiError::at("pieces", format!("there is no square {square:?}")));
        }
        if !kinds.iter().any(|kind| kind.letter == *letter) {
            let known: Vec<String> = kinds.iter().map(|kind| kind.letter.to_string()).collect();
            return Err(ApiError::at(
                place(),
                format!("there is no piece {letter:?}; there are {}", known.join(" ")),
            ));
        }
    }
    let text = game.set_up_text(pieces, Player::new(*to_move)).ok_or_else(|| {
        ApiError::at("game", format!("positions of {} are not set up piece by piece", game.id()))
    })?;
    // What is half set up is no fault of the request.
    Ok(match game_request::position(&game, &text, "pieces") {
        Ok(position) => SetupView { start: Some(game.position_text(Native, &position)), problem: None },
        Err(error) => SetupView { start: None, problem: Some(error.message) },
    })
}
