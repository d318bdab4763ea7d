//! Watching a match.

use crate::rating::{SprtState, Tally};

/// A match under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Games that are finished.
    pub finished: usize,
    /// Games of the whole match.
    pub games: usize,
    /// Games that a competitor forfeited.
    pub forfeits: usize,
    /// Games in which the first competitor had the first place; a shared one counts its part.
    pub first_places: f64,
    /// The results of a match of two so far, in whichever order the games have finished.
    pub tally: Tally,
    /// Where the sequential test stands.
    pub sprt: Option<SprtState>,
}

/// Watches a match; called by the threads that play it, one at a time.
pub trait Observer: Sync {
    /// A game is finished.
    fn game_finished(&self, standing: &Standing);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn game_finished(&self, _: &Standing) {}
}

impl<F: Fn(&Standing) + Sync> Observer for F {
    fn game_finished(&self, standing: &Standing) {
        self(standing);
    }
}
