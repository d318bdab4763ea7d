//! The games, one folder each (the smallest in one file).

mod board_row;
pub mod chess;
pub mod chinese_checkers;
pub mod draughts;
pub mod five_in_a_row;
pub mod tic_tac_toe;
