//! The tree of one player, from move to move.

use damier_rules::{History, MoveList, Position};

use super::{
    access::Alone,
    backup::LeafValue,
    expand::Expander,
    params::MctsParams,
    recycle::Recycling,
    summary::{Claims, View},
    tally::Tally,
    tree::{Claim, Full, Growth, NodeIndex, Tree},
    worker::{Ground, Worker, visit_root},
};
use crate::{
    evaluation::{Evaluator, Wdl},
    search::{Proof, SearchTables, memory::search_bytes},
};

/// Players of a game whose proofs tell everything.
pub(super) const TWO: usize = 2;
/// Share of the nodes that survive when the memory is full.
const KEPT_SHARE: f32 = 0.5;
/// Moves the game may have gone on since the last search for its tree to be used again.
const REUSE_PLIES: usize = 4;

/// A tree search for one player; keeps its tree from move to move.
#[derive(Debug)]
pub struct Mcts<P: Position, E> {
    pub(super) params: MctsParams,
    pub(super) tree: Tree<P::Move>,
    /// One for each thread, at least one.
    pub(super) workers: Vec<Worker<P, E>>,
    /// Parallel to the workers.
    pub(super) tallies: Vec<Tally>,
    /// The position at the root, with the number of moves that led to it.
    pub(super) root: Option<(P, usize)>,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// An empty tree for one thread.
    pub fn new(evaluator: E, params: MctsParams) -> Self {
        Self {
            params,
            tree: Tree::new(),
            workers: vec![Worker::new(evaluator, SearchTables::none())],
            tallies: vec![Tally::default()],
            root: None,
        }
    }

    /// Searches with so many threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize)
    where
        E: Clone,
    {
        let Expander { evaluator, tables, .. } = &self.workers[0].expander;
        let (evaluator, tables) = (evaluator.clone(), tables.clone());
        self.workers.resize_with(threads.max(1), || Worker::new(evaluator.clone(), tables.clone()));
        self.tallies.resize_with(self.workers.len(), Tally::default);
    }

