//! What guesses at scores may change: how many positions are judged, and nothing else as long as they are good.

use damier_rules::{
    Game, History, Position,
    game::MoveOf,
    games::draughts::{Draughts, English, International},
};

use super::{
    AlphaBeta, AlphaBetaParams, Aspiration, Reductions, quiescence::LAZY_EVAL_MARGIN,
    random_games::random_positions,
};
use crate::{Evaluation, Evaluator, Value, Wdl, evaluation::ScoreKind, search::Limits};

/// Judges within the margin of what men count, as a good net does.
struct Noisy<G> {
    game: G,
    guesses: bool,
    judged: u64,
}

impl<G: Game> Evaluator<G::Position> for Noisy<G> {
    fn evaluate(&mut self, _: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        logits.resize(moves.len(), 0.0);
        Evaluation { value: Value::Two(Wdl::DRAW), moves_left: 0.0 }
    }

    fn score(&mut self, position: &G::Position) -> i32 {
        self.judged += 1;
        let margin = LAZY_EVAL_MARGIN as u64;
        let noise = (position.key() % (2 * margin + 1)) as i32 - LAZY_EVAL_MARGIN;
        let seen = self.game.material(position, position.to_move());
        seen.unwrap_or_else(|| self.game.static_eval(position, position.to_move())) + noise
    }

    fn score_kind(&self) -> ScoreKind {
        ScoreKind { is_costly: false, is_near_material: self.guesses, ..ScoreKind::NET }
    }
}

/// The scores of random positions, and how many positions were judged for them.
fn scores<G: Game>(game: &G, guesses: bool, reductions: Reductions) -> (Vec<i32>, u64) {
    // Without a table, which keeps one bound where another would do as well.
    let params = AlphaBetaParams { hash_mb: 0, reductions, aspiration: Aspiration::Full, contempt: 0 };
    let mut judged = 0;
    let score = |(position, history): (G::Position, History<G::Position>)| {
        let mut search =
            AlphaBeta::new(game.clone(), Noisy { game: game.clone(), guesses, judged: 0 }, params);
        let report = search.search(&position, &history, &Limits::depth(5));
        judged += search.workers[0].evaluator.judged;
        report.score
    };
    let scores = random_positions(game, 30, 0..50).into_iter().map(score).collect();
    (scores, judged)
}

fn check<G: Game>(game: &G) {
    let (plain, all) = scores(game, false, Reductions::Selective);
    let (guessed, some) = scores(game, true, Reductions::Selective);
    assert_eq!(guessed, plain, "{}", game.id());
    assert!(some < all, "{}: {some} of {all} positions judged", game.id());
    // Where everything is searched, everything is judged.
    assert_eq!(scores(game, true, Reductions::None), scores(game, false, Reductions::None));
}

#[test]
fn guesses_within_the_margin_change_no_score_and_spare_judgements() {
    check(&Draughts::<International>::new());
    check(&Draughts::<English>::new());
}
