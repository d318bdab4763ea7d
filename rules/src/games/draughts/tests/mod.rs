//! What the draughts family has to do.

mod perft_tables;
