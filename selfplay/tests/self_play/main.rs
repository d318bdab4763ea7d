//! Games of self-play. One program: each would compile the loops anew.

mod alpha_beta;
mod endgames;
mod every_game;
mod generation;
mod remote;
#[path = "../small/mod.rs"]
mod small;
