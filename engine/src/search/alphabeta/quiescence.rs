//! The end of the depth: a quiet position is judged once no tactical move makes it better.

use std::mem;

use damier_rules::Position;

use super::{
    MAX_PLY, Reductions, StaticEvaluator,
    frame::Frame,
    node::Search,
    score::STATIC_LIMIT,
    static_evaluator::GUESS_MARGIN,
    transposition::{Bound, Known},
};

/// Beyond the depth a tactical move is expected to win no more than what it gains, times this, for a net may think more
/// of a man than its unit says,
const GAIN_FACTOR: i32 = 2;
/// and this (delta pruning).
const GAIN_MARGIN: i32 = 340;

impl<P: Position, S: StaticEvaluator<P>> Search<'_, P, S> {
    /// The score of a quiet position at the end of the depth: what the evaluator says, or better where a
    /// tactical move is better.
    pub(super) fn settle(&mut self, position: &P, ply: usize, alpha: i32, beta: i32) -> i32 {
        if let Some(bound) = self.guessed_bound(position, alpha, beta) {
            return bound;
        }
        let standing = self.evaluator.score(position).clamp(-STATIC_LIMIT, STATIC_LIMIT);
        if standing >= beta || ply == MAX_PLY {
            return standing;
        }
        let mut frame = mem::take(&mut self.frames[ply]);
        self.evaluator.tactical_moves(position, &mut frame.moves);
        let score = if frame.moves.is_empty() {
            standing
        } else {
            self.settle_tactics(position, &mut frame, ply, standing, alpha, beta)
        };
        self.frames[ply] = frame;
        score
    }

    /// The best of the score of `standing` still and those after the tactical moves of `frame`, or what the table knows.
    fn settle_tactics(
        &mut self,
        position: &P,
        frame: &mut Frame<P>,
        ply: usize,
        standing: i32,
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
        let mut best = Known { score: standing, bound: Bound::Upper, depth: 0, best: None };
        for index in 0..frame.moves.len() {
            let mv = frame.moves[index];
            let low = alpha.max(best.score);
            if let Some(hope) = self.hope_of(position, mv, standing)
                && hope <= low
            {
                best.score = best.score.max(hope);
                continue;
            }
            let mut child = position.clone();
            child.play(mv);
            self.budget.owe();
            self.history.push(position, mv, &child);
            let score = self.after(position, &child, ply, 0, low, beta);
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
        // What was found by a deeper search stays.
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

    /// A bound on the score that is far enough beyond an empty window to do without the score (lazy evaluation).
    fn guessed_bound(&self, position: &P, alpha: i32, beta: i32) -> Option<i32> {
        if beta - alpha > 1 || self.params.reductions == Reductions::None {
            return None;
        }
        let guess = self.evaluator.guess(position)?;
        let (low, high) = (guess - GUESS_MARGIN, guess + GUESS_MARGIN);
        if low >= beta {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// What a tactical move comes to at most, where that is guessed.
    fn hope_of(&self, position: &P, mv: P::Move, standing: i32) -> Option<i32> {
        if self.params.reductions == Reductions::None {
            return None;
        }
        let gain = self.evaluator.gain(position, mv)?;
        Some((standing + gain * GAIN_FACTOR + GAIN_MARGIN).min(STATIC_LIMIT))
    }
}
