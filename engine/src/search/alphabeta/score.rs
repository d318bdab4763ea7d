//! Scores for the player to move: centipawns (hundredths of a man), and beyond them wins by distance.
//!
//! `WIN - n` is a win in `n` plies, `-(WIN - n)` a loss in `n` plies.

use damier_numerics::single;
use damier_rules::{Outcome, Player};

use super::MAX_PLY;
pub use crate::evaluation::STATIC_LIMIT;

/// Score of a won position.
pub const WIN: i32 = 30_000;

/// Score of a draw.
pub const DRAW: i32 = 0;

/// Score of a tablebase win of unknown distance.
pub const TABLEBASE_WIN: i32 = 25_000;

/// Absolute value beyond which a score is a proven win or loss with its distance.
pub(super) const DECIDED: i32 = WIN - 2 * MAX_PLY as i32;

/// Returns the distance to the end of the game in plies: positive for a proven win, negative for a proven loss.
///
/// Returns `None` for any other score, and `Some(0)` for a lost game.
///
/// ```
/// use damier_engine::search::alphabeta::score::{WIN, plies_to_end};
///
/// assert_eq!(plies_to_end(WIN - 7), Some(7));
/// assert_eq!(plies_to_end(125), None);
/// ```
pub fn plies_to_end(score: i32) -> Option<i32> {
    (score.abs() > DECIDED).then(|| (WIN - score.abs()) * score.signum())
}

/// Converts a static evaluation into an expected share of the point, 0..=1 (logistic function).
pub(super) fn share_of(score: i32, odds_unit: f32) -> f32 {
    1.0 / (1.0 + single::exp(-(score as f32) / odds_unit))
}

/// Formats a score: `+1.25`, `win in 7`, `loss in 4` (plies), `known win` (by tablebases).
pub fn text(score: i32) -> String {
    match plies_to_end(score) {
        Some(plies) if score > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", -plies),
        None if score > STATIC_LIMIT => "known win".to_owned(),
        None if score < -STATIC_LIMIT => "known loss".to_owned(),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// Returns the score of a draw that is worth `shift` more than half a point.
pub(super) fn of_draw(shift: f32, odds_unit: f32) -> i32 {
    (odds_unit * single::ln((0.5 + shift) / (0.5 - shift))) as i32
}

/// Returns the score of a game that ended `ply` plies from the root, for `player`, to whom a draw has the score `draw`.
pub(super) fn of_outcome(outcome: Outcome, player: Player, ply: usize, draw: i32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw | Outcome::Places(_) => draw,
    }
}

/// Returns the score of a tablebase outcome `ply` plies from the root, for `player`: sooner wins score higher.
///
/// A draw has the score `draw`.
pub(super) fn of_tablebase(outcome: Outcome, player: Player, ply: usize, draw: i32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => TABLEBASE_WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - TABLEBASE_WIN,
        Outcome::Draw | Outcome::Places(_) => draw,
    }
}

/// Converts a win distance from the root into one from the node at `ply`, as the transposition table stores it.
pub(super) fn from_node(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score + ply as i32
    } else if score < -DECIDED {
        score - ply as i32
    } else {
        score
    }
}

/// Converts a win distance from the node at `ply` into one from the root: the inverse of [`from_node`].
pub(super) fn from_root(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score - ply as i32
    } else if score < -DECIDED {
        score + ply as i32
    } else {
        score
    }
}
