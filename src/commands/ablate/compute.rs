//! Equal computing for unequal settings.

use damier_train::run::{GenerationState, RunConfig, RunState, StageConfig};

/// Generations that tell what one costs. The first ones are the shortest, of every setting alike.
pub(super) const PILOT: u32 = 2;

/// The most generations a run may have.
const MAX_GENERATIONS: f64 = 9_999.0;

/// Processor time of games and training, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Cost(f64);

impl Cost {
    /// Of the first [`PILOT`] generations.
    pub(super) fn of_start(state: &RunState) -> Self {
        Self::of(state, PILOT as usize)
    }

    /// Of all generations.
    pub(super) fn of_all(state: &RunState) -> Self {
        Self::of(state, usize::MAX)
    }

    fn of(state: &RunState, generations: usize) -> Self {
        let spent = state.generations.iter().take(generations);
        Self(spent.filter_map(GenerationState::learning_seconds).sum())
    }

    pub(super) fn minutes(self) -> f64 {
        const SECONDS_PER_MINUTE: f64 = 60.0;
        self.0 / SECONDS_PER_MINUTE
    }

    /// How much of this `other` would be; 1 where nothing was measured.
    pub(super) fn ratio_to(self, other: &Self) -> f64 {
        if self.0 > 0.0 && other.0 > 0.0 { self.0 / other.0 } else { 1.0 }
    }
}

/// The configuration with `factor` times the generations, and its stages where they were in proportion.
pub(super) fn scaled(config: &RunConfig, factor: f64) -> RunConfig {
    let scale =
        |generations: u32| (f64::from(generations) * factor).round().clamp(1.0, MAX_GENERATIONS) as u32;
    let mut last = 0;
    let stages = config.stages.iter().map(|stage| {
        // Two stages never begin in the same generation.
        last = scale(stage.from_generation).max(last + 1);
        StageConfig { from_generation: last, ..*stage }
    });
    RunConfig { stages: stages.collect(), generations: scale(config.generations), ..config.clone() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn config() -> RunConfig {
        let text = "game = \"tic-tac-toe\"\ngenerations = 12\nsteps = 10\n[net]\n[selfplay]\ngames = 10\nsimulations = 8\n\
                    [train]\n[[stage]]\nfrom_generation = 2\nsimulations = 16\n[[stage]]\nfrom_generation = 3\n\
                    simulations = 32\n";
        RunConfig::parse(text, Path::new("test")).expect("a configuration")
    }

    fn begin(config: &RunConfig) -> Vec<u32> {
        config.stages.iter().map(|stage| stage.from_generation).collect()
    }

    #[test]
    fn half_the_cost_pays_for_twice_the_generations() {
        let (cheap, dear) = (Cost(30.0), Cost(60.0));
        let scaled = scaled(&config(), dear.ratio_to(&cheap));
        assert_eq!((scaled.generations, begin(&scaled)), (24, vec![4, 6]));
    }

    #[test]
    fn stages_stay_in_ascending_order() {
        let scaled = scaled(&config(), 0.1);
        assert_eq!((scaled.generations, begin(&scaled)), (1, vec![1, 2]));
    }

    #[test]
    fn the_same_cost_changes_nothing() {
        assert_eq!(scaled(&config(), Cost(1.0).ratio_to(&Cost(1.0))), config());
    }
}
