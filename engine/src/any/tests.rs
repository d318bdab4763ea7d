use damier_rules::{
    AnyGame, AnyMove, Game, History, Notation,
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

#[test]
fn a_tree_is_opened_move_by_move() {
    let game = AnyGame::of_id("russian").expect("a game");
    let options = EngineOptions { searcher: Searcher::Tree, memory_mib: 8, ..EngineOptions::default() };
    let mut engine = AnyEngine::new(game.clone(), Judge::BuiltIn, options).expect("no net");
    let start = game.start();
    assert!(engine.moves_behind(&start, &[]).is_none(), "nothing was searched");
    let report =
        engine.think(&start, &History::new(&start), &Limits::nodes(500), &StopHandle::new(), &mut |_| ());
    assert_eq!(engine.moves_behind(&start, &[]).as_ref(), Some(&report.moves));
    let best = report.moves.iter().find(|root| root.mv == report.best).expect("the best move");
    let behind = engine.moves_behind(&start, &[best.mv]).expect("it was looked at");
    let mut next = start.clone();
    next.play(best.mv);
    assert_eq!(behind.len(), next.count_moves());
    // The first visit of a node is that of the node itself.
    assert_eq!(behind.iter().map(|root| root.visits).sum::<u32>() + 1, best.visits);
    assert!(behind.iter().all(|root| (0.0..=1.0).contains(&root.prior)));
    assert!(engine.moves_behind(&next, &[]).is_none(), "another position");
    let mut line = report.principal_line;
    while let Some(moves) = engine.moves_behind(&start, &line) {
        let Some(first) = moves.first() else { break };
        line.push(first.mv);
    }
    assert!(engine.moves_behind(&start, &line).is_none_or(|moves| moves.is_empty()));
}

#[test]
fn the_tree_of_a_running_search_is_asked_for() {
    let game = AnyGame::of_id("russian").expect("a game");
    let options = EngineOptions { searcher: Searcher::Tree, memory_mib: 8, ..EngineOptions::default() };
    let mut engine = AnyEngine::new(game.clone(), Judge::BuiltIn, options).expect("no net");
    let start = game.start();
    let stop = StopHandle::new();
    let [root, behind, nowhere] = [vec![], vec![0], vec![10_000]].map(|line| stop.ask_tree(line));
    let report = engine.think(&start, &History::new(&start), &Limits::nodes(5_000), &stop, &mut |_| ());
    let asked = root.try_recv().expect("an answer").expect("moves of the root");
    assert_eq!(
        asked.iter().map(|of| of.mv).collect::<Vec<_>>(),
        (0..start.count_moves()).collect::<Vec<_>>()
    );
    let earlier = asked.iter().zip(&report.moves).all(|(then, at_last)| then.visits <= at_last.visits);
    assert!(earlier && asked.iter().any(|of| of.visits > 0), "the tree at some time before the end");
    let mut next = start.clone();
    next.play(AnyMove::at(0));
    let behind = behind.try_recv().expect("an answer").expect("every move of the root is looked at");
    assert_eq!(behind.len(), next.count_moves());
    assert_eq!(nowhere.try_recv(), Ok(None), "there is no such move");
    let late = stop.ask_tree(vec![]);
    drop(stop);
    assert!(late.recv().is_err(), "no search answers any more");
}
