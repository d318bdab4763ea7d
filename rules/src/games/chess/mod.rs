//! Chess by the laws of FIDE, and Chess960.
//!
//! The board and its legal moves come from the crate `cozy-chess`; everything else is here.
//!
//! - [`position`] and [`chess_move`] are the board behind the traits of this crate.
//! - [`draws`] and [`material`] say when a game is drawn, and who can still win.
//! - [`fen`], [`san`], [`uci`], [`notation`], [`pgn`] and [`board_text`] are text.
//! - [`judgement`] and [`promise`] are for the built-in yardsticks.
//! - [`view`], [`features`] and [`encoding`] are what a network sees.

mod attacks;
mod board_text;
mod castling;
pub mod chess_move;
pub mod draws;
pub mod encoding;
mod exchange;
pub mod features;
mod fen;
pub mod game;
mod handicap;
mod illegal;
mod judgement;
mod material;
mod names;
mod notation;
mod pgn;
pub mod position;
mod promise;
mod san;
mod symmetry;
#[cfg(test)]
mod tests;
mod uci;
mod view;

pub use castling::Castling;
pub use chess_move::ChessMove;
pub use game::Chess;
pub use position::ChessPosition;
