//! A game as it has been played so far.

use damier_rules::{Game, History, Outcome, game::MoveOf};

/// Where a game began, its moves, and where they have led.
#[derive(Clone)]
pub struct GameSoFar<G: Game> {
    start: G::Position,
    position: G::Position,
    history: History<G::Position>,
    moves: Vec<MoveOf<G>>,
}

impl<G: Game> GameSoFar<G> {
    /// A game that begins at `start`, without a move yet.
    pub fn new(start: G::Position) -> Self {
        let history = History::new(&start);
        Self { position: start.clone(), start, history, moves: Vec::new() }
    }

    /// Where it began.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// Where it is now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// How it came there, as the draw rules see it.
    pub fn history(&self) -> &History<G::Position> {
        &self.history
    }

    /// The moves since the start.
    pub fn moves(&self) -> &[MoveOf<G>] {
        &self.moves
    }

    /// How it ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: MoveOf<G>) {
        self.history.play(&mut self.position, mv);
        self.moves.push(mv);
    }

    /// Takes all moves back but the first `plies`.
    pub fn back_to(&mut self, plies: usize) {
        let moves = std::mem::take(&mut self.moves);
        *self = Self::new(self.start.clone());
        moves.into_iter().take(plies).for_each(|mv| self.play(mv));
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{
        MoveList, Position,
        games::draughts::{Draughts, Russian},
    };

    use super::*;

    type Checkers = Draughts<Russian>;

    #[test]
    fn moves_that_are_taken_back_leave_nothing_behind() {
        let game = Checkers::new();
        let mut so_far = GameSoFar::<Checkers>::new(game.start());
        let mut moves = MoveList::new();
        let mut keys = vec![so_far.position().key()];
        for turn in 0..12 {
            so_far.position().legal_moves(&mut moves);
            so_far.play(moves[turn % moves.len()]);
            keys.push(so_far.position().key());
        }
        for plies in [20, 12, 7, 1, 0] {
            so_far.back_to(plies);
            let left = plies.min(12);
            assert_eq!((so_far.moves().len(), so_far.history().plies()), (left, left));
            assert_eq!(so_far.position().key(), keys[left]);
        }
        assert_eq!(so_far.position(), &game.start());
    }
}
