//! Iterative deepening: the root, searched a ply deeper again and again.

use damier_numerics::single;
use damier_rules::Position;

use super::{
    Aspiration, MAX_PLY, Reductions, StaticEvaluator,
    node::Search,
    ordering::FORCEFUL_PROMISE,
    root::Candidate,
    score::{WIN, plies_to_end},
};

/// A window that failed is widened by this factor.
const WIDENING: i32 = 4;
/// A window that would become wider than this is opened altogether.
const WIDEST: i32 = 500;
/// Scores move too much from one iteration to the next before this depth for a narrow window to help.
const FIRST_NARROW_DEPTH: i32 = 4;

/// Quiet moves of the root after so many are searched less deeply first,
const UNREDUCED_MOVES: usize = 2;
/// from this depth on,
const REDUCED_FROM_DEPTH: i32 = 2;
/// by so many plies
const LEAST_REDUCTION: f32 = 0.5;
/// and so many times the product of the logarithms of the depth and the number of moves before, rounded down.
const REDUCTION_GROWTH: f32 = 0.45;

/// Where an iterative deepening begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Depths {
    /// From the beginning to `last`, or as far as it goes.
    pub(super) fn up_to(last: Option<u32>) -> Self {
        let most = MAX_PLY as u32;
        Self { first: 1, last: last.map_or(most, |last| last.min(most)) }
    }
}

impl<P: Position, S: StaticEvaluator<P>> Search<'_, P, S> {
    /// Searches until the limits are reached or nothing is left to find out.
    pub(super) fn deepen(&mut self, position: &P, depths: Depths) {
        for depth in depths.first..=depths.last {
            for place in 0..self.root.lines {
                self.iterate(position, depth as i32, place);
                if self.budget.exhausted() {
                    return;
                }
            }
            self.root.complete(depth);
            // A shorter win or a longer defence would have shown at this depth.
            let found = |line: &Candidate<P::Move>| {
                let plies = line.score.and_then(plies_to_end);
                plies.is_some_and(|plies| plies.unsigned_abs() <= depth)
            };
            if self.root.told().iter().all(found) {
                return;
            }
        }
    }

    /// One iteration for the line at `place`, with a window that opens until the score lies inside.
    fn iterate(&mut self, position: &P, depth: i32, place: usize) {
        let expected = self.root.candidates[place].score;
        let (mut alpha, mut beta) = (-WIN, WIN);
        let mut margin = WIN;
        if let (Aspiration::Around(width), Some(expected)) = (self.params.aspiration, expected)
            && depth >= FIRST_NARROW_DEPTH
            && plies_to_end(expected).is_none()
        {
            margin = width.max(1);
            (alpha, beta) = ((expected - margin).max(-WIN), (expected + margin).min(WIN));
        }
        loop {
            let score = self.visit_root(position, depth, place, alpha, beta);
            let low = score <= alpha && alpha > -WIN;
            let high = score >= beta && beta < WIN;
            if self.budget.exhausted() || !(low || high) {
                return;
            }
            margin = if margin > WIDEST { WIN } else { margin * WIDENING };
            if low {
                alpha = (score - margin).max(-WIN);
            } else {
                beta = (score + margin).min(WIN);
            }
        }
    }

    /// The best score of the root's moves but for those of better lines.
    fn visit_root(&mut self, position: &P, depth: i32, place: usize, alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN;
        let next = self.next_depth(depth, self.root.candidates.len());
        for index in place..self.root.candidates.len() {
            let mv = self.root.candidates[index].mv;
            let low = alpha.max(best);
            let before = self.budget.nodes();
            let mut child = position.clone();
            child.play(mv);
            self.budget.owe();
            self.history.push(position, mv, &child);
            let score = if index == place {
                self.after(position, &child, 0, next, low, beta)
            } else {
                let reduction = self.root_reduction(position, mv, depth, index - place);
                self.after_scouting(position, &child, 0, next, reduction, low, beta)
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

    /// By how much a move of the root with so many moves before it is searched less deeply first.
    fn root_reduction(&self, position: &P, mv: P::Move, depth: i32, before: usize) -> i32 {
        let selective = self.params.reductions == Reductions::Selective;
        if !selective || depth < REDUCED_FROM_DEPTH || before < UNREDUCED_MOVES || !position.is_quiet() {
            return 0;
        }
        if self.evaluator.promise(position, mv).is_some_and(|promise| promise > FORCEFUL_PROMISE) {
            return 0;
        }
        (LEAST_REDUCTION + REDUCTION_GROWTH * single::ln(depth as f32) * single::ln(before as f32)) as i32
    }
}
