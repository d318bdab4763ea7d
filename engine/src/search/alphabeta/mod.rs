//! Alpha-beta search with iterative deepening, for any game of two players and any [`Evaluator`].
//!
//! It is the baseline that nets are measured against, and the stronger search in games with long forced lines.
//!
//! | technique | where |
//! |---|---|
//! | iterative deepening, aspiration window | `deepening.rs` |
//! | principal variation search, late-move reductions, late-move pruning | `node.rs` |
//! | null-move pruning, reverse futility pruning, futility pruning | `node.rs` |
//! | quiescence search (see [`Position::is_quiet`]), delta pruning, lazy evaluation | `quiescence.rs` |
//! | killer moves, history heuristic, MVV-LVA or policy ordering | `ordering.rs` |
//! | transposition table, lock-less | `transposition.rs`, `buckets.rs` |
//! | lazy SMP | [`AlphaBeta::set_threads`] |

mod buckets;
mod budget;
mod deepening;
#[cfg(test)]
mod draughts_tests;
mod eval_cache;
mod frame;
#[cfg(test)]
mod lazy_eval_tests;
mod node;
mod ordering;
#[cfg(test)]
mod ordering_tests;
mod params;
mod prefetch;
#[cfg(test)]
mod pruning_tests;
mod quiescence;
#[cfg(test)]
mod random_games;
#[cfg(test)]
mod repetition_tests;
mod report;
mod root;
#[cfg(test)]
mod root_tests;
mod run;
#[cfg(test)]
mod run_tests;
pub mod score;
#[cfg(test)]
mod tests;
mod transposition;
mod watcher;

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Instant,
};

use damier_rules::{History, MoveList, Position, SearchHeuristics, Tactics};

use self::{
    budget::Budget,
    deepening::Depths,
    eval_cache::EvalCache,
    frame::Frame,
    node::Search,
    ordering::Ordering,
    root::Root,
    transposition::TranspositionTable,
    watcher::{Helper, Timer, Watcher},
};
use crate::{
    Evaluator,
    search::{Limits, MemoryShortage, SearchTablebase, contempt::Contempt, stop_flag::StopFlag},
};

pub use self::{
    params::{AlphaBetaParams, Aspiration, Reductions},
    report::AlphaBetaReport,
};

/// Length of the longest line that is searched, extensions included, in plies from the root.
pub const MAX_PLY: usize = 128;

/// Alpha-beta searcher: the heuristics of a game, an evaluator, a transposition table and the move histories.
///
/// With limits of depth or nodes only, and one thread, it is deterministic: the same searches in the same order give
/// the same reports. [`clear`](Self::clear) resets it for a new game.
pub struct AlphaBeta<P: Position, H, E> {
    heuristics: H,
    params: AlphaBetaParams,
    tables: SearchTablebase<P>,
    table: TranspositionTable,
    /// Contempt by which the scores of the table and of the caches are.
    contempt: Contempt,
    /// Whether there is anything to clear.
    has_searched: bool,
    /// State of each thread; at least one.
    workers: Vec<Worker<P, E>>,
}

/// State of one thread.
struct Worker<P: Position, E> {
    evaluator: E,
    /// Static evaluations, where they are costly.
    eval_cache: Option<EvalCache>,
    ordering: Ordering,
    /// One frame per ply of the current line.
    frames: Vec<Frame<P>>,
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    fn new(evaluator: E) -> Self {
        let frames = std::iter::repeat_with(Frame::default).take(MAX_PLY + 1).collect();
        let eval_cache = evaluator.score_kind().is_costly.then(EvalCache::new);
        Self { evaluator, eval_cache, ordering: Ordering::new(), frames }
    }

    /// Ages the history heuristic and clears the killer moves of earlier searches.
    fn age(&mut self) {
        self.ordering.age();
        self.frames.iter_mut().for_each(Frame::clear_killers);
    }

    /// Returns the rank of each of the root's legal `moves`; `None` for moves that are not searched.
    ///
    /// Games with a null move rank them as at any other node. The others (draughts) use the move score alone.
    fn root_ranks(
        &mut self,
        heuristics: &impl SearchHeuristics<P>,
        position: &P,
        moves: &MoveList<P::Move>,
        tt_move: Option<usize>,
    ) -> Vec<Option<i32>> {
        let Self { evaluator, ordering, .. } = self;
        if P::Tactics::null_move(position).is_none() {
            return moves.iter().map(|mv| heuristics.move_score(position, *mv)).collect();
        }
        let mut frame = Frame::<P> { moves: moves.clone(), ..Frame::default() };
        frame.score_by_policy(evaluator, position, true);
        ordering.rank(&mut frame, position.to_move(), tt_move, |mv| heuristics.move_score(position, mv));
        let mut ranks = vec![None; moves.len()];
        for (rank, place) in &frame.order {
            ranks[usize::from(*place)] = Some(*rank);
        }
        ranks
    }
}

