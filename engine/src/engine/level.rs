//! Playing weaker than possible: fewer simulations or nodes, and a move drawn among those that a player might choose.

use damier_numerics::{
    double::{exp, ln},
    seed::Seed,
};
use damier_rules::{Game, SearchKind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Searcher;
use crate::search::{Limits, Proof, SearchReport};

/// Playing strength as an Elo rating from [`MIN_ELO`](Self::MIN_ELO) to [`MAX_ELO`](Self::MAX_ELO), or
/// [`FULL`](Self::FULL) strength.
///
/// The ratings were fitted in chess, with the net that comes with damier, to the scale of CCRL 40/4. In matches of
/// neighbours and against programs of known rating each came out within 150 of its number
/// (`docs/experiments/performance.md`). In other games ratings only say which level is the stronger one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u32);

/// What a level plays by.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    elo: u32,
    /// Simulations of the tree search for a move.
    simulations: f64,
    /// Nodes of alpha-beta for a move.
    nodes: f64,
    /// Temperature of the draw among the moves of the tree search.
    temperature: f64,
}

/// Measured levels, weakest first; those in between are interpolated geometrically.
const POINTS: [Point; 7] = [
    point(600, 1.0, 1.0, 1.4),
    point(1000, 6.0, 6.0, 0.97),
    point(1400, 80.0, 80.0, 0.84),
    point(1800, 600.0, 600.0, 0.81),
    point(2200, 700.0, 2_600.0, 0.55),
    point(2600, 6_000.0, 14_000.0, 0.1),
    point(2800, 25_000.0, 60_000.0, 0.05),
];
/// Elo from which alpha-beta plays, where it suits the game or was asked for. Below, the tree search does, which can be
/// weakened to the choice of a beginner.
const ALPHA_BETA_FROM: u32 = 2000;
/// Simulations that the priors of all moves together count as.
const PRIOR_VISITS: f64 = 2.0;
/// The number of full strength. The numbers below are ratings in steps.
const FULL_NUMBER: u8 = 20;
const ELO_PER_NUMBER: u32 = 120;

const fn point(elo: u32, simulations: f64, nodes: f64, temperature: f64) -> Point {
    Point { elo, simulations, nodes, temperature }
}

impl Level {
    /// Lowest rating.
    pub const MIN_ELO: u32 = 600;
    /// Highest rating.
    pub const MAX_ELO: u32 = 2800;
    /// Weakest level, number 1.
    pub const WEAKEST: Self = Self(Self::MIN_ELO);
    /// Full strength, number 20: no bound but the limits of the search.
    pub const FULL: Self = Self(u32::MAX);

    /// Returns the level with a number: 1 (weakest) to 19 are 120 Elo apart, 20 is full strength.
    pub fn new(number: u8) -> Option<Self> {
        match number {
            FULL_NUMBER => Some(Self::FULL),
            1..FULL_NUMBER => Some(Self(Self::MIN_ELO + ELO_PER_NUMBER * u32::from(number - 1))),
            _ => None,
        }
    }

    /// Returns the number of the level, or of the strongest numbered one below it.
    pub fn number(self) -> u8 {
        match self {
            Self::FULL => FULL_NUMBER,
            Self(elo) => 1 + ((elo - Self::MIN_ELO) / ELO_PER_NUMBER).min(u32::from(FULL_NUMBER) - 2) as u8,
        }
    }

    /// Returns the level with a rating, or the nearest one; never full strength.
    pub fn of_elo(elo: u32) -> Self {
        Self(elo.clamp(Self::MIN_ELO, Self::MAX_ELO))
    }

    /// Returns its rating; that of full strength, which is not measured, is [`MAX_ELO`](Self::MAX_ELO).
    pub fn elo(self) -> u32 {
        self.0.min(Self::MAX_ELO)
    }

    /// Returns the most simulations of the tree search for a move; `None` at full strength.
    pub fn simulations(self) -> Option<u64> {
        self.interpolated(|point| point.simulations).map(|simulations| simulations.round() as u64)
    }

