//! The seam between searches and everything above them: engines whose game is a value.
//!
//! Below it, code is generic over the game and compiled for each of them, here and nowhere else: searches, nets and move
//! generation. Above it (protocols, matches, analysis, the commands, C and Python) positions are [`AnyPosition`]s, and one
//! virtual call a search leads down.
//!
//! [`AnyPosition`]: damier_rules::AnyPosition

mod engine;
mod fixed;
mod measure;
mod report;
mod self_play;
#[cfg(test)]
mod tests;

pub use engine::AnyEngine;
pub use fixed::{AnySearch, Searched};
pub use measure::{Figures, measure};
pub use self_play::SelfPlaySearches;
