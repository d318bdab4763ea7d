//! The positions that are learned from: the newest ones, a growing number of them.

use std::{collections::VecDeque, iter};

use damier_numerics::{double, seed};

use crate::{
    config::TrainConfig,
    example::{Example, GameExamples, GameKey},
};

/// Separates the draw that holds games out from every other use of their numbers.
const HELD_OUT_SALT: u64 = 0x6865_6c64_206f_7574;

/// Games in the order they were played, the oldest leaving as the window moves on.
#[derive(Clone, Debug)]
pub struct Window {
    min: usize,
    share: f64,
    held_out_share: f64,
    learned: GameQueue,
    held_out: GameQueue,
}

/// Queue of games, the oldest first.
#[derive(Clone, Debug)]
struct GameQueue {
    /// With the number of positions ever added before each.
    games: VecDeque<(u64, GameExamples)>,
    /// For each position the number of its game, counted from the first that was ever added and modulo 2³²: to search
    /// for it is slow, for the games lie all over the memory.
    game_of: VecDeque<u32>,
    /// Positions ever added.
    total: u64,
    /// Changes with the content, whatever the order of changes.
    fingerprint: u64,
}

impl Window {
    /// An empty window.
    pub fn new(config: &TrainConfig) -> Self {
        Self {
            min: config.window_min,
            share: f64::from(config.window_share),
            held_out_share: f64::from(config.held_out_share),
            learned: GameQueue::new(),
            held_out: GameQueue::new(),
        }
    }

    /// Adds the next game, to be learned or held out as its key decides, and drops the oldest games beyond
    /// the window.
    pub fn push(&mut self, mut game: GameExamples) {
        game.shrink_to_fit();
        let held_out = self.holds_out(game.key);
        let part = if held_out { self.held_out_share } else { 1.0 };
        let queue = if held_out { &mut self.held_out } else { &mut self.learned };
        queue.push(game);
        let min = (self.min as f64 * part) as u64;
        queue.shrink(min.max((queue.total as f64 * self.share) as u64));
    }

    /// Whether games of this key are held out: decided by the key alone.
    pub fn holds_out(&self, key: GameKey) -> bool {
        let draw = seed::draw(seed::draw(HELD_OUT_SALT, u64::from(key.generation)), key.index);
        (draw as f64) < self.held_out_share * double::powi(2.0, 64)
    }

    /// The number of positions to learn from.
    pub fn len(&self) -> usize {
        self.learned.len()
    }

    /// Whether there is no position to learn from.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of positions that are held out.
    pub fn held_out_len(&self) -> usize {
        self.held_out.len()
    }

    /// All positions ever added, held out or not, dropped or not.
    pub fn total(&self) -> u64 {
        self.learned.total + self.held_out.total
    }

    /// The generation of the newest game; 0 where there is none.
    pub fn newest_generation(&self) -> u32 {
        let newest = |queue: &GameQueue| queue.games.back().map_or(0, |(_, game)| game.key.generation);
        newest(&self.learned).max(newest(&self.held_out))
    }

    /// A position to learn from, with its game.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn learned(&self, index: usize) -> (&GameExamples, &Example) {
        self.learned.get(index)
    }

    /// A held-out position, with its game.
    ///
    /// # Panics
    /// If `index` is not below [`held_out_len`](Self::held_out_len).
    pub fn held_out(&self, index: usize) -> (&GameExamples, &Example) {
        self.held_out.get(index)
    }

    /// A number that changes with the positions to learn from.
    pub fn fingerprint(&self) -> u64 {
        self.learned.fingerprint
    }
}

impl GameQueue {
    fn new() -> Self {
        Self { games: VecDeque::new(), game_of: VecDeque::new(), total: 0, fingerprint: 0 }
    }

    fn push(&mut self, game: GameExamples) {
        if game.examples().is_empty() {
            return;
        }
        let start = self.total;
        self.total += game.examples().len() as u64;
        self.fingerprint = self.fingerprint.wrapping_add(Self::mark(&game));
        let number = self.game_of.back().map_or(0, |last| last.wrapping_add(1));
        self.game_of.extend(iter::repeat_n(number, game.examples().len()));
        self.games.push_back((start, game));
    }

    /// Drops the oldest games that are not needed for `keep` positions.
    fn shrink(&mut self, keep: u64) {
        while let Some((_, oldest)) = self.games.front() {
            if self.len() as u64 - (oldest.examples().len() as u64) < keep || self.games.len() == 1 {
                break;
            }
            self.fingerprint = self.fingerprint.wrapping_sub(Self::mark(oldest));
            self.game_of.drain(..oldest.examples().len());
            self.games.pop_front();
        }
    }

    fn mark(game: &GameExamples) -> u64 {
        seed::draw(seed::draw(u64::from(game.key.generation), game.key.index), game.examples().len() as u64)
    }

    fn len(&self) -> usize {
        self.game_of.len()
    }

    fn get(&self, index: usize) -> (&GameExamples, &Example) {
        let (start, game) = &self.games[self.game_of[index].wrapping_sub(self.game_of[0]) as usize];
        let number = self.total - self.len() as u64 + index as u64;
        (game, &game.examples()[(number - start) as usize])
    }
}
