//! Alpha-beta search with iterative deepening: the yardstick that every net is measured against, and what plays
//! games in which whole lines are forced.
//!
//! Principal variation search with aspiration windows, a transposition table, quiescence (a position is
//! judged only when it [is quiet](Position::is_quiet)), ordering by killers, history and a policy, late-move
//! reductions, lazy evaluation by material and, where players may pass, null moves and futility margins. It plays any
//! game of two players with any [`StaticEvaluator`]; it takes as long as its [`Limits`] say and never spares the
//! opponent anything.

mod buckets;
mod budget;
mod deepening;
#[cfg(test)]
mod draughts_tests;
mod frame;
#[cfg(test)]
mod guess_tests;
mod guided_score;
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
mod recent_scores;
#[cfg(test)]
mod repetition_tests;
mod report;
mod root;
#[cfg(test)]
mod root_tests;
pub mod score;
mod static_evaluator;
#[cfg(test)]
mod tests;
mod transposition;
mod watched;
#[cfg(test)]
mod watched_tests;
mod watcher;

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Instant,
};

use damier_rules::{History, MoveList, Position};

use self::{
    budget::Budget,
    deepening::Depths,
    frame::Frame,
    node::Search,
    ordering::Ordering,
    root::Root,
    transposition::Table,
    watcher::{Helper, Timer, Watcher},
};
use crate::search::{Limits, MemoryShortage, SearchTables, stop_flag::StopFlag};

pub use self::{
    guided_score::GuidedScore,
    params::{AlphaBetaParams, Aspiration, Reductions},
    report::AlphaBetaReport,
    static_evaluator::{Material, NetScore, Outlook, StaticEvaluator},
};

/// The longest line that is searched, extensions included, in plies from the root.
pub const MAX_PLY: usize = 128;

/// An alpha-beta searcher: an evaluator and what it remembers from one search to the next.
///
/// With limits of depth or nodes only, and one thread, the same searches in the same order give the same reports;
/// [`clear`](Self::clear) makes it forget.
pub struct AlphaBeta<P: Position, S> {
    params: AlphaBetaParams,
    tables: SearchTables<P>,
    table: Table,
    /// Whether it has anything to forget.
    has_searched: bool,
    /// One for each thread, at least one.
    workers: Vec<Worker<P, S>>,
}

/// One thread's own things.
struct Worker<P: Position, S> {
    evaluator: S,
    ordering: Ordering,
    /// One per ply of the current line.
    frames: Vec<Frame<P>>,
}

impl<P: Position, S> Worker<P, S> {
    fn new(evaluator: S) -> Self {
        let frames = std::iter::repeat_with(Frame::default).take(MAX_PLY + 1).collect();
        Self { evaluator, ordering: Ordering::new(), frames }
    }

    /// Fades what earlier searches have left.
    fn age(&mut self) {
        self.ordering.age();
        self.frames.iter_mut().for_each(Frame::forget);
    }
}

impl<P: Position, S: StaticEvaluator<P>> Worker<P, S> {
    /// How promising each of the root's legal `moves` is; `None` for what is not worth a search.
    ///
    /// Where players may pass, moves are ranked as at every other node. In draughts, where many moves are forced and the
    /// policy is not asked, it is by promise alone.
    fn root_ranks(
        &mut self,
        position: &P,
        moves: &MoveList<P::Move>,
        guess: Option<usize>,
    ) -> Vec<Option<i32>> {
        let Self { evaluator, ordering, .. } = self;
        if position.passed().is_none() {
            return moves.iter().map(|mv| evaluator.promise(position, *mv)).collect();
        }
        let mut frame = Frame::<P> { moves: moves.clone(), ..Frame::default() };
        frame.ask_policy(evaluator, position, true);
        ordering.rank(&mut frame, position.to_move(), guess, |mv| evaluator.promise(position, mv));
        let mut ranks = vec![None; moves.len()];
        for (rank, place) in &frame.order {
            ranks[usize::from(*place)] = Some(*rank);
        }
        ranks
    }
}

/// What the threads of a search have in common.
struct Ground<'a, P: Position> {
    position: &'a P,
    history: &'a History<P>,
    params: &'a AlphaBetaParams,
    tables: &'a SearchTables<P>,
    table: &'a Table,
}

