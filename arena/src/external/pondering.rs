//! Thinking on the opponent's time.

use damier_rules::{AnyMove, GameSoFar, NotationFormat, Position};

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
        self.expected = answer.map(|answer| (turn.game.moves().len() + 1, answer));
    }

    /// Returns the game to ponder on while the opponent is to move in `turn`. `None` where nothing is expected, or there
    /// would be nothing to choose.
    pub(super) fn begin(&mut self, format: NotationFormat, turn: &Turn<'_>) -> Option<GameSoFar> {
        let (_, answer) = self.expected.take().filter(|(plies, _)| *plies == turn.game.moves().len())?;
        // The moves would tell what the player must not know.
        let answer = (turn.game.position() == turn.position).then_some(answer)?;
        let answer = turn.game.parse_move(format, &answer).ok()?;
        let mut game = turn.game.clone();
        game.play(answer);
        // The only move is made without asking anybody.
        if game.position().count_moves() < 2 || game.position().outcome().is_some() {
            return None;
        }
        self.on = Some(game.moves().to_vec());
        Some(game)
    }

    /// Ends pondering, since the game has come to `moves`, and returns whether the engine pondered on them.
    pub(super) fn end(&mut self, moves: &[AnyMove]) -> Guess {
        match self.on.take() {
            None => Guess::None,
            Some(on) if on == moves => Guess::Right,
            Some(_) => Guess::Wrong,
        }
    }

    /// Ends pondering with the game; [`Guess::Wrong`] where the engine still ponders.
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
        AnyGame,
        NotationFormat::Native,
        games::draughts::{Draughts, Russian},
    };

    use super::*;

    #[test]
    fn what_is_pondered_on_is_right_only_when_it_is_played() {
        let played = |texts: &[&str]| {
            let mut game = GameSoFar::at_start(AnyGame::new(Draughts::<Russian>::new()));
            for text in texts {
                let mv = game.parse_move(Native, text).expect("legal");
                game.play(mv);
            }
            game
        };
        let (game, answered) = (played(&["c3-d4"]), played(&["c3-d4", "b6-a5"]));
        let cancelled = AtomicBool::new(false);
        let begin = |pondering: &mut Pondering, expected: &str| {
            let turn = Turn {
                game: &game,
                position: game.position(),
                limits: Limits::default(),
                deadline: None,
                remaining: &[],
                cancelled: &cancelled,
            };
            pondering.expected = Some((game.moves().len(), expected.to_owned()));
            pondering.begin(Native, &turn)
        };
        let mut pondering = Pondering::none();
        assert_eq!(pondering.end(game.moves()), Guess::None);
        for (expected, guess) in [("b6-a5", Guess::Right), ("f6-g5", Guess::Wrong)] {
            let on = begin(&mut pondering, expected).expect("something to think of");
            assert_eq!((on.moves().len(), on.to_move()), (2, game.start().to_move()));
            assert_eq!(pondering.end(answered.moves()), guess);
            assert_eq!(pondering.end(answered.moves()), Guess::None);
        }
        assert!(begin(&mut pondering, "a1-h8").is_none(), "nobody can play that");
        begin(&mut pondering, "b6-a5").expect("something to think of");
        assert_eq!((pondering.give_up(), pondering.end(game.moves())), (Guess::Wrong, Guess::None));
    }
}
