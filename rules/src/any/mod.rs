//! A game as a value: [`AnyGame`] is any game of the [registry](crate::registry), chosen at run time.
//!
//! It is a [`Game`](crate::Game) like every other. Code that is written for a type of game runs with it, and is compiled
//! once, not once for each game. A call costs a virtual call, and a move often a list of moves: nothing beside a search of
//! milliseconds, too much inside one. Searches, self-play and perft therefore take the game's own type
//! ([`AnyGame::visit`], [`AnyPosition::typed`]).

mod counters;
mod display;
mod encoder;
mod features;
mod game;
mod heuristics;
mod moves;
mod notation;
mod position;
mod symmetry;
mod tablebase;
mod tablebase_index;
mod tags;
#[cfg(test)]
mod tests;

pub use counters::{Counters, PackedCounters};
pub use encoder::AnyEncoder;
pub use features::{AnyEncoding, AnyFeatures};
pub use game::AnyGame;
pub use moves::{AnyMove, erased_line, erased_move, typed_move};
pub use position::AnyPosition;
pub use tablebase::AnyTablebase;
