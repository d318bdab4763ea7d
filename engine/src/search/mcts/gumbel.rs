//! Gumbel AlphaZero at the root: Gumbel sampling with sequential halving, and the improved policy.
//!
//! Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning with Gumbel (ICLR 2022).

use damier_numerics::single::{self, softmax};
use damier_rules::{History, Position};
use rand::{Rng, RngExt};

use super::{moves_left, params::value_scale, search::Mcts};
use crate::{
    evaluation::{Evaluator, RelativeShares, Value, Wdl},
    search::Proof,
};

/// Parameters of a Gumbel search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GumbelParams {
    /// Simulations of the search.
    pub simulations: u32,
    /// Greatest number of moves that sequential halving starts with.
    pub considered: usize,
    /// Scale of the Gumbel noise: 1 samples moves from the policy, 0 plays the best.
    pub noise: f32,
    /// `c_visit` of the paper: weight of the values against the priors before any visit.
    pub c_visit: f32,
    /// `c_scale` of the paper: scale of the values, in units of `value_scale` as in [`MctsParams`](super::MctsParams).
    pub c_scale: f32,
}

impl Default for GumbelParams {
    fn default() -> Self {
        Self { simulations: 64, considered: 16, noise: 1.0, c_visit: 50.0, c_scale: 0.25 }
    }
}

