//! Analysis: what an engine finds about positions, whole games and suites of test positions.
//!
//! - [`Finding`] is what is known of one position, by the rules or by a search.
//! - [`review`] looks at every move of a game, and [`annotate`] writes what it found into the game's text;
//!   [`marks`] says when a move is good or bad.
//! - [`parse_suite`] and [`solve`] are about test positions with the moves that solve them.
//! - [`table`] shows findings to people, [`json`] to programs.

mod annotate;
mod finding;
pub mod json;
pub mod marks;
mod review;
mod solve;
mod suite;
pub mod table;
#[cfg(test)]
mod tests;

pub use annotate::annotate;
pub use finding::{Finding, look};
pub use review::{MoveReview, review};
pub use solve::{Solved, solve};
pub use suite::{Suite, SuiteError, TestPosition, parse_suite};

use damier_rules::{AnyGame, AnyMove, AnyPosition, NotationFormat::Native, notation::line_texts};

/// Returns a line of moves from `position` as text, at most `longest` of them.
pub fn line_text(game: &AnyGame, position: &AnyPosition, line: &[AnyMove], longest: usize) -> String {
    let words: Vec<String> = line_texts(game, Native, position, line).flatten().take(longest).collect();
    words.join(" ")
}