    /// Returns the most nodes of alpha-beta for a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        self.interpolated(|point| point.nodes).map(|nodes| nodes.round() as u64)
    }

    /// Returns the temperature by which the move is drawn after a tree search; 0 at full strength, which plays the
    /// best one.
    pub fn temperature(self) -> f64 {
        self.interpolated(|point| point.temperature).unwrap_or(0.0)
    }

    /// Returns a quantity of the table at its rating; `None` at full strength.
    fn interpolated(self, quantity: impl Fn(&Point) -> f64) -> Option<f64> {
        if self == Self::FULL {
            return None;
        }
        let pair = POINTS.windows(2).find(|pair| self.0 <= pair[1].elo)?;
        let share = f64::from(self.0 - pair[0].elo) / f64::from(pair[1].elo - pair[0].elo);
        let [below, above] = [&pair[0], &pair[1]].map(|point| ln(quantity(point)));
        Some(exp(below + share * (above - below)))
    }

    /// Returns the search that plays at this level.
    pub(super) fn search_kind<G: Game>(self, searcher: Searcher, game: &G) -> SearchKind {
        match searcher.in_game(game) {
            SearchKind::AlphaBeta if self.0 < ALPHA_BETA_FROM => SearchKind::Tree,
            kind => kind,
        }
    }

    /// Returns `limits` within the simulations or nodes of this level.
    pub(super) fn limits(self, limits: &Limits, kind: SearchKind) -> Limits {
        let most = match kind {
            SearchKind::Tree => self.simulations(),
            SearchKind::AlphaBeta => self.nodes(),
        };
        Limits { nodes: [limits.nodes, most].into_iter().flatten().min(), ..*limits }
    }

    /// Replaces the move of a tree search by one that is drawn with the weight `(visits + 2 · prior)^(1/temperature)`.
    /// A proven win is played, and no move that is proven lost is drawn. The draw depends on the arguments alone.
    pub(super) fn weaken<M: Copy + PartialEq>(self, report: &mut SearchReport<M>, seed: Seed) {
        let wins = |report: &SearchReport<M>| {
            report.moves.iter().any(|root| root.mv == report.best && root.proof == Proof::Win)
        };
        if self == Self::FULL || report.kind != SearchKind::Tree || wins(report) {
            return;
        }
        if let Some(mv) = self.drawn(report, seed) {
            report.play(mv);
        }
    }

    /// Draws a move.
    fn drawn<M: Copy + PartialEq>(self, report: &SearchReport<M>, seed: Seed) -> Option<M> {
        let playable = report.moves.iter().filter(|root| root.proof != Proof::Loss || root.mv == report.best);
        let counts: Vec<(M, f64)> = playable
            .map(|root| (root.mv, f64::from(root.visits) + PRIOR_VISITS * f64::from(root.prior)))
            .filter(|(_, count)| *count > 0.0)
            .collect();
        let most = counts.iter().map(|(_, count)| *count).fold(0.0, f64::max);
        let temperature = self.temperature();
        let weights: Vec<f64> = counts.iter().map(|(_, count)| exp(ln(count / most) / temperature)).collect();
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed.number());
        let mut rest = chance.random_range(0.0..1.0) * weights.iter().sum::<f64>();
        let mut moves = counts.iter().zip(weights);
        moves.find_map(|((mv, _), weight)| {
            rest -= weight;
            (rest < 0.0).then_some(*mv)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered() -> impl Iterator<Item = Level> {
        (1..=FULL_NUMBER).filter_map(Level::new)
    }

    #[test]
    fn a_higher_rating_searches_no_less_and_draws_no_more_widely() {
        let levels: Vec<Level> = (Level::MIN_ELO..=Level::MAX_ELO).map(Level::of_elo).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].simulations() <= pair[1].simulations(), "{pair:?}");
            assert!(pair[0].nodes() <= pair[1].nodes(), "{pair:?}");
            assert!(pair[0].temperature() >= pair[1].temperature(), "{pair:?}");
        }
        for (below, above) in numbered().zip(numbered().skip(1)) {
            assert!(below.temperature() > above.temperature(), "{below:?}");
        }
        let full = Level::FULL;
        assert_eq!((full.simulations(), full.nodes(), full.temperature()), (None, None, 0.0));
    }

    #[test]
    fn levels_at_the_points_of_the_table_are_those_of_the_table() {
        for point in POINTS {
            let level = Level::of_elo(point.elo);
            assert_eq!(level.simulations(), Some(point.simulations as u64));
            assert_eq!(level.nodes(), Some(point.nodes as u64));
            assert!((level.temperature() - point.temperature).abs() < 1e-9);
        }
        assert_eq!((POINTS[0].elo, POINTS[POINTS.len() - 1].elo), (Level::MIN_ELO, Level::MAX_ELO));
    }

    #[test]
    fn numbers_and_ratings_are_levels() {
        assert_eq!((Level::new(0), Level::new(FULL_NUMBER + 1)), (None, None));
        assert!((1..=FULL_NUMBER).all(|number| Level::new(number).map(Level::number) == Some(number)));
        assert!(
            numbered().filter(|level| *level != Level::FULL).all(|level| Level::of_elo(level.elo()) == level)
        );
        assert_eq!((Level::new(1), Level::new(FULL_NUMBER)), (Some(Level::WEAKEST), Some(Level::FULL)));
        assert_eq!((Level::of_elo(0), Level::of_elo(u32::MAX)), (Level::WEAKEST, Level(Level::MAX_ELO)));
        assert!(Level::of_elo(u32::MAX) < Level::FULL && Level::FULL.elo() == Level::MAX_ELO);
        assert_eq!([719, 720, 2799, 2800].map(|elo| Level::of_elo(elo).number()), [1, 2, 19, 19]);
    }
}
