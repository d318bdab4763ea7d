//! Laws of the root: what is tried first, and what is paid for.

use damier_rules::{
    Game, History, MoveList, Position,
    games::chess::{Chess, ChessMove, ChessPosition},
};

use super::{AlphaBeta, AlphaBetaParams};
use crate::{Evaluation, Evaluator, Value, Wdl, evaluation::ScoreKind, search::Limits};

/// Judges by what a key happens to be, and thinks one move more probable than all others.
struct Whim {
    favourite: usize,
}

impl Evaluator<ChessPosition> for Whim {
    fn evaluate(
        &mut self,
        position: &ChessPosition,
        moves: &[ChessMove],
        logits: &mut Vec<f32>,
    ) -> Evaluation {
        self.policy(position, moves, logits);
        Evaluation { value: Value::Two(Wdl::DRAW), moves_left: 0.0 }
    }

    fn score_kind(&self) -> ScoreKind {
        ScoreKind::HANDCRAFTED
    }

    fn score(&mut self, position: &ChessPosition) -> i32 {
        (position.key() % 601) as i32 - 300
    }

    fn policy(&mut self, _: &ChessPosition, moves: &[ChessMove], logits: &mut Vec<f32>) {
        logits.clear();
        logits.extend((0..moves.len()).map(|place| if place == self.favourite { 4.0 } else { 0.0 }));
    }
}

fn start() -> (ChessPosition, History<ChessPosition>, MoveList<ChessMove>) {
    let start = Chess::standard().start();
    let history = History::new(&start);
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    (start, history, moves)
}

#[test]
fn the_move_that_the_policy_expects_is_tried_first() {
    let (start, history, moves) = start();
    for (favourite, mv) in moves.iter().enumerate() {
        let mut search = AlphaBeta::new(Chess::standard(), Whim { favourite }, AlphaBetaParams::default());
        assert_eq!(search.search(&start, &history, &Limits::nodes(1)).best, *mv);
    }
}

#[test]
fn a_move_is_paid_for_once_however_often_what_follows_is_looked_at() {
    let (start, history, moves) = start();
    for favourite in 0..moves.len() {
        let mut search = AlphaBeta::new(Chess::standard(), Whim { favourite }, AlphaBetaParams::default());
        let report = search.search(&start, &history, &Limits::depth(1));
        // Whatever turned out better than the best before was looked at twice.
        assert_eq!(report.nodes, moves.len() as u64);
    }
}
