//! Static evaluation of positions.

use damier_numerics::single;
use damier_rules::{Game, MoveList, Position, game::MoveOf};

use super::{eval_cache::EvalCache, score::STATIC_LIMIT};
use crate::{Evaluator, JudgeEvaluator, evaluation::ODDS_UNIT, net::NetEvaluator};

/// Centipawns per unit of log-odds in a net's scores: a man (100) is half a unit.
pub(super) const NET_ODDS_UNIT: f32 = 200.0;

/// Lazy-evaluation margin in centipawns: the score seldom differs more from [`StaticEvaluator::lazy_score`].
pub(super) const LAZY_EVAL_MARGIN: i32 = 200;

/// Static evaluator of quiet positions, with move scores for ordering.
pub trait StaticEvaluator<P: Position>: Send {
    /// Returns the static evaluation in centipawns for the player to move, within ±[`STATIC_LIMIT`].
    ///
    /// It depends on the position alone.
    fn score(&mut self, position: &P) -> i32;

    /// Returns a cheap estimate (material) of the [score](Self::score) for lazy evaluation, in centipawns.
    ///
    /// Returns `None` where there is none, or where it saves nothing.
    fn lazy_score(&self, position: &P) -> Option<i32> {
        let _ = position;
        None
    }

    /// Prefetches the cached evaluation of a position that may be evaluated soon.
    fn prefetch(&self, position: &P) {
        let _ = position;
    }

    /// Returns the centipawns per unit of log-odds of the expected share of the point.
    fn odds_unit(&self) -> f32 {
        ODDS_UNIT
    }

    /// Returns draw probability, moves left and priors of a position with these legal moves, at least one.
    fn outlook(&mut self, position: &P, moves: &[P::Move]) -> Outlook {
        let _ = position;
        Outlook { draw: 0.0, moves_left: 0.0, priors: vec![1.0 / moves.len() as f32; moves.len()] }
    }

    /// Replaces `logits` by those of the policy, one for each of `moves`, which are all legal moves.
    ///
    /// Leaves it empty without a policy.
    fn policy(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) {
        let _ = (position, moves);
        logits.clear();
    }

    /// Returns the move score for ordering (MVV-LVA in chess); `None` for moves not to search.
    ///
    /// See [`SearchHeuristics::move_score`](damier_rules::SearchHeuristics::move_score).
    fn move_score(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        Some(0)
    }

    /// Replaces `out` by the moves of the quiescence search; see
    /// [`tactical_moves`](damier_rules::SearchHeuristics::tactical_moves).
    fn tactical_moves(&self, position: &P, out: &mut MoveList<P::Move>) {
        let _ = position;
        out.clear();
    }

    /// Returns the material gain of a tactical move in centipawns, for delta pruning; see
    /// [`gain`](damier_rules::SearchHeuristics::gain).
    fn gain(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        None
    }
}

/// Estimates of a position besides its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Probability of a draw, 0..=1.
    pub draw: f32,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// Prior of each legal move; they sum to 1.
    pub priors: Vec<f32>,
}

/// Converts a static evaluation into an expected share of the point, 0..=1 (logistic function).
pub(super) fn share_of(score: i32, odds_unit: f32) -> f32 {
    1.0 / (1.0 + single::exp(-(score as f32) / odds_unit))
}

/// Returns the outlook of an [`Evaluator`].
pub(super) fn outlook_of<P: Position>(
    evaluator: &mut impl Evaluator<P>,
    position: &P,
    moves: &[P::Move],
) -> Outlook {
    let mut priors = Vec::new();
    let found = evaluator.evaluate(position, moves, &mut priors);
    single::softmax(&mut priors);
    Outlook { draw: found.value.draw(), moves_left: found.moves_left, priors }
}

/// Handcrafted evaluation of a game: material, lines of stones, or the distance to the goal.
#[derive(Clone, Debug)]
pub struct Material<G> {
    game: G,
}

impl<G: Game> Material<G> {
    /// Returns the handcrafted evaluation of `game`.
    pub fn new(game: G) -> Self {
        Self { game }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for Material<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        self.game.static_eval(position, position.to_move())
    }

    fn odds_unit(&self) -> f32 {
        ODDS_UNIT
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        outlook_of(&mut JudgeEvaluator::new(self.game.clone()), position, moves)
    }

    fn move_score(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.move_score(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.gain(position, mv)
    }
}

/// Evaluation by a net: its value as score, its policy for move ordering.
#[derive(Clone)]
pub struct NetScore<G: Game> {
    game: G,
    evaluator: NetEvaluator<G>,
    cache: EvalCache,
}

impl<G: Game> NetScore<G> {
    /// Returns the evaluation by the net of `evaluator`.
    pub fn new(game: G, evaluator: NetEvaluator<G>) -> Self {
        Self { game, evaluator, cache: EvalCache::new() }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for NetScore<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        let score = self.cache.get_or_compute(position.key(), || {
            let share = self.evaluator.value(position).value.score();
            let log_odds = single::ln(share / (1.0 - share));
            // The clamp also bounds the infinite log-odds of the shares 0 and 1.
            (log_odds * NET_ODDS_UNIT).clamp(-STATIC_LIMIT as f32, STATIC_LIMIT as f32) as i16
        });
        score.into()
    }

    fn lazy_score(&self, position: &G::Position) -> Option<i32> {
        self.game.material(position, position.to_move())
    }

    fn prefetch(&self, position: &G::Position) {
        self.cache.prefetch(position.key());
    }

    fn odds_unit(&self) -> f32 {
        NET_ODDS_UNIT
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        outlook_of(&mut self.evaluator, position, moves)
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        self.evaluator.evaluate(position, moves, logits);
    }

    fn move_score(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.move_score(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.gain(position, mv)
    }
}
