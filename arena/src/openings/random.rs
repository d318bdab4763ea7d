//! Openings from random plies.

use std::{collections::HashSet, fmt};

use damier_rules::{AnyGame, Game, GameSoFar, Position, SearchHeuristics};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Opening,
    balance::{Balance, BalanceSearch},
};
use crate::{error::ArenaError, seeds::Stream};

/// Random openings of moves with a [score](damier_rules::SearchHeuristics::move_score) that, between two players, a short
/// search thinks
/// balanced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// How many plies are random.
    pub plies: usize,
    /// Which of them are kept.
    pub balance: Balance,
}

impl Default for RandomOpenings {
    fn default() -> Self {
        Self { plies: 8, balance: Balance::default() }
    }
}

/// In words, for reports.
impl fmt::Display for RandomOpenings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} random plies, {}", self.plies, self.balance)
    }
}

/// Attempts to find a balanced new opening; after them the most balanced one serves.
const ATTEMPTS: usize = 200;

/// What is wrong with an opening, the worse first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Flaws {
    repeated: bool,
    imbalance: i32,
}

/// Makes random openings one after the other, different ones as long as the plies suffice for that.
pub(super) struct Generator {
    game: AnyGame,
    wanted: RandomOpenings,
    seed: u64,
    made: usize,
    taken: HashSet<u64>,
    scales: BalanceSearch,
}

impl Generator {
    pub(super) fn new(game: AnyGame, wanted: RandomOpenings, seed: u64) -> Result<Self, ArenaError> {
        let scales = BalanceSearch::new(&game, &wanted.balance)?;
        Ok(Self { game, wanted, seed, made: 0, taken: HashSet::new(), scales })
    }

    /// Returns the next opening.
    pub(super) fn make(&mut self) -> Opening {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(Stream::Openings.of(self.seed).part(self.made as u64).number());
        let mut best: Option<(Flaws, Opening)> = None;
        for _ in 0..ATTEMPTS {
            let Some(opening) = self.walk(&mut random) else { continue };
            let (position, history) = opening.end();
            let repeated = self.taken.contains(&position.key());
            if repeated && best.is_some() {
                continue;
            }
            let flaws = Flaws { repeated, imbalance: self.scales.imbalance(&position, &history) };
            let good = !repeated && flaws.imbalance <= self.wanted.balance.tolerance;
            if best.as_ref().is_none_or(|(least, _)| flaws < *least) {
                best = Some((flaws, opening));
            }
            if good {
                break;
            }
        }
        let opening = match best {
            Some((_, opening)) => opening,
            // Every walk ended the game: nothing but the start position is left.
            None => Opening { start: self.game.start(), moves: Vec::new() },
        };
        self.made += 1;
        self.taken.insert(opening.key());
        opening
    }

    /// Random plies; `None` where the game ends on the way.
    fn walk(&self, random: &mut Xoshiro256PlusPlus) -> Option<Opening> {
        let mut so_far = GameSoFar::at_start(self.game.clone());
        for _ in 0..self.wanted.plies {
            let mut moves = so_far.legal_moves();
            moves.retain(|mv| self.game.move_score(so_far.position(), *mv).is_some());
            so_far.play(moves[random.random_range(0..moves.len())]);
            if so_far.outcome().is_some() {
                return None;
            }
        }
        Some(Opening { start: so_far.start().clone(), moves: so_far.moves().to_vec() })
    }
}