impl<P: Position> Ground<'_, P> {
    /// Searches with one thread from `root` on; returns what it has become, and the nodes.
    fn search<S: StaticEvaluator<P>>(
        &self,
        worker: &mut Worker<P, S>,
        root: Root<P::Move>,
        budget: Budget,
        depths: Depths,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> (Root<P::Move>, u64) {
        let mut search = Search {
            evaluator: &mut worker.evaluator,
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

impl<P: Position, S: StaticEvaluator<P>> AlphaBeta<P, S> {
    /// A searcher that remembers nothing yet. Takes `params.hash_mb` mebibytes for its table.
    pub fn new(evaluator: S, params: AlphaBetaParams) -> Self {
        let (table, tables) = (Table::new(params.hash_mb), SearchTables::none());
        Self { params, tables, table, has_searched: false, workers: vec![Worker::new(evaluator)] }
    }

    /// Searches with that many threads from now on, at least one. With several, what is found differs from time to time.
    pub fn set_threads(&mut self, threads: usize)
    where
        S: Clone,
    {
        let evaluator = self.workers[0].evaluator.clone();
        self.workers.resize_with(threads.max(1), || Worker::new(evaluator.clone()));
    }

    /// Changes the parameters, from the next search on. With another size of the table it forgets everything.
    pub fn set_params(&mut self, params: AlphaBetaParams) {
        if params.hash_mb != self.params.hash_mb {
            // The old one goes before the new one comes.
            self.table = Table::new(0);
            self.clear();
            self.table = Table::new(params.hash_mb);
        }
        self.params = params;
    }

    /// Returns by how much its table is smaller than it was to be, if the system did not give the memory.
    pub fn memory_shortage(&self) -> Option<MemoryShortage> {
        let (wanted_mib, given_mib) = (self.params.hash_mb, self.table.mebibytes());
        (given_mib < wanted_mib).then_some(MemoryShortage { wanted_mib, given_mib })
    }

    /// Searches for the best move of `position`, a position of two players whose game so far is
    /// `history`, until the first of `limits` is reached.
    ///
    /// With one legal move and a limit of time the move is given at once, at depth 0. Without any limit
    /// the search ends at depth [`MAX_PLY`] only.
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
        let root = self.root(position, &[], 1);
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

    /// Gives it tables of exact values to ask, from the next search on, and forgets what it found without them.
    pub fn set_tables(&mut self, tables: SearchTables<P>) {
        self.tables = tables;
        self.clear();
    }

    /// Forgets everything that earlier searches left behind, as before another game.
    pub fn clear(&mut self) {
        // A large table is not written for nothing.
        if std::mem::take(&mut self.has_searched) {
            self.table.clear();
            self.workers.iter_mut().for_each(|worker| worker.ordering.clear());
        }
    }

    /// The moves that are worth a search, or those of `only` where that is not empty, the most promising first.
    fn root(&mut self, position: &P, only: &[P::Move], lines: usize) -> Root<P::Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let guess = self.table.probe(position.key(), 0).and_then(|known| known.best);
        let ranks = self.workers[0].root_ranks(position, &moves, guess);
        let mut ranked: Vec<_> = moves.iter().zip(ranks).collect();
        // Of equally good moves the first is played.
        ranked.sort_by_key(|(_, rank)| Reverse(*rank));
        if only.is_empty() {
            moves = ranked.iter().filter(|(_, rank)| rank.is_some()).map(|(mv, _)| **mv).collect();
            self.tables.keep_best(position, &mut moves);
        } else {
            moves = ranked.iter().map(|(mv, _)| **mv).filter(|mv| only.contains(mv)).collect();
        }
        Root::new(moves, lines)
    }

    /// Where the threads beside the first tell how many nodes they have searched.
    fn helpers(&self) -> Vec<AtomicU64> {
        self.workers[1..].iter().map(|_| AtomicU64::new(0)).collect()
    }

    /// Searches with all threads: the first as it is told to, the others the same as long as it does, each a little
    /// apart, so that what they leave in the table is of use to it.
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
        let Self { params, tables, table, workers, .. } = self;
        let ground = &Ground { position, history, params, tables, table };
        let (first, others) = workers.split_first_mut().expect("there is a thread");
        if others.is_empty() || depths.last < depths.first {
            return ground.search(first, root, budget, depths, watcher);
        }
        let stop_flag = &StopFlag::default();
        std::thread::scope(|scope| {
            let _caller = stop_flag.set_on_drop();
            for (number, (worker, nodes)) in others.iter_mut().zip(helpers).enumerate() {
                let root = root.clone();
                // Every other thread is a ply ahead.
                let depths = Depths { first: depths.first + (number as u32 + 1) % 2, ..depths };
                scope.spawn(move || {
                    let mut helper = Helper { stop_flag, nodes };
                    let (_, searched) = ground.search(worker, root, Budget::new(None), depths, &mut helper);
                    helper.nodes.store(searched, Relaxed);
                });
            }
            ground.search(first, root, budget, depths, watcher)
        })
    }
}

/// Nodes of the threads beside the first.
fn nodes_of(helpers: &[AtomicU64]) -> u64 {
    helpers.iter().map(|nodes| nodes.load(Relaxed)).sum()
}
