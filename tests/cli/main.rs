//! The built command from end to end: what it prints, how it fails.

mod games;
mod perft;
mod program;
mod usage;
