//! The recursive search of one node below the root: principal variation search (Pearl 1980; Marsland and Campbell
//! 1982) with null-move pruning, reverse futility pruning, futility pruning, late-move pruning and late-move
//! reductions.
//!
//! The pruning techniques run only where the game has a null move ([`Tactics::null_move`]).

use std::mem;

use damier_rules::{DrawRules, History, Outcome, Position, SearchHeuristics, Tactics};

use super::{
    AlphaBetaParams, MAX_PLY, Reductions,
    budget::Budget,
    eval_cache::EvalCache,
    frame::{Frame, QuietMove},
    ordering::Ordering,
    root::Root,
    score::{self, STATIC_LIMIT, WIN},
    transposition::{Bound, TranspositionTable, TtEntry},
    watcher::Watcher,
};
use crate::{
    Evaluator,
    evaluation::ScoreKind,
    search::{SearchTablebase, contempt::Contempt},
};

/// Least depth at which late-move reductions apply, in plies.
const LMR_MIN_DEPTH: i32 = 3;
/// Number of moves that late-move reductions leave at full depth.
const LMR_FULL_DEPTH_MOVES: usize = 3;
/// Index from which late-move reductions take more than one ply.
const LMR_ONE_PLY_MOVES: usize = 6;
/// Divisor of the depth that gives the late-move reduction of the last moves.
const LMR_DEPTH_DIVISOR: i32 = 3;

/// Reverse futility margin per ply of remaining depth, in centipawns (also known as static null-move pruning).
const REVERSE_FUTILITY_MARGIN: i32 = 40;
/// Greatest depth at which reverse futility pruning applies, in plies.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 4;
/// Futility margin at depth 0, in centipawns (futility pruning, Heinz 1998).
const FUTILITY_MARGIN: i32 = 60;
/// Futility margin per ply of remaining depth, in centipawns.
const FUTILITY_MARGIN_PER_PLY: i32 = 60;
/// Greatest depth at which futility pruning applies, in plies.
const FUTILITY_MAX_DEPTH: i32 = 5;
/// Late-move pruning: quiet moves searched at depth 0; the square of the depth is added to it.
///
/// Applies only where a policy orders the moves; without one it loses strength.
const LATE_MOVE_PRUNING_BASE: usize = 3;

/// Least depth at which null-move pruning applies, in plies.
const NULL_MOVE_MIN_DEPTH: i32 = 2;
/// Constant part of the null-move reduction, in plies.
const NULL_MOVE_REDUCTION: i32 = 3;
/// Divisor of the depth that gives the other part of the null-move reduction.
const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;

/// Least depth at which a node without a transposition-table move is reduced by one ply, in plies.
const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;

/// State of the running search of one thread.
pub(super) struct Search<'a, P: Position, H, E> {
    pub(super) heuristics: &'a H,
    pub(super) evaluator: &'a mut E,
    pub(super) score_kind: ScoreKind,
    /// Static evaluations of this thread, where they are costly.
    pub(super) eval_cache: Option<&'a mut EvalCache>,
    pub(super) params: &'a AlphaBetaParams,
    pub(super) contempt: Contempt,
    /// Score of a draw by seat, for the player of that seat.
    pub(super) draw_scores: [i32; 2],
    pub(super) tables: &'a SearchTablebase<P>,
    pub(super) table: &'a TranspositionTable,
    pub(super) ordering: &'a mut Ordering,
    /// One frame per ply of the current line.
    pub(super) frames: &'a mut [Frame<P>],
    /// Moves and positions of the game up to the current node.
    pub(super) history: History<P>,
    /// Number of moves of `history` before the root.
    pub(super) root_plies: usize,
    pub(super) budget: Budget,
    pub(super) watcher: &'a mut dyn Watcher<P::Move>,
    pub(super) root: Root<P::Move>,
}

