//! Iterative deepening: the root, searched a ply deeper again and again.

use damier_rules::Position;

use super::{
    AlphaBetaReport, Aspiration, MAX_PLY, StaticEvaluator,
    node::Search,
    score::{DRAW, WIN, plies_to_end},
};
use crate::search::Limits;

/// A window that failed is widened by this factor.
const WIDENING: i32 = 4;
/// A window that would become wider than this is opened altogether.
const WIDEST: i32 = 500;
/// Scores move too much from one iteration to the next before this depth for a narrow window to help.
const FIRST_NARROW_DEPTH: i32 = 4;

/// The root of a search.
pub(super) struct Root<M> {
    /// The legal moves, the best of the last iteration first.
    moves: Vec<M>,
    /// The best line so far.
    line: Vec<M>,
    /// Its score.
    score: i32,
}

impl<M> Default for Root<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), line: Vec::new(), score: DRAW }
    }
}

impl<P: Position, S: StaticEvaluator<P>> Search<'_, P, S> {
    /// Searches until the limits are reached or nothing is left to find out.
    pub(super) fn run(mut self, position: &P, limits: &Limits) -> AlphaBetaReport<P::Move> {
        position.legal_moves(&mut self.root.moves);
        self.root.moves.retain(|mv| self.evaluator.promise(position, *mv).is_some());
        self.tables.keep_best(position, &mut self.root.moves);
        assert!(!self.root.moves.is_empty(), "there is no move to find");
        self.root.line.push(self.root.moves[0]);
        let forced = self.root.moves.len() == 1 && limits.time.is_some();
        let last =
            if forced { 0 } else { limits.depth.map_or(MAX_PLY as u32, |depth| depth.min(MAX_PLY as u32)) };
        let mut completed = 0;
        for depth in 1..=last {
            let score = self.iterate(position, depth as i32);
            if self.budget.exhausted() {
                break;
            }
            completed = depth;
            // A shorter win or a longer defence would have shown at this depth.
            if plies_to_end(score).is_some_and(|plies| plies.unsigned_abs() <= depth) {
                break;
            }
        }
        AlphaBetaReport {
            best: self.root.line[0],
            score: self.root.score,
            depth: completed,
            nodes: self.budget.nodes(),
            elapsed: self.budget.elapsed(),
            pv: self.root.line,
        }
    }

    /// One iteration, with a window that opens until the score lies inside.
    fn iterate(&mut self, position: &P, depth: i32) -> i32 {
        let expected = self.root.score;
        let mut margin = match self.params.aspiration {
            Aspiration::Around(margin) if depth >= FIRST_NARROW_DEPTH && plies_to_end(expected).is_none() => {
                margin.max(1)
            }
            _ => WIN,
        };
        let (mut alpha, mut beta) = ((expected - margin).max(-WIN), (expected + margin).min(WIN));
        loop {
            let score = self.visit_root(position, depth, alpha, beta);
            let low = score <= alpha && alpha > -WIN;
            let high = score >= beta && beta < WIN;
            if self.budget.exhausted() || !(low || high) {
                return score;
            }
            margin = if margin > WIDEST { WIN } else { margin * WIDENING };
            if low {
                alpha = (score - margin).max(-WIN);
            } else {
                beta = (score + margin).min(WIN);
            }
        }
    }

    fn visit_root(&mut self, position: &P, depth: i32, alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN;
        let next = self.next_depth(depth, self.root.moves.len());
        for index in 0..self.root.moves.len() {
            let mv = self.root.moves[index];
            let low = alpha.max(best);
            let mut child = position.clone();
            child.play(mv);
            self.history.push(position, mv, &child);
            let score = if index == 0 {
                self.after(position, &child, 0, next, low, beta)
            } else {
                let probe = self.after(position, &child, 0, next, low, low + 1);
                if probe > low && probe < beta {
                    self.after(position, &child, 0, next, low, beta)
                } else {
                    probe
                }
            };
            self.history.pop();
            if self.budget.exhausted() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    self.root.score = score;
                    self.root.line.clear();
                    self.root.line.push(mv);
                    self.root.line.extend_from_slice(&self.frames[1].line);
                    self.root.moves[..=index].rotate_right(1);
                }
            }
            if score >= beta {
                break;
            }
        }
        best
    }
}
