//! One thread's part in a search: simulations, one after the other.

use damier_rules::{History, Outcome, Player, Position};

use super::{
    access::Access,
    backup::{self, Certainty, LeafValue, Step},
    expand::{Beyond, Expanded, Expander, Expansion},
    move_history::MoveHistory,
    params::{MctsParams, swing},
    search::TWO,
    select::{self, Taste},
    tally::Tally,
    tree::{Full, NodeIndex, Tree},
};
use crate::{
    evaluation::Evaluator,
    search::{Proof, SearchTables},
};

/// What the threads of a search have in common.
pub(super) struct Ground<'a, P: Position> {
    pub(super) tree: &'a Tree<P::Move>,
    pub(super) params: &'a MctsParams,
    /// The position at the root.
    pub(super) root: &'a P,
    pub(super) players: usize,
    /// What values are counted in, see [`swing`](super::params::swing).
    pub(super) swing: f32,
    /// Plies within which the player at the root has to win, if that is what is asked.
    pub(super) horizon: Option<usize>,
}

impl<'a, P: Position> Ground<'a, P> {
    /// Of a search of `root`.
    pub(super) fn new(
        tree: &'a Tree<P::Move>,
        params: &'a MctsParams,
        root: &'a P,
        horizon: Option<usize>,
    ) -> Self {
        let players = root.players();
        Self { tree, params, root, players, swing: swing(players), horizon }
    }

    /// Whether more simulations can change nothing.
    pub(super) fn is_decided(&self) -> bool {
        self.tree.node(self.tree.root()).proof() != Proof::Unknown
    }

    /// What lies behind a way of so many plies.
    fn beyond(&self, plies: usize) -> Beyond {
        match self.horizon {
            Some(horizon) if plies >= horizon => {
                Beyond::Settled(Outcome::Win(self.root.to_move().opponent()))
            }
            Some(_) => Beyond::Uncounted,
            None => Beyond::Unknown,
        }
    }
}

/// One thread's own things.
#[derive(Debug)]
pub(super) struct Worker<P: Position, E> {
    pub(super) expander: Expander<P, E>,
    /// The way from the root.
    pub(super) line: Vec<Step>,
    pub(super) history: MoveHistory,
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    pub(super) fn new(evaluator: E, tables: SearchTables<P>) -> Self {
        Self { expander: Expander::new(evaluator, tables), line: Vec::new(), history: MoveHistory::new() }
    }

    /// One simulation; `root_edge` fixes the first move, by its place among the root's. `history` is the
    /// game's and comes back as it was.
    ///
    /// # Errors
    /// There is no room for another node; it was no simulation then.
    pub(super) fn simulate<A: Access>(
        &mut self,
        ground: &Ground<'_, P>,
        history: &mut History<P>,
        root_edge: Option<usize>,
        tally: &Tally,
    ) -> Result<(), Full> {
        self.line.clear();
        let root = Base { node: ground.tree.root(), position: ground.root };
        self.simulate_from::<A>(ground, &root, history, root_edge, tally).map(drop)
    }

    /// One simulation from `base`, to which the way is the line so far; it comes back as it was. Leaves nothing
    /// behind on that way but proofs. The value's plies to the end are told from `base` on.
    #[inline]
    pub(super) fn simulate_from<A: Access>(
        &mut self,
        ground: &Ground<'_, P>,
        base: &Base<'_, P>,
        history: &mut History<P>,
        first_edge: Option<usize>,
        tally: &Tally,
    ) -> Result<LeafValue, Full> {
        let before = self.line.len();
        let mut position = base.position.clone();
        let walked = self.walk::<A>(ground, base.node, &mut position, history, first_edge);
        let (way, below) = (&self.line[..], &self.line[before..]);
        below.iter().for_each(|_| history.pop());
        let found = match walked {
            Ok((leaf, value)) => {
                tally.note(way.len(), &value.shares);
                if ground.params.history_weight != 0.0 {
                    for step in below {
                        let gain = value.share(step.to_move) - ground.tree.node(step.node).figures().mean();
                        self.history.note(step.to_move, &ground.tree.mv(step.node, step.edge), gain);
                    }
                }
                backup::add::<A, _>(ground.tree, below, leaf, position.to_move(), &value);
                if value.certainty == Certainty::Exact {
                    backup::prove(ground.tree, way, &value, ground.players);
                }
                Ok(LeafValue { moves_left: value.moves_left + below.len() as f32, ..value })
            }
            Err(full) => {
                backup::withdraw::<A, _>(ground.tree, below);
                Err(full)
            }
        };
        self.line.truncate(before);
        found
    }