/// Context that all threads of a search share.
struct SearchContext<'a, P: Position, H> {
    heuristics: &'a H,
    position: &'a P,
    history: &'a History<P>,
    params: &'a AlphaBetaParams,
    tables: &'a SearchTablebase<P>,
    table: &'a TranspositionTable,
    contempt: Contempt,
}

impl<P: Position, H: SearchHeuristics<P>> SearchContext<'_, P, H> {
    /// Searches with one thread from `root` on; returns the new state of the root and the number of nodes.
    fn search<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<P, E>,
        root: Root<P::Move>,
        budget: Budget,
        depths: Depths,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> (Root<P::Move>, u64) {
        let score_kind = worker.evaluator.score_kind();
        let mut search = Search {
            heuristics: self.heuristics,
            contempt: self.contempt,
            draw_scores: self.contempt.shifts().map(|shift| score::of_draw(shift, score_kind.odds_unit)),
            score_kind,
            evaluator: &mut worker.evaluator,
            eval_cache: worker.eval_cache.as_mut(),
            params: self.params,
            tables: self.tables,
            table: self.table,
            ordering: &mut worker.ordering,
            frames: &mut worker.frames,
            history: self.history.clone(),
            root_plies: self.history.plies(),
            budget,
            watcher,
            root,
        };
        search.deepen(self.position, depths);
        (search.root, search.budget.nodes())
    }
}

impl<P: Position, H: SearchHeuristics<P> + Sync, E: Evaluator<P>> AlphaBeta<P, H, E> {
    /// Returns a new searcher with a transposition table of `params.hash_mb` mebibytes; `heuristics` is the game.
    pub fn new(heuristics: H, evaluator: E, params: AlphaBetaParams) -> Self {
        let (table, tables) = (TranspositionTable::new(params.hash_mb), SearchTablebase::none());
        Self {
            heuristics,
            params,
            tables,
            table,
            contempt: Contempt::default(),
            has_searched: false,
            workers: vec![Worker::new(evaluator)],
        }
    }

    /// Sets the number of threads, at least one (lazy SMP). Several threads are not deterministic.
    pub fn set_threads(&mut self, threads: usize)
    where
        E: Clone,
    {
        let evaluator = self.workers[0].evaluator.clone();
        self.workers.resize_with(threads.max(1), || Worker::new(evaluator.clone()));
    }

    /// Sets the parameters of the next searches. Another table size clears the searcher.
    pub fn set_params(&mut self, params: AlphaBetaParams) {
        if params.hash_mb != self.params.hash_mb {
            // Frees the old table before the new one is allocated.
            self.table = TranspositionTable::new(0);
            self.clear();
            self.table = TranspositionTable::new(params.hash_mb);
        }
        self.params = params;
    }

    /// Returns the missing size of the transposition table, where the system gave less memory than wanted.
    pub fn memory_shortage(&self) -> Option<MemoryShortage> {
        let (wanted_mib, given_mib) = (self.params.hash_mb, self.table.mebibytes());
        (given_mib < wanted_mib).then_some(MemoryShortage { wanted_mib, given_mib })
    }

    /// Searches for the best move of `position`, the last one of `history`, until the first of `limits` is reached.
    ///
    /// With a single legal move and a time limit it returns that move at depth 0. Without limits it ends at depth
    /// [`MAX_PLY`].
    ///
    /// # Panics
    /// If `position` has no legal move.
    pub fn search(
        &mut self,
        position: &P,
        history: &History<P>,
        limits: &Limits,
    ) -> AlphaBetaReport<P::Move> {
        let started = Instant::now();
        self.set_contempt(position);
        let root = self.root(position, history, &[], 1);
        let forced = root.candidates.len() == 1 && limits.time.is_some();
        let depths = Depths::up_to(if forced { Some(0) } else { limits.depth });
        let mut timer = Timer { started, time: limits.time };
        let helpers = self.helpers();
        let (root, nodes) =
            self.run(position, history, root, Budget::new(limits.nodes), depths, &mut timer, &helpers);
        let best = root.best();
        AlphaBetaReport {
            best: best.mv,
            score: best.score.unwrap_or(score::DRAW),
            depth: root.completed,
            nodes: nodes + nodes_of(&helpers),
            elapsed: started.elapsed(),
            pv: best.line.clone(),
        }
    }

