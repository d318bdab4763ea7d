//! Players and endings in the words of messages and of people.

use damier_rules::{AnyGame, GameDisplay, Outcome, Player};

use crate::{
    dxp::{Colour, Reason},
    server::host::EngineHost,
};

/// The player of a colour.
pub(super) fn seat(game: &AnyGame, colour: Colour) -> Player {
    let first_is_white = game.player_name(Player::FIRST).eq_ignore_ascii_case("white");
    match (colour, first_is_white) {
        (Colour::White, true) | (Colour::Black, false) => Player::FIRST,
        _ => Player::SECOND,
    }
}

/// Returns the name of this program.
pub(super) fn name() -> String {
    format!("damier {}", env!("CARGO_PKG_VERSION"))
}

/// Returns why the game ends, as `ours` sees it.
pub(super) fn reason(outcome: Outcome, ours: Player) -> Reason {
    match outcome {
        Outcome::Win(winner) if winner == ours => Reason::Won,
        Outcome::Win(_) => Reason::Lost,
        _ => Reason::Draw,
    }
}

/// Describes for people how the game ended.
pub(super) fn ending(host: &EngineHost<'_>, ours: Reason) -> String {
    let by = host.current.game().ending_text(host.current.position(), host.current.history());
    let result = match ours {
        Reason::Unknown => "without a result",
        Reason::Lost => "damier loses",
        Reason::Draw => "a draw",
        Reason::Won => "damier wins",
    };
    by.map_or_else(|| result.to_owned(), |by| format!("{result} ({by})"))
}