/// Result of a Gumbel search; lists are parallel to the legal moves in canonical order.
#[derive(Clone, PartialEq, Debug)]
pub struct RootStatistics<M> {
    /// Legal moves.
    pub moves: Vec<M>,
    /// Simulations per move.
    pub visits: Vec<u32>,
    /// Expected share of the point per move, completed for unvisited moves.
    pub q: Vec<f32>,
    /// Improved policy: the training target; sums to 1.
    pub improved: Vec<f32>,
    /// Index of the move to play.
    pub chosen: usize,
    /// Value of the root under the improved policy, for the player to move.
    pub value: Value,
    /// Simulations made.
    pub simulations: u32,
    /// Proof of the root, for the player to move.
    pub proof: Proof,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Searches `position` from an empty tree with Gumbel sampling and sequential halving.
    ///
    /// It is deterministic: the result depends on the arguments and the state of `random` alone.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn gumbel(
        &mut self,
        position: &P,
        history: &History<P>,
        params: &GumbelParams,
        random: &mut impl Rng,
    ) -> RootStatistics<P::Move> {
        let own = self.start(position, history, &[]).share(position.to_move());
        let mut line_history = history.clone();
        let (_, edges) = self.tree.root_node();
        let logits: Vec<f32> =
            edges.iter().map(|edge| single::ln(edge.prior().max(f32::MIN_POSITIVE))).collect();
        let noisy: Vec<f32> =
            logits.iter().map(|logit| logit + params.noise * gumbel_sample(random)).collect();
        let mut candidates: Vec<usize> = (0..logits.len()).collect();
        sort_by_scores(&mut candidates, &noisy);
        candidates.truncate(params.considered.max(1));

        let phases = candidates.len().next_power_of_two().trailing_zeros().max(1);
        let mut made = 0;
        while made < params.simulations && !self.root_is_proven() {
            let each = (params.simulations / (phases * candidates.len() as u32)).max(1);
            'phase: for _ in 0..each {
                for candidate in &candidates {
                    if made >= params.simulations || self.root_is_proven() {
                        break 'phase;
                    }
                    if !self.tree.root_node().1[*candidate].counts().is_proven() {
                        self.simulate(position, &mut line_history, Some(*candidate));
                    }
                    made += 1;
                }
            }
            let scores = self.scores(&noisy, own, params);
            sort_by_scores(&mut candidates, &scores);
            if candidates.len() > 2 {
                candidates.truncate(candidates.len().div_ceil(2));
            }
        }
        self.root_statistics((&logits, &noisy), own, &candidates, params, made)
    }

    fn root_is_proven(&self) -> bool {
        self.tree.root_node().0.proof() != Proof::Unknown
    }

    /// Returns the preference of a move of a proven root; 0 where the root is unproven.
    fn proven_preference(&self, edge: usize) -> u32 {
        let (root, edges) = self.tree.root_node();
        let edge = &edges[edge];
        moves_left::proven_preference(&self.tree, root.proof(), (edge, edge.counts().proof(self.players())))
    }

    /// Returns the completed values of the root's moves: unvisited ones get the mixed value (equation 33).
    ///
    /// `own` is the evaluator's value of the root itself.
    fn completed_values(&self, own: f32) -> Vec<f32> {
        let (_, edges) = self.tree.root_node();
        let (mut visits, mut mass, mut weighted) = (0.0, 0.0, 0.0);
        for edge in edges {
            let counts = edge.counts();
            if let Some(value) = counts.value() {
                visits += counts.visits() as f32;
                mass += edge.prior();
                weighted += edge.prior() * value;
            }
        }
        let mixed = if mass > 0.0 { (own + visits * weighted / mass) / (1.0 + visits) } else { own };
        edges.iter().map(|edge| edge.counts().value().unwrap_or(mixed)).collect()
    }

    /// Returns `base` (logits, with or without noise) plus the transformed values with their moves-left utility.
    fn scores(&self, base: &[f32], own: f32, params: &GumbelParams) -> Vec<f32> {
        let (_, edges) = self.tree.root_node();
        let most = edges.iter().map(|edge| edge.counts().visits()).max().unwrap_or(0) as f32;
        let scale = (params.c_visit + most) * params.c_scale / value_scale(self.players());
        let values = self.completed_values(own).into_iter().zip(edges);
        let with_utility =
            values.map(|(value, edge)| value + moves_left::utility(&self.tree, edge, self.players()));
        base.iter().zip(with_utility).map(|(base, value)| base + scale * value).collect()
    }

    fn root_statistics(
        &self,
        (logits, noisy): (&[f32], &[f32]),
        own: f32,
        candidates: &[usize],
        params: &GumbelParams,
        simulations: u32,
    ) -> RootStatistics<P::Move> {
        let (_, edges) = self.tree.root_node();
        let mut improved = self.scores(logits, own, params);
        softmax(&mut improved);
        let q = self.completed_values(own);
        let scores = self.scores(noisy, own, params);
        let root_report = self.root_report().expect("it was searched");
        let rank = |index: &usize| {
            let counts = edges[*index].counts();
            moves_left::proof_rank(counts.proof(self.players()), counts, || root_report.reachable_at_root())
        };
        let all: Vec<usize> = (0..edges.len()).collect();
        let pool = if candidates.iter().any(|index| rank(index) > 0) { candidates } else { &all[..] };
        let chosen = pool
            .iter()
            .copied()
            .max_by(|a, b| {
                rank(a)
                    .cmp(&rank(b))
                    .then(self.proven_preference(*a).cmp(&self.proven_preference(*b)))
                    .then(edges[*a].counts().visits().cmp(&edges[*b].counts().visits()))
                    .then(scores[*a].total_cmp(&scores[*b]))
            })
            .expect("a root has moves");

        let (root, _) = self.tree.root_node();
        let mut value = root_report.root_value();
        if root.proof() == Proof::Unknown {
            let share: f32 = improved.iter().zip(&q).map(|(policy, value)| policy * value).sum();
            value = match value {
                Value::Two(_) => Value::Two(Wdl::of_share(share, root.statistics().draw())),
                Value::Many(shares) => Value::Many(with_own_share(shares.as_slice(), share)),
            };
        }
        RootStatistics {
            moves: self.tree.moves(self.tree.root()).collect(),
            visits: edges.iter().map(|edge| edge.counts().visits()).collect(),
            q,
            improved,
            chosen,
            value,
            simulations,
            proof: root.proof(),
        }
    }
}

/// Replaces the first share by `own`, and scales the others in proportion.
fn with_own_share(shares: &[f32], own: f32) -> RelativeShares {
    let others = (1.0 - shares[0]).max(f32::MIN_POSITIVE);
    let mut changed: Vec<f32> = shares.iter().map(|share| share * (1.0 - own) / others).collect();
    changed[0] = own;
    RelativeShares::new(&changed)
}

/// Sorts indices of edges by descending scores; equal ones keep their order.
fn sort_by_scores(candidates: &mut [usize], scores: &[f32]) {
    candidates.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
}

/// Samples the standard Gumbel distribution.
fn gumbel_sample(random: &mut impl Rng) -> f32 {
    let uniform: f32 = random.random_range(f32::EPSILON..1.0);
    -single::ln(-single::ln(uniform))
}
