//! What the search leaves out where players may pass, it does not take for proven.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_rules::{
    Notation,
    NotationFormat::Native,
    Position,
    games::chess::{Chess, ChessMove, ChessPosition},
};

use super::{AlphaBeta, AlphaBetaParams, Reductions, random_games::random_positions, score};
use crate::{Evaluation, Evaluator, HandcraftedEvaluator, evaluation::ScoreKind, search::Limits};

/// Counts material, and has a policy that knows nothing and is sure of it.
struct Fickle(HandcraftedEvaluator<Chess>);

impl Evaluator<ChessPosition> for Fickle {
    fn evaluate(
        &mut self,
        position: &ChessPosition,
        moves: &[ChessMove],
        logits: &mut Vec<f32>,
    ) -> Evaluation {
        self.policy(position, moves, logits);
        Evaluation { value: self.0.value(position), moves_left: 0.0 }
    }

    fn score(&mut self, position: &ChessPosition) -> i32 {
        self.0.score(position)
    }

    fn policy(&mut self, position: &ChessPosition, moves: &[ChessMove], logits: &mut Vec<f32>) {
        logits.clear();
        logits.extend(moves.iter().map(|mv| {
            let mut hasher = DefaultHasher::new();
            (position.key(), mv).hash(&mut hasher);
            (hasher.finish() % 20) as f32
        }));
    }

    fn score_kind(&self) -> ScoreKind {
        ScoreKind::HANDCRAFTED
    }
}

#[test]
fn whatever_the_policy_says_what_is_proven_is_true() {
    let exact = AlphaBetaParams { reductions: Reductions::None, ..AlphaBetaParams::default() };
    let mut proven = 0;
    for (position, history) in random_positions(&Chess::standard(), 1_000, 20..120) {
        let (game, evaluator) = (Chess::standard(), HandcraftedEvaluator::new(Chess::standard()));
        let fickle = Fickle(evaluator.clone());
        let mut pruning = AlphaBeta::new(game.clone(), fickle, AlphaBetaParams::default());
        let pruned = pruning.search(&position, &history, &Limits::depth(4));
        if let Some(plies) = score::plies_to_end(pruned.score)
            && plies.unsigned_abs() <= 5
        {
            proven += 1;
            let depth = Limits::depth(plies.unsigned_abs());
            let true_score = AlphaBeta::new(game, evaluator, exact).search(&position, &history, &depth).score;
            let shortest = score::plies_to_end(true_score).expect("it is proven to the same depth");
            assert_eq!(
                shortest.signum(),
                plies.signum(),
                "{}",
                Chess::standard().position_text(Native, &position)
            );
        }
    }
    assert!(proven > 20, "only {proven} positions were decided");
}
