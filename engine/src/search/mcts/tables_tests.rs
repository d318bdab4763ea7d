//! Tree search with tables of exact values.

use std::sync::Arc;

use damier_rules::{
    History, Notation,
    NotationFormat::Native,
    Outcome, Player, Position, Tablebase,
    games::draughts::{Draughts, DraughtsPosition, Russian},
};

use super::{Mcts, MctsParams};
use crate::{
    HandcraftedEvaluator, Wdl,
    engine::{Engine, EngineOptions, Judge},
    search::{Limits, Proof, SearchTablebase, StopHandle},
};

/// Knows all positions of one piece against one: the player with the piece on this square wins.
struct SquareWins {
    game: Draughts<Russian>,
    square: &'static str,
}

impl Tablebase<DraughtsPosition<Russian>> for SquareWins {
    fn probe(&self, position: &DraughtsPosition<Russian>) -> Option<Outcome> {
        let men = |player| position.men(player) + position.kings(player);
        let won = self.game.position_text(Native, position).contains(self.square);
        let outcome = if won { Outcome::Win(Player::FIRST) } else { Outcome::Draw };
        (men(Player::FIRST) == 1 && men(Player::SECOND) == 1).then_some(outcome)
    }
}

fn tables(square: &'static str) -> SearchTablebase<DraughtsPosition<Russian>> {
    SearchTablebase::new(Arc::new(SquareWins { game: Draughts::new(), square }))
}

#[test]
fn a_capture_into_a_table_is_proven_at_once() {
    let game = Draughts::<Russian>::new();
    let position = game.parse_position(Native, "W:Wc3:Bb4,d4").expect("a position");
    for (square, mv) in [("Wa5", "c3:a5"), ("We5", "c3:e5")] {
        let mut search = Mcts::new(HandcraftedEvaluator::new(game.clone()), MctsParams::playing());
        search.set_tables(tables(square));
        let limits = Limits { nodes: Some(50), ..Limits::default() };
        let report = search.search(&position, &History::new(&position), &limits);
        assert_eq!((game.move_text(Native, &position, report.best).as_str(), report.proof), (mv, Proof::Win));
        assert!(report.simulations <= 3, "{} simulations", report.simulations);
    }
}

#[test]
fn inside_a_table_no_move_that_gives_less_is_played() {
    let game = Draughts::<Russian>::new();
    let position = game.parse_position(Native, "W:WKa1:BKa3").expect("a position");
    assert!(position.is_quiet());
    for square in ["WKb2", "WKf6", "WKh8"] {
        let mut engine = Engine::new(game.clone(), Judge::BuiltIn, EngineOptions::default()).expect("no net");
        // The position itself is won as well, so that all other moves give something away.
        struct Both(SquareWins);
        impl Tablebase<DraughtsPosition<Russian>> for Both {
            fn probe(&self, position: &DraughtsPosition<Russian>) -> Option<Outcome> {
                let start = position.to_move() == Player::FIRST;
                if start { Some(Outcome::Win(Player::FIRST)) } else { self.0.probe(position) }
            }
        }
        engine.set_tables(SearchTablebase::new(Arc::new(Both(SquareWins { game: game.clone(), square }))));
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let report =
            engine.think(&position, &History::new(&position), &limits, &StopHandle::new(), &mut |_| {});
        let mut after = position;
        after.play(report.best);
        assert!(
            game.position_text(Native, &after).contains(square),
            "{}",
            game.position_text(Native, &after)
        );
        assert_eq!(report.value.wdl(), Some(Wdl::WIN));
    }
}
