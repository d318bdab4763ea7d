//! Finished games in the order of their places, whatever the order in which they were finished.

use std::collections::BTreeMap;

use crate::error::ArenaError;

/// Takes finished games, in the order of their places.
pub(super) trait GameSink<T>: Send {
    /// Takes the next game.
    ///
    /// # Errors
    /// Why the match cannot go on.
    fn take(&mut self, game: T) -> Result<(), ArenaError>;

    /// All games that were finished before this call of the match have been taken.
    ///
    /// # Errors
    /// Why the match cannot go on.
    fn resumed(&mut self) -> Result<(), ArenaError> {
        Ok(())
    }

    /// Returns whether a match that was cancelled hands over the games that follow a game it lacks.
    fn takes_gaps(&self) -> bool {
        true
    }
}

/// Keeps all games.
impl<T: Send> GameSink<T> for Vec<T> {
    fn take(&mut self, game: T) -> Result<(), ArenaError> {
        self.push(game);
        Ok(())
    }
}

/// Hands finished games to a sink; those whose turn has not come wait.
pub(super) struct InOrder<'s, T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
    sink: &'s mut dyn GameSink<T>,
}

impl<'s, T> InOrder<'s, T> {
    pub(super) fn new(sink: &'s mut dyn GameSink<T>) -> Self {
        Self { next: 0, waiting: BTreeMap::new(), sink }
    }

    /// Adds the game at a place, and hands over those below `end` whose turn it is.
    pub(super) fn add(&mut self, place: usize, game: T, end: usize) -> Result<(), ArenaError> {
        self.waiting.insert(place, game);
        while self.next < end
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.sink.take(game)?;
        }
        Ok(())
    }

    /// Tells the sink that games from now on are new.
    pub(super) fn resumed(&mut self) -> Result<(), ArenaError> {
        self.sink.resumed()
    }

    /// Hands over what is left below `end`, if the sink takes games after a gap.
    pub(super) fn finish(self, end: usize) -> Result<(), ArenaError> {
        if !self.sink.takes_gaps() {
            return Ok(());
        }
        let mut left = self.waiting.into_iter().take_while(|(place, _)| *place < end);
        left.try_for_each(|(_, game)| self.sink.take(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_their_order_and_none_beyond_the_end() {
        let mut taken = Vec::new();
        let mut games = InOrder::new(&mut taken);
        for place in [2, 0, 1, 5, 4] {
            games.add(place, place, 6).expect("taken");
        }
        games.finish(5).expect("taken");
        assert_eq!(taken, [0, 1, 2, 4]);
    }
}
