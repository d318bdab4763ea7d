//! Iterative deepening of the root with aspiration windows.

use damier_numerics::single;
use damier_rules::{Position, SearchHeuristics};

use super::{
    Aspiration, MAX_PLY, Reductions,
    node::Search,
    ordering::TACTICAL_MOVE_SCORE,
    root::Candidate,
    score::{WIN, plies_to_end},
};
use crate::Evaluator;

/// Factor by which a failed aspiration window grows.
const ASPIRATION_GROWTH: i32 = 4;
/// Margin beyond which a failed aspiration window is opened fully, in centipawns.
const ASPIRATION_MAX_MARGIN: i32 = 500;
/// Least depth with an aspiration window: scores of lower depths vary too much.
const ASPIRATION_MIN_DEPTH: i32 = 4;

/// Root moves that late-move reductions leave at full depth.
const LMR_FULL_DEPTH_MOVES: usize = 2;
/// Least depth of late-move reductions at the root, in plies.
const LMR_MIN_DEPTH: i32 = 2;
/// Constant of the logarithmic late-move reduction, in plies.
const LMR_BASE: f32 = 0.5;
/// Factor of ln(depth) · ln(index of the move) in the late-move reduction, which is rounded down.
const LMR_FACTOR: f32 = 0.45;

/// First and last depth of iterative deepening, in plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Depths {
    /// Returns the depths from 1 to `last`, at most [`MAX_PLY`].
    pub(super) fn up_to(last: Option<u32>) -> Self {
        let most = MAX_PLY as u32;
        Self { first: 1, last: last.map_or(most, |last| last.min(most)) }
    }
}

impl<P: Position, H: SearchHeuristics<P>, E: Evaluator<P>> Search<'_, P, H, E> {
    /// Deepens until the budget is exhausted, the last depth is reached or the result is proven.
    pub(super) fn deepen(&mut self, position: &P, depths: Depths) {
        for depth in depths.first..=depths.last {
            for place in 0..self.root.lines {
                self.iterate(position, depth as i32, place);
                if self.budget.exhausted() {
                    return;
                }
            }
            self.root.complete(depth);
            // A shorter win or a longer defence would have been found at this depth.
            let found = |line: &Candidate<P::Move>| {
                let plies = line.score.and_then(plies_to_end);
                plies.is_some_and(|plies| plies.unsigned_abs() <= depth)
            };
            if self.root.reported().iter().all(found) {
                return;
            }
        }
    }

    /// Searches one iteration of the line at `place`; widens the aspiration window until the score lies inside.
    fn iterate(&mut self, position: &P, depth: i32, place: usize) {
        let expected = self.root.candidates[place].score;
        let (mut alpha, mut beta) = (-WIN, WIN);
        let mut margin = WIN;
        if let (Aspiration::Around(width), Some(expected)) = (self.params.aspiration, expected)
            && depth >= ASPIRATION_MIN_DEPTH
            && plies_to_end(expected).is_none()
        {
            margin = width.max(1);
            (alpha, beta) = ((expected - margin).max(-WIN), (expected + margin).min(WIN));
        }
        loop {
            let score = self.search_root(position, depth, place, alpha, beta);
            let low = score <= alpha && alpha > -WIN;
            let high = score >= beta && beta < WIN;
            if self.budget.exhausted() || !(low || high) {
                return;
            }
            margin = if margin > ASPIRATION_MAX_MARGIN { WIN } else { margin * ASPIRATION_GROWTH };
            if low {
                alpha = (score - margin).max(-WIN);
            } else {
                beta = (score + margin).min(WIN);
            }
        }
    }

    /// Returns the best score of the root moves from index `place` on.
    fn search_root(&mut self, position: &P, depth: i32, place: usize, alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN;
        let next = self.next_depth(depth, self.root.candidates.len());
        for index in place..self.root.candidates.len() {
            let mv = self.root.candidates[index].mv;
            let low = alpha.max(best);
            let before = self.budget.nodes();
            let mut child = position.clone();
            child.play(mv);
            self.budget.defer_node();
            self.history.push(position, mv, &child);
            let score = if index == place {
                self.search_child(position, &child, 0, next, low, beta)
            } else {
                let reduction = self.root_late_move_reduction(position, mv, depth, index - place);
                self.pvs(position, &child, 0, next, reduction, low, beta)
            };
            self.history.pop();
            self.root.candidates[index].nodes += self.budget.nodes() - before;
            if self.budget.exhausted() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    self.root.promote(index, place, score, &self.frames[1].line);
                }
            }
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Returns the late-move reduction of a root move, in plies; `before` moves precede it.
    fn root_late_move_reduction(&self, position: &P, mv: P::Move, depth: i32, before: usize) -> i32 {
        let selective = self.params.reductions == Reductions::Selective;
        if !selective || depth < LMR_MIN_DEPTH || before < LMR_FULL_DEPTH_MOVES || !position.is_quiet() {
            return 0;
        }
        if self.heuristics.move_score(position, mv).is_some_and(|score| score > TACTICAL_MOVE_SCORE) {
            return 0;
        }
        (LMR_BASE + LMR_FACTOR * single::ln(depth as f32) * single::ln(before as f32)) as i32
    }
}
