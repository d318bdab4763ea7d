//! Which edge a simulation takes: PUCT with first-play urgency from the parent.

use super::{
    edge::Edge,
    expand::LIKELIEST,
    node::Figures,
    params::MctsParams,
    tree::{NodeIndex, Tree},
};

/// Standard deviation at which the spread-dependent part of the exploration constant is neutral: that of
/// a typical node of a balanced game, in shares of the point.
const TYPICAL_SPREAD: f32 = 0.12;
/// Bounds of the spread-dependent factor, against noise at nodes with few visits.
const SPREAD_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// Below every score that a move may have.
const CERTAIN_LOSS: f32 = -1.0e3;

/// The exploration constant at a node.
fn exploration(params: &MctsParams, visits: f32, node: &Figures) -> f32 {
    let mut constant = params.exploration;
    if params.exploration_growth != 0.0 {
        let base = params.exploration_base;
        constant *= 1.0 + params.exploration_growth * ((visits + base) / base).ln();
    }
    if params.exploration_spread != 0.0 {
        let factor = (node.spread() / TYPICAL_SPREAD).clamp(*SPREAD_FACTOR.start(), *SPREAD_FACTOR.end());
        constant *= 1.0 + params.exploration_spread * (factor - 1.0);
    }
    constant
}

/// The edge (by its place in the node) with the best sum of value and exploration. Proven losses are taken
/// only where nothing else is left.
pub(super) fn best_edge<M: Copy>(tree: &Tree<M>, node: NodeIndex, params: &MctsParams) -> usize {
    let edges = tree.edges(node);
    if edges.len() == 1 {
        return 0;
    }
    let figures = tree.node(node).figures();
    let visits = figures.visits.max(1) as f32;
    let scale = exploration(params, visits, &figures) * visits.sqrt();
    // Below the root the likeliest moves come first and are tried first: behind the first one that was not tried
    // there are only worse ones.
    let edges = if node == tree.root() { edges } else { tried_and_next(edges) };
    let visited = |edge: &&Edge| edge.counts().visits() > 0;
    let visited_mass: f32 = edges.iter().filter(visited).map(Edge::prior).sum();
    let urgency = figures.mean() - params.urgency_reduction * visited_mass.sqrt();

    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let counts = edge.counts();
        // What is proven needs no exploration, and a certain loss is taken only where all is lost.
        let explored = || scale * edge.prior() / (1 + counts.visits()) as f32;
        let score = match (counts.is_proven(), counts.visits()) {
            (true, _) if counts.mean() <= 0.0 => CERTAIN_LOSS,
            (true, _) => counts.mean(),
            (false, 0) => urgency + explored(),
            (false, _) => counts.mean() + explored(),
        };
        if score > best_score {
            best = index;
            best_score = score;
        }
    }
    best
}

/// The edges that were tried, and one more, as long as they come in the order of their priors; otherwise all.
#[inline]
fn tried_and_next(edges: &[Edge]) -> &[Edge] {
    let tried = edges.iter().take(LIKELIEST).position(|edge| edge.counts().visits() == 0);
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
