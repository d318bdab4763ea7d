//! Keeping finished games while others are played.

use damier_rules::Game;

use super::{Course, MatchDirectory};
use crate::error::ArenaError;

/// Where the games of a match are kept, if anywhere, and why that went wrong.
pub(crate) struct Keeping<G: Game> {
    directory: Option<MatchDirectory<G>>,
    failure: Option<ArenaError>,
}

impl<G: Game> Keeping<G> {
    /// In a directory, if there is one.
    pub(crate) fn new(directory: Option<MatchDirectory<G>>) -> Self {
        Self { directory, failure: None }
    }

    /// The games that were finished before, with their places.
    pub(crate) fn take_finished(&mut self) -> Vec<(usize, Course<G>)> {
        self.directory.as_mut().map(MatchDirectory::take_finished).unwrap_or_default()
    }

    /// Keeps a game where there is a place for it; `None` where that went wrong: nobody needs games that are lost.
    pub(crate) fn keep(&mut self, game: &G, index: usize, course: &Course<G>) -> Option<()> {
        let Some(directory) = &mut self.directory else { return Some(()) };
        match directory.keep(game, index, course) {
            Ok(()) => Some(()),
            Err(error) => {
                self.failure.get_or_insert(error);
                None
            }
        }
    }

    /// Whether everything was kept.
    pub(crate) fn end(self) -> Result<(), ArenaError> {
        self.failure.map_or(Ok(()), Err)
    }
}
