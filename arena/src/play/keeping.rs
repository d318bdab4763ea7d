//! Keeping finished games while others are played.

use damier_rules::AnyGame;

use super::{MatchDirectory, PlayedGame};
use crate::error::ArenaError;

/// Where the games of a match are kept, if anywhere.
pub(crate) struct Keeping(Option<MatchDirectory>);

impl Keeping {
    /// Keeps them in a directory, if there is one.
    pub(crate) fn new(directory: Option<MatchDirectory>) -> Self {
        Self(directory)
    }

    /// Reads the games that were finished before, one after the other, with their places.
    ///
    /// # Errors
    /// A line is no game, the file cannot be read, or `each` fails.
    pub(crate) fn read_finished(
        &mut self,
        game: &AnyGame,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        self.0.as_mut().map_or(Ok(()), |directory| directory.read_finished(game, each))
    }

    /// Keeps a game where there is a place for it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(
        &mut self,
        game: &AnyGame,
        index: usize,
        played: &PlayedGame,
    ) -> Result<(), ArenaError> {
        self.0.as_mut().map_or(Ok(()), |directory| directory.keep(game, index, played))
    }
}
