//! What the draughts family has to do.

mod laws;
mod perft_tables;
