//! Selection: PUCT (Silver et al. 2017) with a growing cpuct, first-play urgency and progressive history.

use std::hash::Hash;

use damier_numerics::single;
use damier_rules::Player;

use super::{
    edge::{Edge, NodeIndex},
    expand::LIKELIEST,
    move_history::MoveHistory,
    node::NodeStatistics,
    params::MctsParams,
    tree::Tree,
};

/// Standard deviation of values that leaves cpuct unchanged, in units of `value_scale`: that of a balanced game.
const TYPICAL_SPREAD: f32 = 0.12;
/// Range of the factor of cpuct that follows the deviation; bounds the noise of few visits.
const SPREAD_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// Score of a proven loss, below all others.
const CERTAIN_LOSS: f32 = -1.0e3;

/// Visits of an edge from which progressive history no longer counts.
const HISTORY_MAX_VISITS: u32 = 8;

/// Context of a selection besides the node.
#[derive(Clone, Copy)]
pub(super) struct SelectionContext<'a> {
    pub(super) params: &'a MctsParams,
    pub(super) history: &'a MoveHistory,
    /// Player to move.
    pub(super) player: Player,
    /// Scale of the values, see [`value_scale`](super::params::value_scale).
    pub(super) value_scale: f32,
}

/// Returns cpuct at a node, in shares of the point.
fn cpuct(params: &MctsParams, value_scale: f32, visits: f32, node: &NodeStatistics) -> f32 {
    let mut constant = params.cpuct * value_scale;
    if params.cpuct_growth != 0.0 {
        let base = params.cpuct_base;
        constant *= 1.0 + params.cpuct_growth * single::ln((visits + base) / base);
    }
    if params.cpuct_spread != 0.0 {
        let factor = (node.spread() / (TYPICAL_SPREAD * value_scale))
            .clamp(*SPREAD_FACTOR.start(), *SPREAD_FACTOR.end());
        constant *= 1.0 + params.cpuct_spread * (factor - 1.0);
    }
    constant
}

/// Returns the index of the edge with the best PUCT score: value plus exploration.
///
/// Takes a proven loss only where all edges are lost. First-play urgency values the unvisited edges.
pub(super) fn best_edge<M: Copy + Hash>(
    tree: &Tree<M>,
    node: NodeIndex,
    selection: &SelectionContext<'_>,
) -> usize {
    let SelectionContext { params, history, player, value_scale } = *selection;
    let edges = tree.edges(node);
    if edges.len() == 1 {
        return 0;
    }
    let statistics = tree.node(node).statistics();
    let visits = statistics.visits.max(1) as f32;
    let scale = cpuct(params, value_scale, visits, &statistics) * visits.sqrt();
    // Below the root edges are sorted by prior: those behind the first untried one cannot be best.
    let edges = if node == tree.root() { edges } else { tried_and_next(edges) };
    let visited = |edge: &&Edge| edge.counts().visits() > 0;
    let visited_mass: f32 = edges.iter().filter(visited).map(Edge::prior).sum();
    let fpu = statistics.mean() - params.fpu_reduction * value_scale * visited_mass.sqrt();

    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let counts = edge.counts();
        // Proven edges are not explored.
        let explored = || {
            let tries = (1 + counts.visits()) as f32;
            let is_new = params.history_weight != 0.0 && counts.visits() < HISTORY_MAX_VISITS;
            let gain = if is_new { history.gain(player, &tree.mv(node, index)) } else { 0.0 };
            (scale * edge.prior() + params.history_weight * gain) / tries
        };
        let score = match counts.is_proven() {
            true if counts.mean() <= 0.0 => CERTAIN_LOSS,
            true => counts.mean(),
            false => counts.expected().unwrap_or(fpu) + explored(),
        };
        if score > best_score {
            best = index;
            best_score = score;
        }
    }
    best
}

/// Returns the edges with a value and one more, while they are sorted by prior; otherwise all.
#[inline]
fn tried_and_next(edges: &[Edge]) -> &[Edge] {
    let tried = edges.iter().take(LIKELIEST).position(|edge| edge.counts().expected().is_none());
    &edges[..tried.map_or(edges.len(), |tried| tried + 1)]
}

/// Returns the index of the best proven edge of a proven node.
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
    use crate::search::mcts::tree::ThreadArena;

    /// A root with two equal moves, and one more.
    fn tree() -> Tree<u8> {
        let mut tree = Tree::new();
        tree.grow(crate::search::mcts::tree::Full { lines: 2 }, usize::MAX);
        let choices = [(5, 0.4), (6, 0.4), (7, 0.2)];
        let root = tree
            .add(&mut ThreadArena::default(), &choices, crate::search::Proof::Unknown)
            .expect("there is room");
        tree.set_root(root);
        tree
    }

    #[test]
    fn a_move_that_was_worth_more_elsewhere_is_tried_first() {
        let tree = tree();
        let mut history = MoveHistory::new();
        let params = MctsParams::playing();
        let choose = |history: &MoveHistory, params: &MctsParams, player| {
            best_edge(&tree, tree.root(), &SelectionContext { params, history, player, value_scale: 1.0 })
        };
        assert_eq!(choose(&history, &params, Player::FIRST), 0);
        history.add(Player::FIRST, &6u8, 0.3);
        assert_eq!(choose(&history, &params, Player::FIRST), 1);
        assert_eq!(choose(&history, &params, Player::SECOND), 0, "it was the other player's move");
        assert_eq!(choose(&history, &MctsParams { history_weight: 0.0, ..params }, Player::FIRST), 0);
        history.add(Player::FIRST, &6u8, -0.9);
        assert_eq!(choose(&history, &params, Player::FIRST), 0);
    }
}
