//! What a draw is worth to the side that an engine plays.

use damier_rules::{
    Game, History, Notation,
    NotationFormat::Native,
    games::chess::{Chess, ChessMove},
};

use super::{Engine, EngineOptions, Judge, Searcher};
use crate::search::{Limits, SearchReport, StopHandle};

const SEARCHERS: [Searcher; 2] = [Searcher::Tree, Searcher::AlphaBeta];
/// Kxa2 leaves two kings, which is a draw; after any other move Black is a queen ahead.
const DRAW_OR_LOSE_A_QUEEN: &str = "7k/8/8/8/8/8/pK6/8 w - - 0 1";
/// The same with the colours exchanged.
const FOR_BLACK: &str = "8/Pk6/8/8/8/8/8/7K b - - 0 1";

fn engine(searcher: Searcher, contempt: i32) -> Engine<Chess> {
    let options = EngineOptions { searcher, contempt, memory_mib: 8, ..EngineOptions::default() };
    Engine::new(Chess::standard(), Judge::BuiltIn, options).expect("no net")
}

fn think(engine: &mut Engine<Chess>, text: &str) -> SearchReport<ChessMove> {
    let position = Chess::standard().parse_position(Native, text).expect("a position");
    let history = History::new(&position);
    engine.think(&position, &history, &Limits::nodes(400), &StopHandle::new(), &mut |_| ())
}

fn move_of(searcher: Searcher, contempt: i32, text: &str) -> String {
    let position = Chess::standard().parse_position(Native, text).expect("a position");
    Chess::standard().move_text(Native, &position, think(&mut engine(searcher, contempt), text).best)
}

/// Moves with their visits or nodes and values, and the value of all.
fn content(report: &SearchReport<ChessMove>) -> String {
    format!("{:?} {:?} {:?} {}", report.moves, report.lines, report.value, report.simulations)
}

#[test]
fn the_side_that_searches_takes_or_avoids_a_draw() {
    for searcher in SEARCHERS {
        for contempt in [-100, -20, 0, 20] {
            assert_eq!(move_of(searcher, contempt, DRAW_OR_LOSE_A_QUEEN), "Kxa2", "{searcher} {contempt}");
            assert_eq!(move_of(searcher, contempt, FOR_BLACK), "Kxa7", "{searcher} {contempt}");
        }
        assert_ne!(move_of(searcher, 100, DRAW_OR_LOSE_A_QUEEN), "Kxa2", "{searcher}");
        assert_ne!(move_of(searcher, 100, FOR_BLACK), "Kxa7", "{searcher}");
    }
}

#[test]
fn another_worth_of_draws_forgets_what_was_found_by_the_first() {
    let start = Chess::standard().start();
    let start = Chess::standard().position_text(Native, &start);
    for searcher in SEARCHERS {
        let mut used = engine(searcher, 60);
        think(&mut used, DRAW_OR_LOSE_A_QUEEN);
        used.set_options(EngineOptions { contempt: 0, ..*used.options() });
        let again = think(&mut used, DRAW_OR_LOSE_A_QUEEN);
        assert_eq!(content(&again), content(&think(&mut engine(searcher, 0), DRAW_OR_LOSE_A_QUEEN)));
        used.set_options(EngineOptions { contempt: 60, ..*used.options() });
        // The same contempt, for the other side.
        think(&mut used, &start);
        let again = think(&mut used, FOR_BLACK);
        assert_eq!(content(&again), content(&think(&mut engine(searcher, 60), FOR_BLACK)), "{searcher}");
    }
}

#[test]
fn reports_give_the_expected_point_and_not_what_draws_are_worth() {
    for contempt in [-80, 0, 20] {
        let report = think(&mut engine(Searcher::Tree, contempt), DRAW_OR_LOSE_A_QUEEN);
        let score = report.lines[0].score.expect("it was searched");
        assert!((score - 0.5).abs() < 0.01, "Kxa2 draws, with contempt {contempt}: {score}");
    }
}
