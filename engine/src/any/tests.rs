use damier_rules::{
    AnyGame, Game, History, Notation,
    NotationFormat::Native,
    Position,
    any::erased_line,
    registry::{self, GameVisitor},
};

use super::AnyEngine;
use crate::{
    Engine,
    engine::{EngineOptions, Judge, Searcher},
    search::{Limits, StopHandle},
};

/// Has the game's own engine and that of its value think about the same positions.
struct Alike(Searcher);

impl GameVisitor for Alike {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let options =
            EngineOptions { searcher: self.0, memory_mib: 8, multipv: 2, ..EngineOptions::default() };
        let any = AnyGame::new(game.clone());
        let mut engine = Engine::new(game.clone(), Judge::BuiltIn, options).expect("no net");
        let mut value = AnyEngine::new(any.clone(), Judge::BuiltIn, options).expect("no net");
        let (mut position, mut other) = (game.start(), any.start());
        let (mut history, mut other_history) = (History::new(&position), History::new(&other));
        let limits = Limits::nodes(300);
        for _ in 0..3 {
            let report = engine.think(&position, &history, &limits, &StopHandle::new(), &mut |_| ());
            let found = value.think(&other, &other_history, &limits, &StopHandle::new(), &mut |_| ());
            assert_eq!(found.principal_line, erased_line(&position, &report.principal_line));
            assert_eq!(
                (found.value, found.simulations, found.depth()),
                (report.value, report.simulations, report.depth())
            );
            assert!(
                found.moves.iter().map(|root| root.visits).eq(report.moves.iter().map(|root| root.visits))
            );
            assert_eq!(
                any.move_text(Native, &other, found.best),
                game.move_text(Native, &position, report.best)
            );
            history.play(&mut position, report.best);
            other_history.play(&mut other, found.best);
            if history.outcome(&position).is_some() {
                return;
            }
        }
        assert_eq!(other.typed::<G::Position>(), &position);
        assert_eq!(other.key(), position.key());
    }
}

#[test]
fn engines_of_values_think_as_those_of_their_games_do() {
    for id in registry::NAMES {
        registry::dispatch(id, Alike(Searcher::Suited)).expect("a game");
    }
    registry::dispatch("chinese-checkers:players=3", Alike(Searcher::Tree)).expect("a game");
}