    /// Forgets the tree, for a new game.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.void_claims();
        self.root = None;
        self.workers.iter_mut().for_each(|worker| worker.history.clear());
    }

    /// Forgets the tree and gives its memory back.
    pub fn release(&mut self) {
        self.tree = Tree::new();
        self.clear();
    }

    /// Changes the parameters, from the next search on. With less memory it forgets the tree.
    pub fn set_params(&mut self, params: MctsParams) {
        if params.memory_mib < self.params.memory_mib {
            self.release();
        }
        self.params = params;
    }

    /// Gives it tables of exact values to ask: a position that they decide is the end of a simulation, and proven.
    /// Forgets the tree.
    pub fn set_tables(&mut self, tables: SearchTables<P>) {
        self.workers.iter_mut().for_each(|worker| worker.expander.tables = tables.clone());
        self.clear();
    }

    /// The evaluator of the first thread.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.workers[0].expander.evaluator
    }

    /// Makes `position` the root, with what is known of it, unless there is no time for that: `go_on` says
    /// whether there is. Returns the simulations kept.
    pub(super) fn prepare(
        &mut self,
        position: &P,
        history: &History<P>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> u64 {
        let node = self.find(position, history).and_then(|node| self.with_all_moves(node, position));
        let root = self.tree.root();
        if node.is_none_or(|node| node != root && self.keep(node, 0, go_on) == Recycling::GivenUp) {
            self.start(position, history, &[]);
            return 0;
        }
        self.begin();
        self.workers.iter_mut().for_each(|worker| worker.history.fade());
        self.root = Some((position.clone(), history.plies()));
        u64::from(self.tree.node(self.tree.root()).visits())
    }

    /// Forgets the figures of the search before.
    fn begin(&mut self) {
        self.tallies.iter_mut().for_each(|tally| *tally = Tally::default());
    }

    /// What was taken of the pools belongs to nobody any more.
    fn void_claims(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.expander.claim = Claim::default());
    }

    /// Starts a new tree at `position`, with the moves `only` or, where that is empty, with all.
    pub(super) fn start(&mut self, position: &P, history: &History<P>, only: &[P::Move]) -> LeafValue {
        self.clear();
        self.begin();
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
        visit_root::<Alone, _>(&self.tree, position.to_move(), &value);
        self.tallies[0].note_value(&value.shares);
        self.root = Some((position.clone(), history.plies()));
        value
    }

    /// The node of the game's current position, if the game went on inside the tree.
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

    /// The node, or where some moves were left out below the root, one like it that has them all. `None` where it is
    /// not known what those are worth, or there is no room.
    fn with_all_moves(&mut self, node: NodeIndex, position: &P) -> Option<NodeIndex> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.len() == self.tree.edges(node).len() {
            return Some(node);
        }
        let mut kept = moves.clone();
        position.leave_only_moves(&mut kept);
        let edges = self.tree.edges(node).len();
        let are_those_kept = kept.len() == edges && self.tree.moves(node).all(|mv| kept.contains(&mv));
        // Of a root that was searched with some moves only nothing is known about the others, nor where one wins at once.
        if !are_those_kept || position.forced_win().is_some() {
            return None;
        }
        let edge_of = |mv: &P::Move| self.tree.moves(node).position(|known| known == *mv);
        let places: Vec<Option<usize>> = moves.iter().map(edge_of).collect();
        let prior = |place: &Option<usize>| place.map_or(0.0, |edge| self.tree.edge(node, edge).prior());
        let choices: Vec<_> = moves.into_iter().zip(places.iter().map(prior)).collect();
        let whole = loop {
            let claim = &mut self.workers[0].expander.claim;
            match self.tree.add(claim, &choices, Proof::Unknown) {
                Ok(whole) => break whole,
                Err(full) => {
                    let limit = search_bytes(self.params.memory_mib);
                    if self.tree.grow(full, limit) == Growth::AtLimit {
                        return None;
                    }
                }
            }
        };
        self.tree.node(whole).become_like(self.tree.node(node));
        for (edge, place) in self.tree.edges(whole).iter().zip(places) {
            match place {
                Some(place) => edge.become_like(self.tree.edge(node, place)),
                // What was left out leaves the opponent a forced win.
                None => edge.prove(0.0),
            }
        }
        Some(whole)
    }

    /// Players of the game that was searched last.
    pub(super) fn players(&self) -> usize {
        self.root.as_ref().map_or(TWO, |(position, _)| position.players())
    }

    /// What the tree says; `None` where nothing was searched.
    pub(super) fn view(&self) -> Option<View<'_, P>> {
        let (root, _) = self.root.as_ref()?;
        let claims = || self.workers.iter().map(|worker| &worker.expander.claim);
        let nodes = claims().map(Claim::unreported_nodes).sum();
        let lines = claims().map(Claim::unused_lines).sum();
        Some(View {
            tree: &self.tree,
            root,
            total: Tally::total(&self.tallies),
            claims: Claims { nodes, lines },
        })
    }

    /// Room for more nodes: a larger pool, or where the memory does not allow it, fewer nodes. Recycling is
    /// given up, and all forgotten, when `go_on` says no.
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

    /// Keeps a part of the tree.
    fn keep(&mut self, root: NodeIndex, min_visits: u32, go_on: &mut dyn FnMut() -> bool) -> Recycling {
        let recycling = self.tree.keep_subtree(root, min_visits, go_on);
        self.void_claims();
        recycling
    }

    /// One simulation of the first thread, alone; `root_edge` fixes the first move, by its place among the
    /// root's. `history` is the game's and comes back as it was.
    pub(super) fn simulate(&mut self, root: &P, history: &mut History<P>, root_edge: Option<usize>) {
        loop {
            let Self { params, tree, workers, tallies, .. } = self;
            let ground = Ground::new(tree, params, root, None);
            match workers[0].simulate::<Alone>(&ground, history, root_edge, &tallies[0]) {
                Ok(()) => return,
                Err(full) => assert_eq!(self.make_room(full, &mut || true), Recycling::Done),
            }
        }
    }
}

/// Win, draw and loss from an expected share and a drawing probability.
pub(crate) fn wdl_of(share: f32, draw: f32) -> Wdl {
    let draw = draw.min(2.0 * share.min(1.0 - share)).max(0.0);
    let win = (share - draw / 2.0).clamp(0.0, 1.0);
    Wdl { win, draw, loss: (1.0 - win - draw).max(0.0) }
}
