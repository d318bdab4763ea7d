//! Openings from random plies.

use std::collections::HashSet;

use damier_engine::search::{
    Limits,
    alphabeta::{AlphaBeta, AlphaBetaParams, Material},
};
use damier_rules::{Game, History, MoveList, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Opening;
use crate::seeds;

/// Random openings that a short search with material thinks balanced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// How many plies are random.
    pub plies: usize,
    /// How many hundredths of a man a player may stand better.
    pub tolerance: i32,
}

impl Default for RandomOpenings {
    fn default() -> Self {
        Self { plies: 8, tolerance: 50 }
    }
}

/// The depth of the search that tells balanced openings from others.
const CHECKING_DEPTH: u32 = 7;
const CHECKING_HASH_MIB: usize = 1;
/// After so many openings that are unbalanced or there already, the most balanced one serves.
const ATTEMPTS: usize = 200;

/// What is wrong with an opening, the worse first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Flaws {
    repeated: bool,
    tilt: i32,
}

impl RandomOpenings {
    /// `count` openings, different ones as long as the plies suffice for that.
    pub(super) fn openings<G: Game>(&self, game: &G, count: usize, seed: u64) -> Vec<Opening<G>> {
        let params = AlphaBetaParams { hash_mb: CHECKING_HASH_MIB, ..AlphaBetaParams::default() };
        let mut searcher = AlphaBeta::new(Material::new(game.clone()), params);
        let mut taken = HashSet::new();
        let mut openings = Vec::with_capacity(count);
        for index in 0..count {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seeds::of_part(seed, index));
            let mut best: Option<(Flaws, Opening<G>)> = None;
            for _ in 0..ATTEMPTS {
                let Some(opening) = self.walk(game, &mut random) else { continue };
                let (position, history) = opening.played();
                let repeated = taken.contains(&position.key());
                if repeated && best.is_some() {
                    continue;
                }
                searcher.clear();
                let report = searcher.search(&position, &history, &Limits::depth(CHECKING_DEPTH));
                let flaws = Flaws { repeated, tilt: report.score.abs() };
                let good = !repeated && flaws.tilt <= self.tolerance;
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
                None => Opening { start: game.start(), moves: Vec::new() },
            };
            taken.insert(opening.key());
            openings.push(opening);
        }
        openings
    }

    /// Random plies; `None` where the game ends on the way.
    fn walk<G: Game>(&self, game: &G, random: &mut Xoshiro256PlusPlus) -> Option<Opening<G>> {
        let start = game.start();
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        let mut played = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            position.legal_moves(&mut moves);
            let mv = moves[random.random_range(0..moves.len())];
            history.play(&mut position, mv);
            played.push(mv);
            if history.outcome(&position).is_some() {
                return None;
            }
        }
        Some(Opening { start, moves: played })
    }
}
