//! Simulations of one thread: selection, expansion, evaluation, backpropagation.

use damier_rules::{History, Outcome, Player, Position};

use super::{
    access::Access,
    backpropagation::{self, Certainty, LeafValue, Step},
    counters::Counters,
    edge::NodeIndex,
    expand::{Expanded, Expander, Expansion, Horizon},
    move_history::MoveHistory,
    params::{MctsParams, value_scale},
    select::{self, SelectionContext},
    tree::{Full, Tree},
};
use crate::{
    evaluation::{Evaluator, TWO_PLAYERS},
    search::{Proof, SearchTablebase},
};

/// Context that all threads of a search share.
pub(super) struct SearchContext<'a, P: Position> {
    pub(super) tree: &'a Tree<P::Move>,
    pub(super) params: &'a MctsParams,
    /// Position at the root.
    pub(super) root: &'a P,
    pub(super) players: usize,
    /// Scale of the values, see [`value_scale`](super::params::value_scale).
    pub(super) value_scale: f32,
    /// Plies within which the player at the root has to win, in a search for that only.
    pub(super) horizon: Option<usize>,
}

impl<'a, P: Position> SearchContext<'a, P> {
    /// Returns the context of a search of `root`.
    pub(super) fn new(
        tree: &'a Tree<P::Move>,
        params: &'a MctsParams,
        root: &'a P,
        horizon: Option<usize>,
    ) -> Self {
        let players = root.players();
        Self { tree, params, root, players, value_scale: value_scale(players), horizon }
    }

    /// Returns whether the root is proven.
    pub(super) fn is_decided(&self) -> bool {
        self.tree.node(self.tree.root()).proof() != Proof::Unknown
    }

    /// Returns the position of a node relative to the horizon, after a path of `plies` plies.
    fn horizon(&self, plies: usize) -> Horizon {
        match self.horizon {
            Some(horizon) if plies >= horizon => {
                Horizon::Reached(Outcome::Win(self.root.to_move().opponent()))
            }
            Some(_) => Horizon::Inside,
            None => Horizon::Unlimited,
        }
    }
}

/// State of one thread.
#[derive(Debug)]
pub(super) struct Worker<P: Position, E> {
    pub(super) expander: Expander<P, E>,
    /// Path from the root.
    pub(super) path: Vec<Step>,
    pub(super) history: MoveHistory,
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    pub(super) fn new(evaluator: E, tables: SearchTablebase<P>) -> Self {
        Self { expander: Expander::new(evaluator, tables), path: Vec::new(), history: MoveHistory::new() }
    }

    /// Runs one simulation; `root_edge` fixes the index of the first edge. Leaves `history` unchanged.
    ///
    /// # Errors
    /// The pool is full; the simulation is undone.
    pub(super) fn simulate<A: Access>(
        &mut self,
        context: &SearchContext<'_, P>,
        history: &mut History<P>,
        root_edge: Option<usize>,
        counters: &Counters,
    ) -> Result<(), Full> {
        self.path.clear();
        let root = Base { node: context.tree.root(), position: context.root };
        self.simulate_from::<A>(context, &root, history, root_edge, counters).map(drop)
    }

    /// Runs one simulation from `base`, to which `path` leads; restores `path` afterwards.
    ///
    /// On that path it backpropagates proofs only. The moves left of the returned value count from `base`.
    #[inline]
    pub(super) fn simulate_from<A: Access>(
        &mut self,
        context: &SearchContext<'_, P>,
        base: &Base<'_, P>,
        history: &mut History<P>,
        first_edge: Option<usize>,
        counters: &Counters,
    ) -> Result<LeafValue, Full> {
        let before = self.path.len();
        let mut position = base.position.clone();
        let descended = self.descend::<A>(context, base.node, &mut position, history, first_edge);
        let (path, below) = (&self.path[..], &self.path[before..]);
        below.iter().for_each(|_| history.pop());
        let found = match descended {
            Ok((leaf, value)) => {
                counters.count_simulation(path.len(), &value.shares);
                if context.params.history_weight != 0.0 {
                    for step in below {
                        let gain =
                            value.share(step.to_move) - context.tree.node(step.node).statistics().mean();
                        self.history.add(step.to_move, &context.tree.mv(step.node, step.edge), gain);
                    }
                }
                backpropagation::add_value::<A, _>(context.tree, below, leaf, position.to_move(), &value);
                if value.certainty == Certainty::Exact {
                    backpropagation::add_proof(context.tree, path, &value, context.players);
                }
                Ok(LeafValue { moves_left: value.moves_left + below.len() as f32, ..value })
            }
            Err(full) => {
                backpropagation::remove_virtual_visits::<A, _>(context.tree, below);
                Err(full)
            }
        };
        self.path.truncate(before);
        found
    }

