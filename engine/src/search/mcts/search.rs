//! Tree search of one player, whose tree persists from move to move.

use damier_rules::{History, MoveList, Position, Tactics};

use super::{
    access::SingleThread,
    backpropagation::LeafValue,
    counters::Counters,
    edge::NodeIndex,
    expand::Expander,
    node::Node,
    params::{MctsParams, Repetitions},
    recycle::Recycling,
    report::{ArenaTotals, RootReport},
    tree::{Full, Growth, ThreadArena, Tree},
    worker::{SearchContext, Worker, add_root_visit},
};
use crate::{
    evaluation::{Evaluator, TWO_PLAYERS},
    search::{Proof, RootMove, SearchTablebase, contempt::Contempt, memory::search_bytes},
};

/// Share of the nodes that recycling keeps.
const KEPT_SHARE: f32 = 0.5;
/// Greatest number of moves since the last search for reusing its tree.
const REUSE_PLIES: usize = 4;

/// Monte-Carlo tree search of one player; reuses its tree from move to move.
#[derive(Debug)]
pub struct Mcts<P: Position, E> {
    pub(super) params: MctsParams,
    pub(super) tree: Tree<P::Move>,
    /// Workers, one per thread, at least one.
    pub(super) workers: Vec<Worker<P, E>>,
    /// Counters, parallel to the workers.
    pub(super) counters: Vec<Counters>,
    /// Position at the root, and number of moves that led to it.
    pub(super) root: Option<(P, usize)>,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Returns a search of one thread with an empty tree.
    pub fn new(evaluator: E, params: MctsParams) -> Self {
        Self {
            params,
            tree: Tree::new(),
            workers: vec![Worker::new(evaluator, SearchTablebase::none())],
            counters: vec![Counters::default()],
            root: None,
        }
    }

    /// Sets the number of threads, at least one. Several threads are not deterministic.
    pub fn set_threads(&mut self, threads: usize)
    where
        E: Clone,
    {
        let Expander { evaluator, tables, .. } = &self.workers[0].expander;
        let (evaluator, tables) = (evaluator.clone(), tables.clone());
        self.workers.resize_with(threads.max(1), || Worker::new(evaluator.clone(), tables.clone()));
        self.counters.resize_with(self.workers.len(), Counters::default);
    }

