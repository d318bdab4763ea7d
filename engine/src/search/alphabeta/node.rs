//! One node of the tree below the root.

use std::mem;

use damier_rules::{History, Outcome, Position};

use super::{
    AlphaBetaParams, MAX_PLY, Reductions, StaticEvaluator,
    budget::Budget,
    frame::{Frame, QuietStep},
    ordering::Ordering,
    root::Root,
    score::{self, STATIC_LIMIT, WIN},
    transposition::{Bound, Known, Table},
    watcher::Watcher,
};
use crate::search::SearchTables;

/// Reductions begin at this depth,
const REDUCED_FROM_DEPTH: i32 = 3;
/// after so many moves,
const UNREDUCED_MOVES: usize = 3;
/// take one ply, and after this many moves
const LIGHTLY_REDUCED_MOVES: usize = 6;
/// this share of the depth.
const HEAVY_REDUCTION_DIVISOR: i32 = 3;

/// Where players may pass, a position that is better than it needs to be by so much for each ply of its depth, in
/// hundredths of a man, is good enough
const GLANCE_MARGIN: i32 = 40;
/// up to this depth.
const GLANCED_TO_DEPTH: i32 = 4;
/// Where players may pass, quiet moves are expected to improve a position by no more than this
const HOPE: i32 = 60;
/// and this for each ply of its depth,
const HOPE_PER_PLY: i32 = 60;
/// up to this depth (futility pruning, Heinz 1998).
const HOPELESS_TO_DEPTH: i32 = 5;
/// Where a policy orders them, so many quiet moves and the square of the depth are searched, the others left out
/// (late-move pruning; without a policy it loses more than it wins).
const LEAST_SEARCHED: usize = 3;

/// Passing is searched from this depth on,
const PASSED_FROM_DEPTH: i32 = 2;
/// less deeply by so many plies
const PASS_REDUCTION: i32 = 3;
/// and this share of the depth.
const PASS_REDUCTION_DIVISOR: i32 = 4;

/// A node of this depth whose best move nobody has guessed yet is searched a ply less deeply.
const GUESSED_FROM_DEPTH: i32 = 4;

/// A running search.
pub(super) struct Search<'a, P: Position, S> {
    pub(super) evaluator: &'a mut S,
    pub(super) params: &'a AlphaBetaParams,
    pub(super) tables: &'a SearchTables<P>,
    pub(super) table: &'a Table,
    pub(super) ordering: &'a mut Ordering,
    /// One per ply of the current line.
    pub(super) frames: &'a mut [Frame<P>],
    /// The game up to the current node.
    pub(super) history: History<P>,
    /// Moves of `history` before the root.
    pub(super) root_plies: usize,
    pub(super) budget: Budget,
    pub(super) watcher: &'a mut dyn Watcher<P::Move>,
    pub(super) root: Root<P::Move>,
}

