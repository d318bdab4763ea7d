//! Scores: hundredths of a man for the player to move, and beyond them proven wins by distance.
//!
//! `WIN - n` is a win in `n` plies, `-(WIN - n)` a loss in `n` plies.

use damier_rules::{Outcome, Player};

use super::MAX_PLY;

/// A game that is won here and now.
pub const WIN: i32 = 30_000;

/// A draw.
pub const DRAW: i32 = 0;

/// The bound of static evaluations, either way.
pub const STATIC_LIMIT: i32 = 20_000;

/// A win that tables know of, however far away it is.
pub const KNOWN: i32 = 25_000;

/// Scores beyond this, either way, are proven, with their distance.
pub(super) const DECIDED: i32 = WIN - 2 * MAX_PLY as i32;

/// The distance in plies to the end of the game: positive for a proven win, negative for a proven loss,
/// `None` for anything else. A game that is lost already has distance 0 and gives `Some(0)`.
pub fn plies_to_end(score: i32) -> Option<i32> {
    (score.abs() > DECIDED).then(|| (WIN - score.abs()) * score.signum())
}

/// A score in words: `+1.25`, `win in 7`, `loss in 4` (plies), `known win` (by tables).
pub fn text(score: i32) -> String {
    match plies_to_end(score) {
        Some(plies) if score > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", -plies),
        None if score > STATIC_LIMIT => "known win".to_owned(),
        None if score < -STATIC_LIMIT => "known loss".to_owned(),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// The score of a game that ended `ply` plies from the root, for `player`.
pub(super) fn of_outcome(outcome: Outcome, player: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw | Outcome::Places(_) => DRAW,
    }
}

/// The score of a position `ply` plies from the root whose outcome tables know, for `player`: the sooner it is
/// reached, the better for the one who wins.
pub(super) fn of_known(outcome: Outcome, player: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => KNOWN - ply as i32,
        Outcome::Win(_) => ply as i32 - KNOWN,
        Outcome::Draw | Outcome::Places(_) => DRAW,
    }
}

/// From a distance counted from the root to one counted from the node at `ply`, as tables keep it.
pub(super) fn from_node(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score + ply as i32
    } else if score < -DECIDED {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`from_node`].
pub(super) fn from_root(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score - ply as i32
    } else if score < -DECIDED {
        score + ply as i32
    } else {
        score
    }
}
