//! Forced wins and only moves of the game end or narrow the search.

use damier_rules::{
    Game, History, Notation as _, NotationFormat::Native, Options, Position, games::five_in_a_row::FiveInARow,
};

use super::{Mcts, MctsParams};
use crate::{
    HandcraftedEvaluator,
    search::{Limits, Proof, SearchReport},
};

/// A report of one search, with texts for moves.
struct Found {
    best: String,
    proof: Proof,
    proof_plies: Option<u32>,
    in_canonical_order: bool,
    reused: u64,
    moves: usize,
    legal: usize,
}

impl Found {
    fn of<G: Game>(
        game: &G,
        position: &G::Position,
        report: &SearchReport<damier_rules::game::MoveOf<G>>,
    ) -> Self {
        Self {
            best: game.move_text(Native, position, report.best),
            proof: report.proof,
            proof_plies: report.lines[0].proof_plies,
            in_canonical_order: report.moves.is_sorted_by_key(|root_move| root_move.mv),
            reused: report.reused,
            moves: report.moves.len(),
            legal: position.count_moves(),
        }
    }
}

/// Searches the positions after these moves one after the other, with one tree.
fn search(moves: &[&str], simulations: u64) -> Vec<Found> {
    let game = FiveInARow::freestyle(Options::none()).expect("the defaults");
    let mut mcts = Mcts::new(HandcraftedEvaluator::new(game.clone()), MctsParams::playing());
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut found = Vec::new();
    for moves in moves {
        for text in moves.split_whitespace() {
            let mv = game.parse_move(Native, &position, text).expect("a legal move");
            history.play(&mut position, mv);
        }
        let report = mcts.search(&position, &history, &Limits::nodes(simulations));
        found.push(Found::of(&game, &position, &report));
    }
    found
}

#[test]
fn a_win_by_fours_is_proven_with_its_length() {
    // k8 makes a four, l8 answers it, and the open three h8 h9 h10 becomes a straight four.
    let [found] = &search(&["h8 g8 i8 a1 j8 a3 h9 a5 h10 a7"], 500)[..] else { panic!("one search") };
    assert_eq!(found.proof, Proof::Win);
    assert!(found.proof_plies.is_some_and(|plies| plies <= 5), "{:?}", found.proof_plies);
}

#[test]
fn a_five_is_blocked() {
    let [found] = &search(&["h8 g8 i8 c3 j8 d3 a15 e3 k8"], 500)[..] else { panic!("one search") };
    assert_eq!(found.best, "l8");
}

/// Where some moves were left out below the root, they come back when it becomes the root.
#[test]
fn a_root_has_all_moves_in_their_order() {
    let found = search(&["h8 g8 i8 c3 j8 d3 a15 e3", "k8", "l8"], 2_000);
    for found in &found {
        assert!(found.in_canonical_order);
        assert_eq!(found.moves, found.legal);
    }
    // After l8 Black has to prevent a straight four, so that few moves counted there.
    assert!(found[2].reused > 0);
}
