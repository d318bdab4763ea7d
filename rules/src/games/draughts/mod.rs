//! The draughts family: one engine, and a description for each variant.
//!
//! - [`description`] says what may differ; [`variants`] holds the descriptions, and [`goal`] what wins.
//! - [`handicap`] is what may be missing at the start.
//! - [`geometry`] turns a description into shifts and masks at compile time.
//! - [`board`] is a position; [`position`], [`steps`], [`captures`] and [`chains`] are the one move generator.
//! - [`king_limit`] is what Frisian positions know besides.
//! - [`draws`] counts what the draw rules read.
//! - [`tablebase_index`] numbers the positions of few pieces.
//! - [`fen`], [`hub`], [`notation`], [`pdn`], [`squares`] and [`board_text`] are text.
//! - [`tables`] are published openings.
//! - [`features`], [`windows`] and [`encoding`] are what a network sees.

pub mod bits;
mod board;
pub mod board_move;
mod board_text;
mod captures;
mod chains;
pub mod description;
pub mod draw_rules;
pub mod draws;
pub mod encoding;
pub mod features;
mod fen;
pub mod game;
pub mod geometry;
pub mod goal;
mod handicap;
mod hub;
pub mod king_limit;
mod layout;
mod notation;
mod pdn;
pub mod position;
mod squares;
mod steps;
mod symmetry;
mod tablebase_index;
mod tables;
#[cfg(test)]
mod tests;
mod turn;
pub mod variant;
pub mod variants;
mod windows;

pub use board::DraughtsPosition;
pub use game::Draughts;
pub use variants::{
    Brazilian, Canadian, Czech, English, Frisian, German, International, Italian, Pool, Russian, Spanish,
    Turkish,
};
