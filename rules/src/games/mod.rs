//! The games, one folder each.

pub mod chess;
pub mod chinese_checkers;
pub mod draughts;