impl<P: Position, H: SearchHeuristics<P>, E: Evaluator<P>> Search<'_, P, H, E> {
    /// Returns the depth of the children of a node: a single reply is extended by one ply.
    pub(super) fn next_depth(&self, depth: i32, moves: usize) -> i32 {
        if moves == 1 { depth } else { depth - 1 }
    }

    /// Returns the score of `position`, exact within the window and a bound outside it (fail-soft).
    ///
    /// Leaves the principal variation in the frame of `ply`. Once the budget is exhausted the score is void.
    pub(super) fn search_node(&mut self, position: &P, ply: usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.frames[ply].line.clear();
        self.root.deepest = self.root.deepest.max(ply);
        let Self { budget, watcher, root, table, .. } = self;
        if !budget.count_node(|nodes| watcher.go_on(root, table, nodes)) {
            return score::DRAW;
        }
        let depth = depth.max(0);
        let quiet = position.is_quiet();
        let ruled = self.ruled_outcome(position);
        if ruled.is_none()
            && let Some(known) = self.tables.outcome(position, &self.history)
        {
            return score::of_tablebase(known, position.to_move(), ply, self.draw_score(position));
        }
        if ruled.is_some() || (depth == 0 && quiet) || ply == MAX_PLY {
            let has_moves = position.count_moves() > 0;
            return match position.outcome_given(has_moves).or(ruled) {
                Some(outcome) => {
                    score::of_outcome(outcome, position.to_move(), ply, self.draw_score(position))
                }
                None => self.quiescence(position, ply, alpha, beta),
            };
        }

        // Mate-distance pruning: no score exceeds a win in the next ply or falls below a loss here.
        let (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }

        // Forced sequences beyond the depth do not repay a memory access.
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
        let null_child = if quiet { P::Tactics::null_move(position) } else { None };
        let has_null_move = null_child.is_some();
        // A bound of the transposition table corrects the static evaluation.
        let static_eval = self
            .static_eval(position, has_null_move)
            .map(|static_eval| known.map_or(static_eval, |known| known.correct(static_eval)));
        if let Some(static_eval) = static_eval {
            self.update_eval_history(position, ply, static_eval);
        }
        let may_prune_node = !open && beta.abs() <= STATIC_LIMIT;
        if may_prune_node
            && let (Some(child), Some(static_eval)) = (&null_child, static_eval)
            && let Some(score) = self
                .reverse_futility_pruning(static_eval, ply, depth, beta)
                .or_else(|| self.null_move_pruning(child, static_eval, ply, depth, beta))
        {
            return score;
        }
        let tt_move = known.and_then(|known| known.best);
        let depth = depth - self.internal_iterative_reduction(depth, tt_move);

        let mut frame = mem::take(&mut self.frames[ply]);
        frame.static_eval = static_eval;
        frame.futility_value =
            static_eval.filter(|_| may_prune_node && depth <= FUTILITY_MAX_DEPTH).map(|static_eval| {
                (static_eval + FUTILITY_MARGIN + depth * FUTILITY_MARGIN_PER_PLY).min(STATIC_LIMIT)
            });
        position.legal_moves(&mut frame.moves);
        let score = match position.outcome_given(!frame.moves.is_empty()) {
            Some(outcome) => score::of_outcome(outcome, position.to_move(), ply, self.draw_score(position)),
            None => {
                frame.score_by_policy(self.evaluator, position, has_null_move);
                let move_score = |mv| self.heuristics.move_score(position, mv);
                self.ordering.rank(&mut frame, position.to_move(), tt_move, move_score);
                let found = self.search_moves(position, &mut frame, ply, depth, alpha, beta);
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

    /// Returns the static evaluation of `position` in centipawns where the game has a null move: pruning needs it.
    fn static_eval(&mut self, position: &P, has_null_move: bool) -> Option<i32> {
        let prunes = has_null_move && self.params.reductions == Reductions::Selective;
        prunes.then(|| self.score(position))
    }

    /// Returns the static evaluation of `position` in centipawns, from the cache where it is known.
    pub(super) fn score(&mut self, position: &P) -> i32 {
        let Self { evaluator, eval_cache, contempt, .. } = self;
        let mut score = || {
            let score = match contempt.is_none() {
                true => evaluator.score(position),
                false => evaluator.shifted_score(position, contempt.shift(position.to_move())),
            };
            score.clamp(-STATIC_LIMIT, STATIC_LIMIT)
        };
        match eval_cache {
            Some(cache) => cache.get_or_compute(position.key(), || score() as i16).into(),
            None => score(),
        }
    }

    /// Returns the score of a draw for the player to move.
    fn draw_score(&self, position: &P) -> i32 {
        self.draw_scores[position.to_move().index()]
    }

    /// Updates the history of the quiet move that led here by how much it changed the static evaluation.
    fn update_eval_history(&mut self, position: &P, ply: usize, static_eval: i32) {
        if let Some(before) = ply.checked_sub(1)
            && let Some(last) = self.frames[before].quiet_move
        {
            let static_eval = if position.to_move() == last.player { static_eval } else { -static_eval };
            self.ordering.reward_eval_gain(last.player, &last.mv, static_eval - last.static_eval);
        }
    }

    /// Reverse futility pruning: returns the static evaluation where it exceeds `beta` by the margin of `depth`.
    fn reverse_futility_pruning(&self, static_eval: i32, ply: usize, depth: i32, beta: i32) -> Option<i32> {
        let margin = depth * REVERSE_FUTILITY_MARGIN;
        let applies = self.may_skip_turn(ply) && depth <= REVERSE_FUTILITY_MAX_DEPTH;
        (applies && static_eval - margin >= beta).then_some(static_eval)
    }

    /// Returns whether the player may skip the turn at `ply`: not twice in a row, and not at the longest line.
    fn may_skip_turn(&self, ply: usize) -> bool {
        ply + 1 < MAX_PLY && !self.frames[ply].after_null_move
    }

    /// Null-move pruning (Donninger 1993): returns a score of at least `beta` where the position is good enough even
    /// after a skipped turn, by a reduced search of `child`.
    fn null_move_pruning(
        &mut self,
        child: &P,
        static_eval: i32,
        ply: usize,
        depth: i32,
        beta: i32,
    ) -> Option<i32> {
        if !self.may_skip_turn(ply) || depth < NULL_MOVE_MIN_DEPTH || static_eval < beta {
            return None;
        }
        // The line after a null move is no real one: it repeats no position of the game.
        let history = mem::replace(&mut self.history, History::new(child));
        let root_plies = mem::take(&mut self.root_plies);
        self.frames[ply + 1].after_null_move = true;
        let reduced = depth - NULL_MOVE_REDUCTION - depth / NULL_MOVE_DEPTH_DIVISOR;
        let score = -self.search_node(child, ply + 1, reduced, -beta, 1 - beta);
        self.frames[ply + 1].after_null_move = false;
        (self.history, self.root_plies) = (history, root_plies);
        // A win after a null move is not proven.
        (score >= beta && !self.budget.exhausted()).then(|| score.min(STATIC_LIMIT))
    }

    /// Returns the score of `child` for the player to move in `position` (negamax, unless the same player moves
    /// again).
    pub(super) fn search_child(
        &mut self,
        position: &P,
        child: &P,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if child.to_move() == position.to_move() {
            self.search_node(child, ply + 1, depth, alpha, beta)
        } else {
            -self.search_node(child, ply + 1, depth, -beta, -alpha)
        }
    }

    /// Principal variation search of a move after the first one: zero window with a late-move reduction, then a
    /// re-search at full depth, then one with the full window, each only where the score exceeds `alpha`.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search, and a reduction")]
    pub(super) fn pvs(
        &mut self,
        position: &P,
        child: &P,
        ply: usize,
        depth: i32,
        reduction: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut score = self.search_child(position, child, ply, depth - reduction, alpha, alpha + 1);
        if reduction > 0 && score > alpha {
            score = self.search_child(position, child, ply, depth, alpha, alpha + 1);
        }
        if score > alpha && score < beta {
            score = self.search_child(position, child, ply, depth, alpha, beta);
        }
        score
    }

    /// Searches the moves of `frame`, at least one, best first; prunes by futility and late-move pruning.
    fn search_moves(
        &mut self,
        position: &P,
        frame: &mut Frame<P>,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> TtEntry {
        let mut best = TtEntry { score: -WIN, bound: Bound::Upper, depth, best: None };
        let quiet = position.is_quiet();
        let next = self.next_depth(depth, frame.order.len());
        let prunes_late = !frame.policy_scores.is_empty() && self.params.reductions == Reductions::Selective;
        let late = |index| prunes_late && index >= LATE_MOVE_PRUNING_BASE + (depth * depth) as usize;
        for index in 0..frame.order.len() {
            let place = frame.pick_best(index);
            let mv = frame.moves[place];
            let low = alpha.max(best.score);
            if let Some(futility_value) = frame.futility_value
                && futility_value <= low
                && index > 0
                && best.score > -STATIC_LIMIT
                && !frame.is_tactical(index)
            {
                best.score = best.score.max(futility_value);
                continue;
            }
            if late(index) && best.score > -STATIC_LIMIT && !frame.is_tactical(index) {
                continue;
            }
            let mut child = position.clone();
            child.play(mv);
            if next > 0 {
                self.table.prefetch(child.key());
            } else if let Some(cache) = &self.eval_cache {
                cache.prefetch(child.key());
            }
            self.budget.defer_node();
            self.history.push(position, mv, &child);
            // `frame` is out of its slot while its moves are searched.
            let static_eval = frame.static_eval.filter(|_| !frame.is_tactical(index));
            self.frames[ply].quiet_move =
                static_eval.map(|static_eval| QuietMove { player: position.to_move(), mv, static_eval });
            let score = if index == 0 {
                self.search_child(position, &child, ply, next, low, beta)
            } else {
                let reducible = quiet && !frame.is_tactical(index);
                let reduction = self.late_move_reduction(reducible, depth, index);
                self.pvs(position, &child, ply, next, reduction, low, beta)
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
                self.ordering.update_history(frame, position.to_move(), index, depth);
                if quiet {
                    frame.add_killer(mv);
                }
                break;
            }
        }
        best
    }

    /// Returns the late-move reduction of the move at `index` of the order, in plies.
    fn late_move_reduction(&self, reducible: bool, depth: i32, index: usize) -> i32 {
        match self.params.reductions {
            Reductions::Selective if reducible && depth >= LMR_MIN_DEPTH && index >= LMR_FULL_DEPTH_MOVES => {
                if index < LMR_ONE_PLY_MOVES {
                    1
                } else {
                    depth / LMR_DEPTH_DIVISOR
                }
            }
            _ => 0,
        }
    }

    /// Internal iterative reduction: returns the plies by which a node without a transposition-table move is reduced.
    ///
    /// Its next iteration has such a move.
    fn internal_iterative_reduction(&self, depth: i32, tt_move: Option<usize>) -> i32 {
        match self.params.reductions {
            Reductions::Selective
                if self.table.remembers() && tt_move.is_none() && depth >= INTERNAL_REDUCTION_MIN_DEPTH =>
            {
                1
            }
            _ => 0,
        }
    }

    /// Returns the outcome by the draw rules.
    ///
    /// A repetition within the search counts the first time. One of a position before the root counts as the rules
    /// say, since the players may have erred there.
    fn ruled_outcome(&self, position: &P) -> Option<Outcome> {
        let clock = self.history.clock();
        if !P::REPETITION_DRAWS {
            return clock.outcome(position, 1);
        }
        if self.history.occurrences_since(self.root_plies) > 1 {
            return Some(Outcome::Draw);
        }
        clock.outcome(position, self.history.occurrences())
    }
}
