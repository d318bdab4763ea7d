//! The games, one folder each.

pub mod chinese_checkers;
pub mod draughts;
