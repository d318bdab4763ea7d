//! Playing weaker than possible, like a person: looking less far, and preferring a move that is nearly as good.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_numerics::{double, single};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::search::{Limits, Proof, SearchReport};

/// How strong an engine plays: from [`WEAKEST`](Self::WEAKEST) to [`FULL`](Self::FULL).
///
/// Every level below the full one looks at fewer positions than the next, and gives away more: it plays any
/// move whose value (share of the point) is at most its blunder width below the best one's, the less likely the
/// more it costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Simulations of the weakest level, and the factor from one level to the next.
const FEWEST_SIMULATIONS: f64 = 6.0;
const SIMULATIONS_GROWTH: f64 = 1.55;
/// Blunder width of the weakest level, in shares of the point; it shrinks to nothing at the full one.
const WIDEST: f32 = 0.30;
/// Temperature of the choice per blunder width.
const TEMPERATURE: f32 = 0.5;
/// Elo of the weakest level on a scale of its own, and from one level to the next.
const WEAKEST_ELO: u32 = 600;
const ELO_PER_LEVEL: u32 = 100;

impl Level {
    /// The weakest level, 1.
    pub const WEAKEST: Self = Self(1);
    /// As strong as possible, 20.
    pub const FULL: Self = Self(20);

    /// The level with that number, 1 (weakest) to 20 (full strength).
    pub fn new(number: u8) -> Option<Self> {
        (Self::WEAKEST.0..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The strongest level that is not above `elo` (the weakest is what there is below).
    pub fn of_elo(elo: u32) -> Self {
        let steps = elo.saturating_sub(WEAKEST_ELO) / ELO_PER_LEVEL;
        Self(Self::WEAKEST.0 + steps.min(u32::from(Self::FULL.0 - Self::WEAKEST.0)) as u8)
    }

    /// Roughly its Elo, on a scale of its own: the differences are meant.
    pub fn elo(self) -> u32 {
        WEAKEST_ELO + ELO_PER_LEVEL * u32::from(self.0 - Self::WEAKEST.0)
    }

    /// The most simulations it makes for a move; `None` at full strength.
    pub fn simulations(self) -> Option<u64> {
        let steps = i32::from(self.0 - Self::WEAKEST.0);
        (self != Self::FULL).then(|| (FEWEST_SIMULATIONS * double::powi(SIMULATIONS_GROWTH, steps)) as u64)
    }

    /// The most value that it gives away on purpose in one move, in shares of the point.
    pub fn blunder_width(self) -> f32 {
        let below = f32::from(Self::FULL.0 - self.0) / f32::from(Self::FULL.0 - Self::WEAKEST.0);
        WIDEST * below
    }

    /// `limits` within its simulations.
    pub(super) fn limits(self, limits: &Limits) -> Limits {
        let nodes = [limits.nodes, self.simulations()].into_iter().flatten().min();
        Limits { nodes, ..*limits }
    }

    /// Replaces the move to play by one that this level might choose. The choice depends on the arguments alone.
    pub(super) fn weaken<M: Copy + PartialEq + Hash>(
        self,
        report: &mut SearchReport<M>,
        seed: u64,
        plies: usize,
    ) {
        let width = self.blunder_width();
        if width <= 0.0 {
            return;
        }
        let Some(best) = report.moves.iter().find(|mv| mv.mv == report.best).and_then(|mv| mv.value) else {
            return;
        };
        let loss = |value: f32| (best - value).max(0.0);
        let weight = |value: f32| single::exp(-loss(value) / (TEMPERATURE * width));
        let playable: Vec<(M, f32)> = report
            .moves
            .iter()
            .filter(|mv| mv.proof != Proof::Loss || mv.mv == report.best)
            .filter_map(|mv| Some((mv.mv, mv.value?)))
            .filter(|(_, value)| loss(*value) <= width)
            .map(|(mv, value)| (mv, weight(value)))
            .collect();
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(mixed(seed, plies, &playable));
        let mut rest = chance.random_range(0.0..1.0) * playable.iter().map(|(_, weight)| weight).sum::<f32>();
        for (mv, weight) in &playable {
            rest -= weight;
            if rest < 0.0 {
                report.play(*mv);
                return;
            }
        }
    }
}

/// A seed for one choice.
fn mixed<M: Hash>(seed: u64, plies: usize, playable: &[(M, f32)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, plies).hash(&mut hasher);
    playable.iter().for_each(|(mv, _)| mv.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels() -> impl Iterator<Item = Level> {
        (Level::WEAKEST.number()..=Level::FULL.number()).filter_map(Level::new)
    }

    #[test]
    fn every_level_sees_more_and_gives_away_less_than_the_one_below() {
        for (below, above) in levels().zip(levels().skip(1)) {
            assert!(above.blunder_width() < below.blunder_width());
            assert!(above.simulations().is_none_or(|more| more > below.simulations().expect("not full")));
            assert!(above.elo() > below.elo());
        }
        assert_eq!((Level::FULL.blunder_width(), Level::FULL.simulations()), (0.0, None));
    }

    #[test]
    fn numbers_and_elo_are_levels() {
        assert_eq!((Level::new(0), Level::new(21)), (None, None));
        assert!(levels().all(|level| Level::of_elo(level.elo()) == level));
        assert_eq!((Level::of_elo(0), Level::of_elo(u32::MAX)), (Level::WEAKEST, Level::FULL));
    }
}
