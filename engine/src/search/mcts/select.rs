//! Which edge a simulation takes: PUCT with first-play urgency from the parent.

use super::{
    params::MctsParams,
    proof::Proof,
    tree::{NodeIndex, Tree},
};

/// Standard deviation at which the spread-dependent part of the exploration constant is neutral: that of
/// a typical node of a balanced game, in shares of the point.
const TYPICAL_SPREAD: f32 = 0.12;
/// Bounds of the spread-dependent factor, against noise at nodes with few visits.
const SPREAD_FACTOR: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// The exploration constant at a node.
fn exploration(params: &MctsParams, visits: f32, spread: f32) -> f32 {
    let base = params.exploration_base;
    let grown = params.exploration * (1.0 + params.exploration_growth * ((visits + base) / base).ln());
    let factor = (spread / TYPICAL_SPREAD).clamp(*SPREAD_FACTOR.start(), *SPREAD_FACTOR.end());
    grown * (1.0 + params.exploration_spread * (factor - 1.0))
}

/// The edge (index into the arena) with the best sum of value and exploration. Proven losses are taken
/// only where nothing else is left.
pub(super) fn best_edge<M: Copy>(tree: &Tree<M>, node: NodeIndex, params: &MctsParams) -> usize {
    let at = tree.node(node);
    let range = at.edges();
    if at.edge_count == 1 {
        return range.start;
    }
    let edges = &tree.edges[range.clone()];
    let visits = at.visits.max(1) as f32;
    let scale = exploration(params, visits, at.spread()) * visits.sqrt();
    let visited_mass: f32 = edges.iter().filter(|edge| edge.visits > 0).map(|edge| edge.prior).sum();
    let urgency = at.mean() - params.urgency_reduction * visited_mass.sqrt();

    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let proof = edge.link.proof();
        let value = match proof {
            Proof::Unknown if edge.visits == 0 => urgency,
            Proof::Unknown => edge.value_sum / edge.visits as f32,
            Proof::Draw => 0.5,
            Proof::Win => 1.0,
            Proof::Loss => -1.0e3,
        };
        let score = value + scale * edge.prior / (1 + edge.visits) as f32;
        if score > best_score {
            best = index;
            best_score = score;
        }
    }
    range.start + best
}
