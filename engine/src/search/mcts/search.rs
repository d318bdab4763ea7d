//! The search itself.

use damier_rules::{History, Outcome, Player, Position};

use super::{
    backup::{self, LeafValue, Step},
    expand::{Expander, Expansion},
    params::MctsParams,
    proof::Proof,
    recycle, select,
    tree::{Edge, NodeIndex, Tree},
};
use crate::{
    evaluation::{Evaluator, SeatShares, Value, Wdl},
    search::SearchTables,
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
    pub(super) expander: Expander<P, E>,
    /// The position at the root, with the number of moves that led to it and its key.
    pub(super) root: Option<(P, usize)>,
    line: Vec<Step>,
    pub(super) players: usize,
    /// What the simulations of this search gave to each player, and how many there were.
    root_shares: SeatShares,
    root_visits: u64,
    pub(super) depth_sum: u64,
    pub(super) depth_max: usize,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// An empty tree.
    pub fn new(evaluator: E, params: MctsParams) -> Self {
        Self {
            params,
            tree: Tree::new(),
            expander: Expander::new(evaluator),
            root: None,
            line: Vec::new(),
            players: TWO,
            root_shares: SeatShares::default(),
            root_visits: 0,
            depth_sum: 0,
            depth_max: 0,
        }
    }

    /// Forgets the tree, for a new game.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Changes the parameters, from the next search on.
    pub fn set_params(&mut self, params: MctsParams) {
        self.params = params;
    }

    /// Gives it tables of exact values to ask: a position that they decide is the end of a simulation, and proven.
    /// Forgets the tree.
    pub fn set_tables(&mut self, tables: SearchTables<P>) {
        self.expander.tables = tables;
        self.clear();
    }

    /// The evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.expander.evaluator
    }

    /// Makes `position` the root, with what is known of it; returns the simulations kept.
    pub(super) fn prepare(&mut self, position: &P, history: &History<P>) -> u64 {
        self.begin(position);
        match self.find(position, history) {
            Some(node) => {
                recycle::keep_subtree(&mut self.tree, node, 0);
                self.root = Some((position.clone(), history.plies()));
                u64::from(self.tree.node(Tree::<P::Move>::ROOT).visits)
            }
            None => {
                self.start(position, history);
                0
            }
        }
    }

    /// Forgets the figures of the search before.
    fn begin(&mut self, position: &P) {
        self.players = position.players();
        self.root_shares = SeatShares::default();
        self.root_visits = 0;
        self.depth_sum = 0;
        self.depth_max = 0;
    }

    /// Starts a new tree at `position`.
    pub(super) fn start(&mut self, position: &P, history: &History<P>) -> LeafValue {
        self.tree.clear();
        self.begin(position);
        let value = self.expander.add_root(&mut self.tree, position, &self.params);
        assert!(!self.tree.nodes[0].is_end(), "a search needs a position with a legal move");
        backup::add(&mut self.tree, &[], Tree::<P::Move>::ROOT, position.to_move(), &value);
        self.note_at_root(&value);
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
        let mut node = Tree::<P::Move>::ROOT;
        for ply in plies + 1..=history.plies() {
            let (next, child) = self.tree.edges_of(node).iter().find_map(|edge| {
                let mut next = at.clone();
                next.play(edge.mv);
                (next.key() == history.key_at(ply)).then(|| (next, edge.link.child()))
            })?;
            at = next;
            node = child?;
        }
        (at == *position && !self.tree.node(node).is_end()).then_some(node)
    }

    /// One simulation; `root_edge` fixes the first move. `history` is the game's and comes back as it was.
    pub(super) fn simulate(&mut self, root: &P, history: &mut History<P>, root_edge: Option<usize>) {
        if self.tree.bytes() >= self.params.memory_mib << 20 {
            let threshold = recycle::visits_threshold(&self.tree, KEPT_SHARE);
            recycle::keep_subtree(&mut self.tree, Tree::<P::Move>::ROOT, threshold);
        }
        self.line.clear();
        let mut position = root.clone();
        let mut node = Tree::<P::Move>::ROOT;
        let mut forced = root_edge;
        let value = loop {
            let edge = match forced.take() {
                Some(edge) => edge,
                None if self.tree.node(node).proof != Proof::Unknown => select::proven_edge(&self.tree, node),
                None => select::best_edge(&self.tree, node, &self.params),
            };
            self.line.push(Step { node, to_move: position.to_move(), edge });
            let Edge { mv, link, .. } = self.tree.edges[edge];
            history.play(&mut position, mv);
            match link.child() {
                Some(child) => {
                    node = child;
                    let at = self.tree.node(child);
                    if self.players == TWO {
                        if at.is_end() || at.proof != Proof::Unknown {
                            break LeafValue::of_proof(at.proof, position.to_move());
                        }
                    } else if at.is_end() {
                        // A proof tells one player's place; what the others get is at the end of the line.
                        let outcome = history.outcome(&position).unwrap_or(Outcome::Draw);
                        break LeafValue::of_outcome(outcome, self.players);
                    }
                }
                None => {
                    let (child, expansion) =
                        self.expander.add(&mut self.tree, &position, history, &self.params);
                    let edge = &mut self.tree.edges[edge];
                    edge.link = edge.link.with_child(Some(child));
                    node = child;
                    if let Expansion::Value(value) = expansion {
                        break value;
                    }
                }
            }
        };
        for _ in &self.line {
            history.pop();
        }
        self.depth_sum += self.line.len() as u64;
        self.depth_max = self.depth_max.max(self.line.len());
        let player = position.to_move();
        backup::add(&mut self.tree, &self.line, node, player, &value);
        self.note_at_root(&value);
        if self.tree.node(node).proof != Proof::Unknown {
            backup::prove(&mut self.tree, &self.line, &value, self.players);
        }
    }

    /// A bound on what the player to move at the root can get.
    pub(super) fn reachable_at_root(&self) -> f32 {
        self.root.as_ref().map_or(1.0, |(position, _)| position.reachable_share(position.to_move()))
    }

    fn note_at_root(&mut self, value: &LeafValue) {
        self.root_shares.add(&value.shares);
        self.root_visits += 1;
    }

    /// The root's mean.
    pub(super) fn root_value(&self) -> Value {
        let root = self.tree.node(Tree::<P::Move>::ROOT);
        if self.players != TWO {
            let to_move = self.root.as_ref().map_or(Player::FIRST, |(position, _)| position.to_move());
            return Value::Many(self.root_shares.relative(
                to_move,
                self.players,
                self.root_visits.max(1) as f32,
            ));
        }
        Value::Two(match root.proof {
            Proof::Win => Wdl::WIN,
            Proof::Between => Wdl::DRAW,
            Proof::Loss => Wdl::LOSS,
            Proof::Unknown => wdl_of(root.mean(), root.draw_sum / root.visits.max(1) as f32),
        })
    }
}

/// Win, draw and loss from an expected share and a drawing probability.
pub(super) fn wdl_of(share: f32, draw: f32) -> Wdl {
    let draw = draw.min(2.0 * share.min(1.0 - share)).max(0.0);
    let win = (share - draw / 2.0).clamp(0.0, 1.0);
    Wdl { win, draw, loss: (1.0 - win - draw).max(0.0) }
}
