//! Which edge a simulation takes: PUCT with first-play urgency from the parent, and progressive history.

use std::hash::Hash;

use damier_numerics::single;
use damier_rules::Player;

use super::{
    edge::Edge,
    expand::LIKELIEST,
    move_history::MoveHistory,
    node::Figures,
    params::MctsParams,
    tree::{NodeIndex, Tree},
};

/// Standard deviation at which the spread-dependent part of the exploration constant is neutral: that of
/// a typical node of a balanced game, in swings.
const TYPICAL_SPREAD: f32 = 0.12;
/// Bounds of the spread-dependent factor, against noise at nodes with few visits.
const SPREAD_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// Below every score that a move may have.
const CERTAIN_LOSS: f32 = -1.0e3;

/// Visits of an edge behind which what its move brought elsewhere is no news any more.
const NEWS: u32 = 8;

/// What a choice depends on besides the node.
#[derive(Clone, Copy)]
pub(super) struct Taste<'a> {
    pub(super) params: &'a MctsParams,
    pub(super) history: &'a MoveHistory,
    /// Who chooses.
    pub(super) player: Player,
    /// What values are counted in, in shares of the point.
    pub(super) swing: f32,
}

/// The exploration constant at a node, in shares of the point.
fn exploration(params: &MctsParams, swing: f32, visits: f32, node: &Figures) -> f32 {
    let mut constant = params.exploration * swing;
    if params.exploration_growth != 0.0 {
        let base = params.exploration_base;
        constant *= 1.0 + params.exploration_growth * single::ln((visits + base) / base);
    }
    if params.exploration_spread != 0.0 {
        let factor =
            (node.spread() / (TYPICAL_SPREAD * swing)).clamp(*SPREAD_FACTOR.start(), *SPREAD_FACTOR.end());
        constant *= 1.0 + params.exploration_spread * (factor - 1.0);
    }
    constant
}

/// The edge (by its place in the node) with the best sum of value and exploration. Proven losses are taken
/// only where nothing else is left.
pub(super) fn best_edge<M: Copy + Hash>(tree: &Tree<M>, node: NodeIndex, taste: &Taste<'_>) -> usize {
    let Taste { params, history, player, swing } = *taste;
    let edges = tree.edges(node);
    if edges.len() == 1 {
        return 0;
    }
    let figures = tree.node(node).figures();
    let visits = figures.visits.max(1) as f32;
    let scale = exploration(params, swing, visits, &figures) * visits.sqrt();
    // Below the root the likeliest moves come first and are tried first: behind the first one that was not tried
    // there are only worse ones.
    let edges = if node == tree.root() { edges } else { tried_and_next(edges) };
    let visited = |edge: &&Edge| edge.counts().visits() > 0;
    let visited_mass: f32 = edges.iter().filter(visited).map(Edge::prior).sum();
    let urgency = figures.mean() - params.urgency_reduction * swing * visited_mass.sqrt();

    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let counts = edge.counts();
        // What is proven needs no exploration, and a certain loss is taken only where all is lost.
        let explored = || {
            let tries = (1 + counts.visits()) as f32;
            let news = params.history_weight != 0.0 && counts.visits() < NEWS;
            let gain = if news { history.gain(player, &tree.mv(node, index)) } else { 0.0 };
            (scale * edge.prior() + params.history_weight * gain) / tries
        };
        let score = match counts.is_proven() {
            true if counts.mean() <= 0.0 => CERTAIN_LOSS,
            true => counts.mean(),
            false => counts.expected().unwrap_or(urgency) + explored(),
        };
        if score > best_score {
            best = index;
            best_score = score;
        }
    }
    best
}

/// The edges that were tried or looked at, and one more, as long as they come in the order of their priors;
/// otherwise all.
#[inline]
fn tried_and_next(edges: &[Edge]) -> &[Edge] {
    let tried = edges.iter().take(LIKELIEST).position(|edge| edge.counts().expected().is_none());
    &edges[..tried.map_or(edges.len(), |tried| tried + 1)]
}

/// The edge that proves a proven node: the best of those proven.
pub(super) fn proven_edge<M: Copy>(tree: &Tree<M>, node: NodeIndex) -> usize {
    let edges = tree.edges(node).iter().map(Edge::counts).enumerate();
    let proven = edges.filter(|(_, counts)| counts.is_proven());
    let (best, _) = proven
        .max_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()))
        .expect("a proven node that is no end has a proven edge");
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mcts::tree::Claim;

    /// A root with two moves that nothing tells apart, and one more.
    fn tree() -> Tree<u8> {
        let mut tree = Tree::new();
        tree.grow(crate::search::mcts::tree::Full { lines: 2 }, usize::MAX);
        let choices = [(5, 0.4), (6, 0.4), (7, 0.2)];
        let root =
            tree.add(&mut Claim::default(), &choices, crate::search::Proof::Unknown).expect("there is room");
        tree.set_root(root);
        tree
    }

    #[test]
    fn a_move_that_was_worth_more_elsewhere_is_tried_first() {
        let tree = tree();
        let mut history = MoveHistory::new();
        let params = MctsParams::playing();
        let choose = |history: &MoveHistory, params: &MctsParams, player| {
            best_edge(&tree, tree.root(), &Taste { params, history, player, swing: 1.0 })
        };
        assert_eq!(choose(&history, &params, Player::FIRST), 0);
        history.note(Player::FIRST, &6u8, 0.3);
        assert_eq!(choose(&history, &params, Player::FIRST), 1);
        assert_eq!(choose(&history, &params, Player::SECOND), 0, "it was somebody else's move");
        assert_eq!(choose(&history, &MctsParams { history_weight: 0.0, ..params }, Player::FIRST), 0);
        history.note(Player::FIRST, &6u8, -0.9);
        assert_eq!(choose(&history, &params, Player::FIRST), 0);
    }
}
