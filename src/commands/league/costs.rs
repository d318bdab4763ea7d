//! What the nets of a run have cost.

use std::collections::BTreeMap;

use damier_train::run::{RunConfig, RunState};

/// To tell computing in hours.
pub(super) const SECONDS_PER_HOUR: f64 = 3600.0;

/// What the nets of a run have cost until each generation.
pub(super) struct Costs {
    /// Optimiser steps, simulations and seconds by generation.
    pub(super) by_generation: BTreeMap<u32, Cost>,
}

/// What went before a net.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) steps: u64,
    pub(super) simulations: f64,
    pub(super) seconds: f64,
}

impl Costs {
    pub(super) fn of(config: &RunConfig, state: &RunState) -> Self {
        let mut sum = Cost::default();
        let mut by_generation = BTreeMap::from([(0, sum)]);
        for generation in &state.generations {
            let selfplay = config.selfplay_of(generation.generation);
            // Mean number of fast searches per full one.
            let fast =
                (1.0 - selfplay.full_share) / selfplay.full_share * f64::from(selfplay.fast_simulations);
            sum.steps = generation.steps;
            sum.simulations += generation.positions as f64 * (f64::from(selfplay.simulations) + fast);
            sum.seconds += generation.seconds[0] + generation.seconds[1];
            by_generation.insert(generation.generation, sum);
        }
        Self { by_generation }
    }
}
