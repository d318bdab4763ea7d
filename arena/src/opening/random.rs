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

/// Random openings of promising moves ([`Game::promise`]) that, between two players, a short search with
/// material thinks balanced.
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
/// The most nodes of that search.
const CHECKING_NODES: u64 = 20_000;
const CHECKING_HASH_MIB: usize = 1;
/// After so many openings that are unbalanced or there already, the most balanced one serves.
const ATTEMPTS: usize = 200;

/// What is wrong with an opening, the worse first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Flaws {
    repeated: bool,
    tilt: i32,
}

/// Makes random openings one after the other, different ones as long as the plies suffice for that.
pub(super) struct Generator<G: Game> {
    game: G,
    wanted: RandomOpenings,
    seed: u64,
    made: usize,
    taken: HashSet<u64>,
    searcher: AlphaBeta<G::Position, Material<G>>,
}

impl<G: Game> Generator<G> {
    pub(super) fn new(game: G, wanted: RandomOpenings, seed: u64) -> Self {
        let params = AlphaBetaParams { hash_mb: CHECKING_HASH_MIB, ..AlphaBetaParams::default() };
        let searcher = AlphaBeta::new(Material::new(game.clone()), params);
        Self { game, wanted, seed, made: 0, taken: HashSet::new(), searcher }
    }

    /// The next opening.
    pub(super) fn make(&mut self) -> Opening<G> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seeds::of_part(self.seed, self.made));
        let mut best: Option<(Flaws, Opening<G>)> = None;
        for _ in 0..ATTEMPTS {
            let Some(opening) = self.walk(&mut random) else { continue };
            let (position, history) = opening.played();
            let repeated = self.taken.contains(&position.key());
            if repeated && best.is_some() {
                continue;
            }
            let flaws = Flaws { repeated, tilt: self.tilt(&position, &history) };
            let good = !repeated && flaws.tilt <= self.wanted.tolerance;
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

    /// By how much somebody stands better, in hundredths of the game's unit.
    fn tilt(&mut self, position: &G::Position, history: &History<G::Position>) -> i32 {
        if position.players() > 2 {
            return 0;
        }
        self.searcher.clear();
        let limits = Limits { nodes: Some(CHECKING_NODES), ..Limits::depth(CHECKING_DEPTH) };
        self.searcher.search(position, history, &limits).score.abs()
    }

    /// Random plies; `None` where the game ends on the way.
    fn walk(&self, random: &mut Xoshiro256PlusPlus) -> Option<Opening<G>> {
        let start = self.game.start();
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        let mut played = Vec::with_capacity(self.wanted.plies);
        for _ in 0..self.wanted.plies {
            position.legal_moves(&mut moves);
            moves.retain(|mv| self.game.promise(&position, *mv).is_some());
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
