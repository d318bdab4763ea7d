//! Thinking on the opponent's time.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, MoveList,
    NotationFormat::{self},
    Position,
};

use super::driver::read_move;
use crate::competitor::Turn;

/// What an engine expects, and what it ponders on.
pub(super) struct Pondering {
    /// After how many plies of the game it expects which answer, in the words of its protocol.
    expected: Option<(usize, String)>,
    /// The moves of the game that it ponders on.
    on: Option<Vec<AnyMove>>,
}

/// What has become of the game that an engine ponders on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guess {
    /// There was none.
    None,
    /// It is the game that is played.
    Right,
    /// Another move was played.
    Wrong,
}

impl Pondering {
    /// Nothing is expected.
    pub(super) fn none() -> Self {
        Self { expected: None, on: None }
    }

    /// The engine has chosen its move of `turn`, and expects that answer.
    pub(super) fn expects(&mut self, turn: &Turn<'_>, answer: Option<String>) {
        self.expected = answer.map(|answer| (turn.moves.len() + 1, answer));
    }

    /// Returns the game to ponder on while the opponent is to move in `turn`: its moves, and where they lead. `None`
    /// where nothing is expected, or there would be nothing to choose.
    pub(super) fn begin(
        &mut self,
        game: &AnyGame,
        format: NotationFormat,
        turn: &Turn<'_>,
    ) -> Option<(Vec<AnyMove>, AnyPosition)> {
        let (_, answer) = self.expected.take().filter(|(plies, _)| *plies == turn.moves.len())?;
        let mut position = turn.start.clone();
        turn.moves.iter().for_each(|mv| position.play(*mv));
        // The moves would tell what the player must not know.
        let answer = (position == *turn.position).then_some(answer)?;
        let answer = read_move(game, format, &position, &answer).ok()?;
        position.play(answer);
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        // The only move is made without asking anybody.
        if legal.len() < 2 || position.outcome().is_some() {
            return None;
        }
        let moves: Vec<AnyMove> = turn.moves.iter().copied().chain([answer]).collect();
        self.on = Some(moves.clone());
        Some((moves, position))
    }

    /// Returns the game has come to `moves`: pondering is over.
    pub(super) fn end(&mut self, moves: &[AnyMove]) -> Guess {
        match self.on.take() {
            None => Guess::None,
            Some(on) if on == moves => Guess::Right,
            Some(_) => Guess::Wrong,
        }
    }

    /// Returns the game is over; whether the engine still ponders.
    pub(super) fn give_up(&mut self) -> Guess {
        self.expected = None;
        if self.on.take().is_some() { Guess::Wrong } else { Guess::None }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use damier_engine::search::Limits;
    use damier_rules::{
        Game, History, Notation,
        NotationFormat::Native,
        games::draughts::{Draughts, Russian},
    };

    use super::*;

    #[test]
    fn what_is_pondered_on_is_right_only_when_it_is_played() {
        let game = AnyGame::new(Draughts::<Russian>::new());
        let start = game.start();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let cancelled = AtomicBool::new(false);
        let history = History::new(&start);
        let turn = |moves: &[_], position: &_, pondering: &mut Pondering, expected: &str| {
            let turn = Turn {
                start: &start,
                moves,
                position,
                history: &history,
                limits: Limits::default(),
                deadline: None,
                remaining: &[],
                cancelled: &cancelled,
            };
            pondering.expected = Some((moves.len(), expected.to_owned()));
            pondering.begin(&game, Native, &turn)
        };
        let mv = game.parse_move(Native, &position, "c3-d4").expect("legal");
        position.play(mv);
        moves.push(mv);
        let mut pondering = Pondering::none();
        assert_eq!(pondering.end(&moves), Guess::None);
        for (expected, guess) in [("b6-a5", Guess::Right), ("f6-g5", Guess::Wrong)] {
            let (on, there) =
                turn(&moves, &position, &mut pondering, expected).expect("something to think of");
            let mut played = moves.clone();
            played.push(game.parse_move(Native, &position, "b6-a5").expect("legal"));
            assert_eq!((on.len(), there.to_move()), (2, start.to_move()));
            assert_eq!(pondering.end(&played), guess);
            assert_eq!(pondering.end(&played), Guess::None);
        }
        assert!(turn(&moves, &position, &mut pondering, "a1-h8").is_none(), "nobody can play that");
        turn(&moves, &position, &mut pondering, "b6-a5").expect("something to think of");
        assert_eq!((pondering.give_up(), pondering.end(&moves)), (Guess::Wrong, Guess::None));
    }
}