    /// Selects the edge of `node` (of `position`) that a simulation takes.
    pub(super) fn best_edge(&self, context: &SearchContext<'_, P>, node: NodeIndex, position: &P) -> usize {
        let SearchContext { params, value_scale, .. } = *context;
        let selection =
            SelectionContext { params, history: &self.history, player: position.to_move(), value_scale };
        select::best_edge(context.tree, node, &selection)
    }

    /// Descends from `node` to a leaf; returns the leaf and its value.
    fn descend<A: Access>(
        &mut self,
        context: &SearchContext<'_, P>,
        mut node: NodeIndex,
        position: &mut P,
        history: &mut History<P>,
        first_edge: Option<usize>,
    ) -> Result<(NodeIndex, LeafValue), Full> {
        let tree = context.tree;
        let mut forced = first_edge;
        loop {
            let at = tree.node(node);
            let edge = match forced.take() {
                Some(edge) => edge,
                None if at.proof() != Proof::Unknown => select::proven_edge(tree, node),
                None => self.best_edge(context, node, position),
            };
            let taken = tree.edge(node, edge);
            let child = taken.child();
            if let Some(child) = child {
                tree.pool.prefetch(child);
            }
            let virtual_visits = taken.add_virtual_visits::<A>(1);
            self.path.push(Step { node, to_move: position.to_move(), edge, virtual_visits });
            history.play(position, tree.mv(node, edge));
            let child = match child {
                Some(child) => child,
                None => match self.expand(context, (node, edge), position, history)? {
                    Child::Leaf(leaf, value) => return Ok((leaf, value)),
                    Child::Inner(child) => {
                        node = child;
                        continue;
                    }
                    Child::Known(child) => child,
                },
            };
            if let Some(value) = self.terminal_value(context, child, position, history) {
                return Ok((child, value));
            }
            node = child;
        }
    }

    /// Returns the value of a terminal or proven node; `None` where the simulation continues.
    fn terminal_value(
        &self,
        context: &SearchContext<'_, P>,
        node: NodeIndex,
        position: &P,
        history: &History<P>,
    ) -> Option<LeafValue> {
        let at = context.tree.node(node);
        let proof = at.proof();
        if context.players == TWO_PLAYERS {
            return (at.is_end() || proof != Proof::Unknown).then(|| {
                let moves_left = at.plies_to_end().unwrap_or(0) as f32;
                let value = LeafValue { moves_left, ..LeafValue::of_proof(proof, position.to_move()) };
                value.with_contempt(&self.expander.contempt)
            });
        }
        // A proof gives the place of one player only; the others' shares are at the end of the line.
        at.is_end().then(|| match history.outcome(position) {
            Some(outcome) => LeafValue::of_outcome(outcome, context.players),
            None => LeafValue::of_repetition(context.players),
        })
    }

    /// Expands an edge of `parent`, unless another thread was faster.
    fn expand(
        &mut self,
        context: &SearchContext<'_, P>,
        (parent, edge): (NodeIndex, usize),
        position: &P,
        history: &History<P>,
    ) -> Result<Child, Full> {
        let tree = context.tree;
        let plies = self.path.len();
        let horizon = context.horizon(plies);
        let Expanded { node, expansion, key } =
            self.expander.add(tree, position, (history, plies), context.params, horizon)?;
        let node = match tree.edge(parent, edge).attach(node) {
            Ok(()) => {
                if let Some(key) = key {
                    tree.publish(node, key);
                }
                node
            }
            // The new node stays unpublished until its lines are recycled.
            Err(known) => match expansion {
                Expansion::Value(_) => known,
                Expansion::Continue => return Ok(Child::Known(known)),
            },
        };
        Ok(match expansion {
            Expansion::Value(value) => Child::Leaf(node, value),
            Expansion::Continue => Child::Inner(node),
        })
    }
}

/// Start of simulations.
pub(super) struct Base<'a, P> {
    pub(super) node: NodeIndex,
    pub(super) position: &'a P,
}

/// Child of an expanded edge.
enum Child {
    /// A new node that ends the simulation.
    Leaf(NodeIndex, LeafValue),
    /// A new node from which the simulation continues.
    Inner(NodeIndex),
    /// A node of another thread.
    Known(NodeIndex),
}

/// Adds its own value to a new root.
pub(super) fn add_root_visit<A: Access, M: Copy>(tree: &Tree<M>, to_move: Player, value: &LeafValue) {
    backpropagation::add_value::<A, _>(tree, &[], tree.root(), to_move, value);
}
