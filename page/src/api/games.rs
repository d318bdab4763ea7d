//! `GET /api/v1/games`: the games, with their options.

use std::sync::Arc;

use axum::extract::State;
use damier_rules::{AnyGame, Game as _, GameDisplay as _, GameSoFar, game_text::Form, registry};
use serde::Serialize;

use crate::{answer::Answer, context::Context, error::ApiError};

/// All games.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Games {
    games: Vec<GameView>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GameView {
    id: String,
    /// What people call it.
    name: &'static str,
    /// What people call the games of its kind.
    family: &'static str,
    summary: &'static str,
    players: usize,
    /// The names of the players, in turn order.
    seats: Vec<&'static str>,
    options: Vec<OptionView>,
    /// Whether there is a net of the game without options.
    net: bool,
    /// The forms in which its games are written.
    formats: Vec<&'static str>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionView {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    summary: &'static str,
}

pub(crate) async fn games(State(context): State<Arc<Context>>) -> Result<Answer<Games>, ApiError> {
    let view = |context: &Context| {
        let games = registry::NAMES.iter().map(|id| view(context, id)).collect::<Result<_, _>>()?;
        Ok(Games { games })
    };
    context.work(view).await.map(Answer)
}

fn view(context: &Context, id: &str) -> Result<GameView, ApiError> {
    let game = AnyGame::of_id(id).map_err(|_| ApiError::internal())?;
    let options = game.options().iter().map(|option| OptionView {
        name: option.name,
        values: option.values,
        default: option.default,
        summary: option.summary,
    });
    Ok(GameView {
        id: id.to_owned(),
        name: game.title(),
        family: game.family(),
        summary: game.summary(),
        seats: seats(&GameSoFar::at_start(game.clone())),
        players: damier_rules::Position::players(&game.start()),
        options: options.collect(),
        net: context.has_net(&game),
        formats: formats(&game),
    })
}

/// Returns the names of the players, in turn order.
pub(super) fn seats(so_far: &GameSoFar) -> Vec<&'static str> {
    so_far.players().map(|player| so_far.game().player_name(player)).collect()
}

/// Returns the endings of names of files in which the game's games are written, the usual one first.
pub(super) fn formats(game: &AnyGame) -> Vec<&'static str> {
    let forms = Form::ALL.into_iter().filter(|form| form.is_of(game));
    forms.map(|form| form.extension(game)).collect()
}