impl<P: Position, S: StaticEvaluator<P>> Search<'_, P, S> {
    /// The depth below a node of `depth` with so many moves: a single reply costs none.
    pub(super) fn next_depth(&self, depth: i32, moves: usize) -> i32 {
        if moves == 1 { depth } else { depth - 1 }
    }

    /// The score of `position`, exact within the window and a bound outside (fail-soft). Leaves the
    /// expected line in the frame of `ply`. Once the budget is exhausted the score means nothing.
    pub(super) fn visit(&mut self, position: &P, ply: usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.frames[ply].line.clear();
        self.root.deepest = self.root.deepest.max(ply);
        let Self { budget, watcher, root, table, .. } = self;
        if !budget.pay(|nodes| watcher.go_on(root, table, nodes)) {
            return score::DRAW;
        }
        let depth = depth.max(0);
        let quiet = position.is_quiet();
        let ruled = self.ruled_outcome(position);
        if ruled.is_none()
            && let Some(known) = self.tables.outcome(position, &self.history)
        {
            return score::of_known(known, position.to_move(), ply);
        }
        if ruled.is_some() || (depth == 0 && quiet) || ply == MAX_PLY {
            let has_moves = position.count_moves() > 0;
            return match position.outcome_given(has_moves).or(ruled) {
                Some(outcome) => score::of_outcome(outcome, position.to_move(), ply),
                None => self.settle(position, ply, alpha, beta),
            };
        }

        // Nothing here can be better than winning next ply or worse than having lost already.
        let (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }

        // Forced sequences at the end are not worth a look at memory.
        let key = (depth > 0).then(|| position.key());
        let known = key.and_then(|key| self.table.probe(key, ply));
        let open = beta - alpha > 1;
        if let Some(known) = known
            && !open
            && known.depth >= depth
            && known.decides(alpha, beta)
        {
            return known.score;
        }
        let passed = if quiet { position.passed() } else { None };
        let may_pass = passed.is_some();
        // What an earlier search has found says more than a glance, as far as it says anything.
        let glance =
            self.glance(position, may_pass).map(|glance| known.map_or(glance, |known| known.correct(glance)));
        if let Some(glance) = glance {
            self.judge_last_move(position, ply, glance);
        }
        let may_suffice = !open && beta.abs() <= STATIC_LIMIT;
        if may_suffice
            && let (Some(child), Some(glance)) = (&passed, glance)
            && let Some(score) = self.passing_suffices(child, glance, ply, depth, beta)
        {
            return score;
        }
        let guess = known.and_then(|known| known.best);
        let depth = depth - self.unguessed_reduction(depth, guess);

        let mut frame = mem::take(&mut self.frames[ply]);
        frame.glance = glance;
        frame.hope = glance
            .filter(|_| may_suffice && depth <= HOPELESS_TO_DEPTH)
            .map(|glance| (glance + HOPE + depth * HOPE_PER_PLY).min(STATIC_LIMIT));
        position.legal_moves(&mut frame.moves);
        let score = match position.outcome_given(!frame.moves.is_empty()) {
            Some(outcome) => score::of_outcome(outcome, position.to_move(), ply),
            None => {
                frame.ask_policy(self.evaluator, position, may_pass);
                let promise = |mv| self.evaluator.promise(position, mv);
                self.ordering.rank(&mut frame, position.to_move(), guess, promise);
                let found = self.visit_children(position, &mut frame, ply, depth, alpha, beta);
                if let Some(key) = key
                    && !self.budget.exhausted()
                {
                    self.table.store(key, ply, found);
                }
                found.score
            }
        };
        self.frames[ply] = frame;
        score
    }

    /// The score of `position` at a glance, if its player may pass: it decides there what is left out.
    fn glance(&mut self, position: &P, may_pass: bool) -> Option<i32> {
        let looks = may_pass && self.params.reductions == Reductions::Selective;
        looks.then(|| self.evaluator.score(position).clamp(-STATIC_LIMIT, STATIC_LIMIT))
    }

    /// Has the order learn from how much better or worse at a glance the quiet move made things that led here.
    fn judge_last_move(&mut self, position: &P, ply: usize, glance: i32) {
        if let Some(before) = ply.checked_sub(1)
            && let Some(step) = self.frames[before].step
        {
            let glance = if position.to_move() == step.player { glance } else { -glance };
            self.ordering.judge(step.player, &step.mv, glance - step.glance);
        }
    }

    /// A score of at least `beta` for a quiet position that is good enough even if its player passes: at a glance, or
    /// after a shallower search. `None` where it is not (null-move pruning, Donninger 1993).
    fn passing_suffices(&mut self, child: &P, glance: i32, ply: usize, depth: i32, beta: i32) -> Option<i32> {
        if ply + 1 >= MAX_PLY || self.frames[ply].passed {
            return None;
        }
        if depth <= GLANCED_TO_DEPTH && glance - depth * GLANCE_MARGIN >= beta {
            return Some(glance);
        }
        if depth < PASSED_FROM_DEPTH || glance < beta {
            return None;
        }
        // Nothing from before can be repeated in a line that nobody can play.
        let history = mem::replace(&mut self.history, History::new(child));
        let root_plies = mem::take(&mut self.root_plies);
        self.frames[ply + 1].passed = true;
        let reduced = depth - PASS_REDUCTION - depth / PASS_REDUCTION_DIVISOR;
        let score = -self.visit(child, ply + 1, reduced, -beta, 1 - beta);
        self.frames[ply + 1].passed = false;
        (self.history, self.root_plies) = (history, root_plies);
        // A win that is found so is not proven.
        (score >= beta && !self.budget.exhausted()).then(|| score.min(STATIC_LIMIT))
    }

    /// The score of `child`, which a move of `position` at `ply` led to, for the player who made the move: that
    /// is the other one's turned round, unless the same player moves again.
    pub(super) fn after(
        &mut self,
        position: &P,
        child: &P,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if child.to_move() == position.to_move() {
            self.visit(child, ply + 1, depth, alpha, beta)
        } else {
            -self.visit(child, ply + 1, depth, -beta, -alpha)
        }
    }

    /// As [`after`](Self::after), where no score beyond `alpha` is expected: with an empty window and so many plies less
    /// deeply first, then to the full depth and with the full window, as far as the move turns out better.
    #[expect(clippy::too_many_arguments, reason = "those of a search, and a reduction")]
    pub(super) fn after_scouting(
        &mut self,
        position: &P,
        child: &P,
        ply: usize,
        depth: i32,
        reduction: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut score = self.after(position, child, ply, depth - reduction, alpha, alpha + 1);
        if reduction > 0 && score > alpha {
            score = self.after(position, child, ply, depth, alpha, alpha + 1);
        }
        if score > alpha && score < beta {
            score = self.after(position, child, ply, depth, alpha, beta);
        }
        score
    }

    /// Searches the moves of `frame`, at least one, in order.
    fn visit_children(
        &mut self,
        position: &P,
        frame: &mut Frame<P>,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Known {
        let mut best = Known { score: -WIN, bound: Bound::Upper, depth, best: None };
        let quiet = position.is_quiet();
        let next = self.next_depth(depth, frame.order.len());
        let may_prune = !frame.hunches.is_empty() && self.params.reductions == Reductions::Selective;
        let late = |index| may_prune && index >= LEAST_SEARCHED + (depth * depth) as usize;
        for index in 0..frame.order.len() {
            let place = frame.bring_best(index);
            let mv = frame.moves[place];
            let low = alpha.max(best.score);
            if let Some(hope) = frame.hope
                && hope <= low
                && index > 0
                && best.score > -STATIC_LIMIT
                && !frame.is_forceful(index)
            {
                best.score = best.score.max(hope);
                continue;
            }
            if late(index) && best.score > -STATIC_LIMIT && !frame.is_forceful(index) {
                continue;
            }
            let mut child = position.clone();
            child.play(mv);
            if next > 0 {
                self.table.prefetch(child.key());
            } else {
                self.evaluator.announce(&child);
            }
            self.budget.owe();
            self.history.push(position, mv, &child);
            // Its own frame is not in its place while its moves are searched.
            let glance = frame.glance.filter(|_| !frame.is_forceful(index));
            self.frames[ply].step = glance.map(|glance| QuietStep { player: position.to_move(), mv, glance });
            let score = if index == 0 {
                self.after(position, &child, ply, next, low, beta)
            } else {
                let reducible = quiet && !frame.is_forceful(index);
                let reduction = self.reduction(reducible, depth, index);
                self.after_scouting(position, &child, ply, next, reduction, low, beta)
            };
            self.history.pop();
            if self.budget.exhausted() {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.best = Some(place);
                    best.bound = Bound::Exact;
                    frame.set_line(mv, &self.frames[ply + 1].line);
                }
            }
            if score >= beta {
                best.bound = Bound::Lower;
                self.ordering.reward(frame, position.to_move(), index, depth);
                if quiet {
                    frame.add_killer(mv);
                }
                break;
            }
        }
        best
    }

    /// By how much a move at `index` in the order is searched less deeply, if it may be.
    fn reduction(&self, reducible: bool, depth: i32, index: usize) -> i32 {
        match self.params.reductions {
            Reductions::Selective if reducible && depth >= REDUCED_FROM_DEPTH && index >= UNREDUCED_MOVES => {
                if index < LIGHTLY_REDUCED_MOVES {
                    1
                } else {
                    depth / HEAVY_REDUCTION_DIVISOR
                }
            }
            _ => 0,
        }
    }

    /// By how much a node is searched less deeply for want of a guess at its best move: a good first move
    /// matters more than a ply, and the next iteration will have one.
    fn unguessed_reduction(&self, depth: i32, guess: Option<usize>) -> i32 {
        match self.params.reductions {
            Reductions::Selective
                if self.table.remembers() && guess.is_none() && depth >= GUESSED_FROM_DEPTH =>
            {
                1
            }
            _ => 0,
        }
    }

    /// Returns the outcome by the draw rules. A repetition from the root on counts the first time: what was best once is
    /// best again. One of a position before the root counts as the rules say, since the players may have erred there.
    fn ruled_outcome(&self, position: &P) -> Option<Outcome> {
        let clock = self.history.clock();
        if !P::REPETITION_DRAWS {
            return position.ruled_outcome(clock, 1);
        }
        if self.history.occurrences_since(self.root_plies) > 1 {
            return Some(Outcome::Draw);
        }
        position.ruled_outcome(clock, self.history.occurrences())
    }
}
