//! What a match is played by, apart from who plays.

use std::num::NonZero;

use damier_engine::search::Limits;

use crate::{opening::OpeningSource, statistics::Sprt};

/// What a match is played by.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// Pairs of games.
    pub pairs: usize,
    /// Limits of each move, for competitors that have none of their own.
    pub limits: Limits,
    /// Where the games start.
    pub openings: OpeningSource,
    /// A game that lasts so many plies, the opening's included, is drawn.
    pub ply_cap: Option<usize>,
    /// Games at a time. With limits of time more than there are cores distort the result.
    pub threads: NonZero<usize>,
    /// The seed of openings and competitors.
    pub seed: u64,
    /// Ends the match early when it is decided.
    pub sprt: Option<Sprt>,
}

impl Default for MatchSettings {
    /// A hundred pairs from random openings, as many games at a time as there are cores, no limits.
    fn default() -> Self {
        Self {
            pairs: 100,
            limits: Limits::default(),
            openings: OpeningSource::default(),
            ply_cap: None,
            threads: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            seed: 1,
            sprt: None,
        }
    }
}