    /// Sets the endgame tablebases of the next searches, and clears the searcher.
    pub fn set_tables(&mut self, tables: SearchTablebase<P>) {
        self.tables = tables;
        self.clear();
    }

    /// Clears transposition table and move histories, as before a new game.
    pub fn clear(&mut self) {
        // Clearing a large table takes time.
        if std::mem::take(&mut self.has_searched) {
            self.table.clear();
            self.workers.iter_mut().for_each(|worker| worker.ordering.clear());
        }
    }

    /// Sets the contempt of the player to move at the root. Scores by another one are forgotten.
    fn set_contempt(&mut self, root: &P) {
        let contempt = Contempt::at(root, self.params.contempt);
        if contempt != self.contempt {
            self.contempt = contempt;
            self.clear();
            self.workers
                .iter_mut()
                .filter_map(|worker| worker.eval_cache.as_mut())
                .for_each(EvalCache::clear);
        }
    }

    /// Returns the root moves to search, best first: those of `only`, or all with a rank where that is empty.
    fn root(&mut self, position: &P, history: &History<P>, only: &[P::Move], lines: usize) -> Root<P::Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let tt_move = self.table.probe(position.key(), 0).and_then(|known| known.best);
        let ranks = self.workers[0].root_ranks(&self.heuristics, position, &moves, tt_move);
        let mut ranked: Vec<_> = moves.iter().zip(ranks).collect();
        // A stable sort: of equal moves the first is played. By cached keys, it is compiled once for all games.
        ranked.sort_by_cached_key(|(_, rank)| Reverse(*rank));
        if only.is_empty() {
            moves = ranked.iter().filter(|(_, rank)| rank.is_some()).map(|(mv, _)| **mv).collect();
            self.tables.keep_best(position, history, &mut moves);
        } else {
            moves = ranked.iter().map(|(mv, _)| **mv).filter(|mv| only.contains(mv)).collect();
        }
        Root::new(moves, lines)
    }

    /// Returns the node counters of the helper threads.
    fn helpers(&self) -> Vec<AtomicU64> {
        self.workers[1..].iter().map(|_| AtomicU64::new(0)).collect()
    }

    /// Searches with all threads (lazy SMP): the helpers search the same root and share the transposition table.
    ///
    /// Every other helper starts one ply deeper, so that the threads diverge.
    #[expect(clippy::too_many_arguments, reason = "what is searched, how far, and who watches")]
    fn run(
        &mut self,
        position: &P,
        history: &History<P>,
        root: Root<P::Move>,
        budget: Budget,
        depths: Depths,
        watcher: &mut dyn Watcher<P::Move>,
        helpers: &[AtomicU64],
    ) -> (Root<P::Move>, u64) {
        self.has_searched = true;
        self.table.age();
        self.workers.iter_mut().for_each(Worker::age);
        let Self { heuristics, params, tables, table, workers, contempt, .. } = self;
        let contempt = *contempt;
        let context = &SearchContext { heuristics, position, history, params, tables, table, contempt };
        let (first, others) = workers.split_first_mut().expect("there is a thread");
        if others.is_empty() || depths.last < depths.first {
            return context.search(first, root, budget, depths, watcher);
        }
        let stop_flag = &StopFlag::default();
        std::thread::scope(|scope| {
            let _guard = stop_flag.set_on_drop();
            for (number, (worker, nodes)) in others.iter_mut().zip(helpers).enumerate() {
                let root = root.clone();
                let depths = Depths { first: depths.first + (number as u32 + 1) % 2, ..depths };
                scope.spawn(move || {
                    let mut helper = Helper { stop_flag, nodes };
                    let (_, searched) = context.search(worker, root, Budget::new(None), depths, &mut helper);
                    helper.nodes.store(searched, Relaxed);
                });
            }
            context.search(first, root, budget, depths, watcher)
        })
    }
}

/// Returns the nodes of all helper threads.
fn nodes_of(helpers: &[AtomicU64]) -> u64 {
    helpers.iter().map(|nodes| nodes.load(Relaxed)).sum()
}
