//! Chinese checkers for two, three, four or six players.
//!
//! - [`star`] is the board, [`rules`] are the options.
//! - `hops` and [`position`] are the move generator; [`ranking`] says who comes in where.
//! - `position_text`, `notation`, `colours` and `board_text` are text.
//! - [`features`] and [`encoding`] are what a network sees; `distance` is what the yardsticks judge by.
//!
//! Decisions where the rules leave a question:
//! - The players sit clockwise from the top point; a goal is filled by ten own pieces and by nothing less,
//!   also where an opponent's piece that stays in it makes that impossible: the cap ends such a game.
//! - A pass is no move: it is counted neither for the passivity rule nor for the ranking by moves.
//! - Those who have forfeited share the last place, whenever they did.
//! - A game ends when the place of the last player on the way is certain: at once in a race; by moves when it
//!   can no longer finish in as few as one of those before it.
//! - A round ends when the turn comes back to a player of a lower number, or to the same one. A repeated
//!   position has no consequence: the cap ends the game.
//! - Two players get a win or, where they share the place, a draw.

pub mod board_move;
mod board_text;
mod colours;
mod distance;
pub mod encoding;
pub mod features;
pub mod game;
mod hops;
mod layout;
mod notation;
pub mod position;
mod position_text;
pub mod ranking;
mod reader;
pub mod rules;
pub mod star;
mod symmetry;
#[cfg(test)]
mod tests;

pub use game::ChineseCheckers;
pub use position::StarPosition;