    /// Clears the tree, for a new game.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.reset_arenas();
        self.root = None;
        self.workers.iter_mut().for_each(|worker| worker.history.clear());
    }

    /// Clears the tree and frees its memory.
    pub fn release(&mut self) {
        self.tree = Tree::new();
        self.clear();
    }

    /// Sets the parameters of the next searches. A lower memory limit clears the tree.
    pub fn set_params(&mut self, params: MctsParams) {
        if params.memory_mib < self.params.memory_mib {
            self.release();
        }
        self.params = params;
    }

    /// Sets the endgame tablebases, whose positions end a simulation and are proven. Clears the tree.
    pub fn set_tables(&mut self, tables: SearchTablebase<P>) {
        self.workers.iter_mut().for_each(|worker| worker.expander.tables = tables.clone());
        self.clear();
    }

    /// Returns the evaluator of the first thread.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.workers[0].expander.evaluator
    }

    /// Returns the moves behind a line from the root of the tree with their statistics, in canonical order. Values are
    /// those of the player to move there.
    ///
    /// Returns `None` where the root is not `position`, or the tree does not go so far.
    pub fn moves_behind(&self, position: &P, line: &[P::Move]) -> Option<Vec<RootMove<P::Move>>> {
        self.root_report().filter(|report| report.root == position)?.moves_behind(line)
    }

    /// Makes `position` the root, and reuses its subtree while `go_on` returns true.
    ///
    /// Returns the simulations kept.
    pub(super) fn prepare(
        &mut self,
        position: &P,
        history: &History<P>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> u64 {
        let contempt = Contempt::at(position, self.params.contempt);
        if contempt != self.contempt() {
            // Its values are by another worth of draws.
            self.root = None;
        }
        self.set_contempt(contempt);
        let node = self.find(position, history).and_then(|node| self.with_all_moves(node, position));
        let root = self.tree.root();
        if node.is_none_or(|node| node != root && self.advance(node, go_on) == Recycling::GivenUp) {
            self.start(position, history, &[]);
            return 0;
        }
        self.begin();
        self.workers.iter_mut().for_each(|worker| worker.history.decay());
        self.root = Some((position.clone(), history.plies()));
        u64::from(self.tree.node(self.tree.root()).visits())
    }

    /// Returns what draws are worth in the tree.
    pub(super) fn contempt(&self) -> Contempt {
        self.workers[0].expander.contempt
    }

    fn set_contempt(&mut self, contempt: Contempt) {
        self.workers.iter_mut().for_each(|worker| worker.expander.contempt = contempt);
    }

    /// Resets the counters of the previous search.
    fn begin(&mut self) {
        self.counters.iter_mut().for_each(|counters| *counters = Counters::default());
    }

    /// Resets the arenas of all threads.
    fn reset_arenas(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.expander.arena = ThreadArena::default());
    }

    /// Starts a new tree at `position`, with the moves `only`, or all where that is empty.
    pub(super) fn start(&mut self, position: &P, history: &History<P>, only: &[P::Move]) -> LeafValue {
        self.clear();
        self.begin();
        self.set_contempt(Contempt::at(position, self.params.contempt));
        let expander = &mut self.workers[0].expander;
        let (root, value) = loop {
            match expander.add_root(&self.tree, position, only, &self.params) {
                Ok((root, value)) => break (root, value),
                Err(full) => {
                    let growth = self.tree.grow(full, usize::MAX);
                    assert_eq!(growth, Growth::Grown, "there is room for a root");
                }
            }
        };
        assert!(!self.tree.node(root.node).is_end(), "a search needs a position with a legal move");
        self.tree.set_root(root.node);
        if let Some(key) = root.key {
            self.tree.publish(root.node, key);
        }
        add_root_visit::<SingleThread, _>(&self.tree, position.to_move(), &value);
        self.counters[0].add_root_value(&value.shares);
        self.root = Some((position.clone(), history.plies()));
        value
    }

    /// Returns the node of the game's current position, if the tree contains it.
    fn find(&self, position: &P, history: &History<P>) -> Option<NodeIndex> {
        let (root, plies) = self.root.as_ref()?;
        if history.plies() < *plies || history.plies() - plies > REUSE_PLIES {
            return None;
        }
        if history.key_at(*plies) != root.key() {
            return None;
        }
        let mut at = root.clone();
        let mut node = self.tree.root();
        for ply in plies + 1..=history.plies() {
            let (next, child) = self.tree.moves(node).zip(self.tree.edges(node)).find_map(|(mv, edge)| {
                let mut next = at.clone();
                next.play(mv);
                (next.key() == history.key_at(ply)).then(|| (next, edge.child()))
            })?;
            at = next;
            node = child?;
        }
        (at == *position && !self.tree.node(node).is_end()).then_some(node)
    }

    /// Returns `node`, or a copy with all legal moves where some were left out below the root.
    ///
    /// Returns `None` where the values of those are unknown, or the pool is full.
    fn with_all_moves(&mut self, node: NodeIndex, position: &P) -> Option<NodeIndex> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.len() == self.tree.edges(node).len() {
            return Some(node);
        }
        let mut kept = moves.clone();
        P::Tactics::leave_only_moves(position, &mut kept);
        let edges = self.tree.edges(node).len();
        let are_those_kept = kept.len() == edges && self.tree.moves(node).all(|mv| kept.contains(&mv));
        // Moves left out of a restricted root, or beside a forced win, have no known value.
        if !are_those_kept || P::Tactics::forced_win(position).is_some() {
            return None;
        }
        let edge_of = |mv: &P::Move| self.tree.moves(node).position(|known| known == *mv);
        let places: Vec<Option<usize>> = moves.iter().map(edge_of).collect();
        let prior = |place: &Option<usize>| place.map_or(0.0, |edge| self.tree.edge(node, edge).prior());
        let choices: Vec<_> = moves.into_iter().zip(places.iter().map(prior)).collect();
        let whole = loop {
            let arena = &mut self.workers[0].expander.arena;
            match self.tree.add(arena, &choices, Proof::Unknown) {
                Ok(whole) => break whole,
                Err(full) => {
                    let limit = search_bytes(self.params.memory_mib);
                    if self.tree.grow(full, limit) == Growth::AtLimit {
                        return None;
                    }
                }
            }
        };
        self.tree.node(whole).copy_from(self.tree.node(node));
        for (edge, place) in self.tree.edges(whole).iter().zip(places) {
            match place {
                Some(place) => edge.copy_from(self.tree.edge(node, place)),
                // Moves are left out where they allow a forced win.
                None => edge.prove(0.0),
            }
        }
        Some(whole)
    }

    /// Returns the players of the game that was searched last.
    pub(super) fn players(&self) -> usize {
        self.root.as_ref().map_or(TWO_PLAYERS, |(position, _)| position.players())
    }

    /// Returns the report view of the tree; `None` before the first search.
    pub(super) fn root_report(&self) -> Option<RootReport<'_, P>> {
        let (root, _) = self.root.as_ref()?;
        let arenas = || self.workers.iter().map(|worker| &worker.expander.arena);
        let nodes = arenas().map(ThreadArena::unreported_nodes).sum();
        let lines = arenas().map(ThreadArena::unused_lines).sum();
        Some(RootReport {
            tree: &self.tree,
            root,
            contempt: self.contempt(),
            total: Counters::total(&self.counters),
            arenas: ArenaTotals { nodes, lines },
        })
    }

    /// Grows the pool, or at the memory limit recycles nodes.
    ///
    /// Recycling is given up, and the tree lost, when `go_on` returns false.
    pub(super) fn make_room(&mut self, full: Full, go_on: &mut dyn FnMut() -> bool) -> Recycling {
        if self.tree.grow(full, search_bytes(self.params.memory_mib)) == Growth::Grown {
            return Recycling::Done;
        }
        let threshold = self.tree.visits_threshold(KEPT_SHARE);
        let recycling = self.keep(self.tree.root(), threshold, go_on);
        if recycling == Recycling::GivenUp {
            self.root = None;
        }
        recycling
    }

    /// Keeps the subtree of `root`. What ended a line as a repetition need not do so below the new root.
    fn advance(&mut self, root: NodeIndex, go_on: &mut dyn FnMut() -> bool) -> Recycling {
        let all = !P::REPETITION_DRAWS || self.params.repetitions == Repetitions::OfGame;
        let lasts = |node: Node<'_>| all || !node.is_end() || node.proof() != Proof::Unknown;
        let recycling = self.tree.keep_subtree(root, lasts, go_on);
        self.reset_arenas();
        recycling
    }

    /// Keeps the subtree of `root`, without nodes of fewer than `min_visits` visits.
    fn keep(&mut self, root: NodeIndex, min_visits: u32, go_on: &mut dyn FnMut() -> bool) -> Recycling {
        let recycling = self.tree.keep_subtree(root, |node| node.visits() >= min_visits, go_on);
        self.reset_arenas();
        recycling
    }

    /// Runs one simulation of the first thread alone; `root_edge` fixes the index of the first edge.
    ///
    /// Leaves `history` unchanged.
    pub(super) fn simulate(&mut self, root: &P, history: &mut History<P>, root_edge: Option<usize>) {
        loop {
            let Self { params, tree, workers, counters, .. } = self;
            let context = SearchContext::new(tree, params, root, None);
            match workers[0].simulate::<SingleThread>(&context, history, root_edge, &counters[0]) {
                Ok(()) => return,
                Err(full) => assert_eq!(self.make_room(full, &mut || true), Recycling::Done),
            }
        }
    }
}
