//! What the search leaves out where players may pass, it does not take for proven.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_rules::{
    MoveList, Notation,
    NotationFormat::Native,
    Position,
    games::chess::{Chess, ChessMove, ChessPosition},
};

use super::{
    AlphaBeta, AlphaBetaParams, Material, Reductions, StaticEvaluator, random_games::random_positions, score,
};
use crate::search::Limits;

/// Counts material, and has a policy that knows nothing and is sure of it.
struct Fickle(Material<Chess>);

impl StaticEvaluator<ChessPosition> for Fickle {
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

    fn move_score(&self, position: &ChessPosition, mv: ChessMove) -> Option<i32> {
        self.0.move_score(position, mv)
    }

    fn tactical_moves(&self, position: &ChessPosition, out: &mut MoveList<ChessMove>) {
        self.0.tactical_moves(position, out);
    }

    fn gain(&self, position: &ChessPosition, mv: ChessMove) -> Option<i32> {
        self.0.gain(position, mv)
    }
}

#[test]
fn whatever_the_policy_says_what_is_proven_is_true() {
    let exact = AlphaBetaParams { reductions: Reductions::None, ..AlphaBetaParams::default() };
    let mut proven = 0;
    for (position, history) in random_positions(&Chess::standard(), 1_000, 20..120) {
        let material = Material::new(Chess::standard());
        let pruned = AlphaBeta::new(Fickle(material.clone()), AlphaBetaParams::default()).search(
            &position,
            &history,
            &Limits::depth(4),
        );
        if let Some(plies) = score::plies_to_end(pruned.score)
            && plies.unsigned_abs() <= 5
        {
            proven += 1;
            let depth = Limits::depth(plies.unsigned_abs());
            let true_score = AlphaBeta::new(material, exact).search(&position, &history, &depth).score;
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
