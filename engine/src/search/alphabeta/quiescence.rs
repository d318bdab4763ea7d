//! Quiescence search: tactical moves beyond the nominal depth, with stand pat, delta pruning and lazy evaluation.

use std::mem;

use damier_rules::{Position, SearchHeuristics};

use super::{
    MAX_PLY, Reductions,
    frame::Frame,
    node::Search,
    score::STATIC_LIMIT,
    transposition::{Bound, TtEntry},
};
use crate::Evaluator;

/// Lazy-evaluation margin in centipawns: the score seldom differs more from the material.
pub(super) const LAZY_EVAL_MARGIN: i32 = 200;
/// Delta pruning: factor of the material gain of a tactical move; a net may value a man above its unit.
const DELTA_GAIN_FACTOR: i32 = 2;
/// Delta pruning: margin added to the gain, in centipawns.
const DELTA_MARGIN: i32 = 340;

impl<P: Position, H: SearchHeuristics<P>, E: Evaluator<P>> Search<'_, P, H, E> {
    /// Quiescence search: returns the static evaluation (stand pat), or the score of a better tactical move.
    pub(super) fn quiescence(&mut self, position: &P, ply: usize, alpha: i32, beta: i32) -> i32 {
        if let Some(bound) = self.lazy_bound(position, alpha, beta) {
            return bound;
        }
        let stand_pat = self.score(position);
        if stand_pat >= beta || ply == MAX_PLY {
            return stand_pat;
        }
        let mut frame = mem::take(&mut self.frames[ply]);
        self.heuristics.tactical_moves(position, &mut frame.moves);
        let score = if frame.moves.is_empty() {
            stand_pat
        } else {
            self.search_tactical_moves(position, &mut frame, ply, stand_pat, alpha, beta)
        };
        self.frames[ply] = frame;
        score
    }

    /// Returns the best of `stand_pat` and the scores of the tactical moves of `frame`, or a transposition-table cutoff.
    fn search_tactical_moves(
        &mut self,
        position: &P,
        frame: &mut Frame<P>,
        ply: usize,
        stand_pat: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let key = position.key();
        let known = self.table.probe(key, ply);
        if let Some(known) = known
            && beta - alpha == 1
            && known.decides(alpha, beta)
        {
            return known.score;
        }
        let mut best = TtEntry { score: stand_pat, bound: Bound::Upper, depth: 0, best: None };
        for index in 0..frame.moves.len() {
            let mv = frame.moves[index];
            let low = alpha.max(best.score);
            if let Some(bound) = self.delta_bound(position, mv, stand_pat)
                && bound <= low
            {
                best.score = best.score.max(bound);
                continue;
            }
            let mut child = position.clone();
            child.play(mv);
            self.budget.defer_node();
            self.history.push(position, mv, &child);
            let score = self.search_child(position, &child, ply, 0, low, beta);
            self.history.pop();
            if self.budget.exhausted() {
                break;
            }
            if score > best.score {
                best.score = score;
                frame.set_line(mv, &self.frames[ply + 1].line);
                if score >= beta {
                    break;
                }
            }
        }
        // Entries of deeper searches are kept.
        if !self.budget.exhausted() && known.is_none_or(|known| known.depth == 0) {
            best.bound = match best.score {
                score if score >= beta => Bound::Lower,
                score if score <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table.store(key, ply, best);
        }
        best.score
    }

    /// Lazy evaluation: returns a bound from material alone where it lies outside a zero window by the margin.
    fn lazy_bound(&self, position: &P, alpha: i32, beta: i32) -> Option<i32> {
        // With contempt scores are not near the material.
        let exact =
            beta - alpha > 1 || self.params.reductions == Reductions::None || !self.contempt.is_none();
        if exact || !self.score_kind.is_near_material {
            return None;
        }
        let lazy = self.heuristics.material(position, position.to_move())?;
        let (low, high) = (lazy - LAZY_EVAL_MARGIN, lazy + LAZY_EVAL_MARGIN);
        if low >= beta {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// Delta pruning: returns the upper estimate of a tactical move, in centipawns.
    fn delta_bound(&self, position: &P, mv: P::Move, stand_pat: i32) -> Option<i32> {
        if self.params.reductions == Reductions::None {
            return None;
        }
        let gain = self.heuristics.gain(position, mv)?;
        Some((stand_pat + gain * DELTA_GAIN_FACTOR + DELTA_MARGIN).min(STATIC_LIMIT))
    }
}