    /// The edge of `node`, where `position` stands, that a simulation takes.
    pub(super) fn best_edge(&self, ground: &Ground<'_, P>, node: NodeIndex, position: &P) -> usize {
        let Ground { params, swing, .. } = *ground;
        let taste = Taste { params, history: &self.history, player: position.to_move(), swing };
        select::best_edge(ground.tree, node, &taste)
    }

    /// The way down from `node`: to the leaf and its value.
    fn walk<A: Access>(
        &mut self,
        ground: &Ground<'_, P>,
        mut node: NodeIndex,
        position: &mut P,
        history: &mut History<P>,
        first_edge: Option<usize>,
    ) -> Result<(NodeIndex, LeafValue), Full> {
        let tree = ground.tree;
        let mut forced = first_edge;
        loop {
            let at = tree.node(node);
            let edge = match forced.take() {
                Some(edge) => edge,
                None if at.proof() != Proof::Unknown => select::proven_edge(tree, node),
                None => self.best_edge(ground, node, position),
            };
            let taken = tree.edge(node, edge);
            let child = taken.child();
            if let Some(child) = child {
                tree.pool.fetch(child);
            }
            let loan = taken.enter::<A>(1);
            self.line.push(Step { node, to_move: position.to_move(), edge, loan });
            history.play(position, tree.mv(node, edge));
            let child = match child {
                Some(child) => child,
                None => match self.grow(ground, (node, edge), position, history)? {
                    Grown::Leaf(leaf, value) => return Ok((leaf, value)),
                    Grown::Inner(child) => {
                        node = child;
                        continue;
                    }
                    Grown::Known(child) => child,
                },
            };
            if let Some(value) = self.known_value(ground, child, position, history) {
                return Ok((child, value));
            }
            node = child;
        }
    }

    /// What a node is worth where a simulation need not go on.
    fn known_value(
        &self,
        ground: &Ground<'_, P>,
        node: NodeIndex,
        position: &P,
        history: &History<P>,
    ) -> Option<LeafValue> {
        let at = ground.tree.node(node);
        let proof = at.proof();
        if ground.players == TWO {
            return (at.is_end() || proof != Proof::Unknown).then(|| {
                let moves_left = at.plies_to_end().unwrap_or(0) as f32;
                LeafValue { moves_left, ..LeafValue::of_proof(proof, position.to_move()) }
            });
        }
        // A proof tells one player's place; what the others get is at the end of the line.
        at.is_end().then(|| match history.outcome(position) {
            Some(outcome) => LeafValue::of_outcome(outcome, ground.players),
            None => LeafValue::of_repetition(ground.players),
        })
    }

    /// Adds the node behind an edge of `parent`, unless another thread was faster.
    fn grow(
        &mut self,
        ground: &Ground<'_, P>,
        (parent, edge): (NodeIndex, usize),
        position: &P,
        history: &History<P>,
    ) -> Result<Grown, Full> {
        let tree = ground.tree;
        let beyond = ground.beyond(self.line.len());
        let Expanded { node, expansion, key } =
            self.expander.add(tree, position, history, ground.params, beyond)?;
        let node = match tree.edge(parent, edge).attach(node) {
            Ok(()) => {
                if let Some(key) = key {
                    tree.publish(node, key);
                }
                node
            }
            // Nobody will ever know of the other node, until its place is used again.
            Err(known) => match expansion {
                Expansion::Value(_) => known,
                Expansion::WalkOn => return Ok(Grown::Known(known)),
            },
        };
        Ok(match expansion {
            Expansion::Value(value) => Grown::Leaf(node, value),
            Expansion::WalkOn => Grown::Inner(node),
        })
    }
}

/// Where simulations start.
pub(super) struct Base<'a, P> {
    pub(super) node: NodeIndex,
    pub(super) position: &'a P,
}

/// What is behind an edge now.
enum Grown {
    /// A new node where the simulation ends.
    Leaf(NodeIndex, LeafValue),
    /// A new node where it goes on.
    Inner(NodeIndex),
    /// A node of another thread's.
    Known(NodeIndex),
}

/// Adds the value of a fresh root to it.
pub(super) fn visit_root<A: Access, M: Copy>(tree: &Tree<M>, to_move: Player, value: &LeafValue) {
    backup::add::<A, _>(tree, &[], tree.root(), to_move, value);
}
