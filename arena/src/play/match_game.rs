//! A finished game of a match.

use std::{ops::AddAssign, time::Duration};

use damier_rules::{AnyMove, AnyPosition, Outcome, Player, Position};

use super::{Ending, PlayedGame};
use crate::rating::GamePoint;

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// What its player thought of the position; `None` for moves of the opening and forced ones.
    pub score: Option<String>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The time that its player took; `None` for moves of the opening and forced ones.
    pub time: Option<Duration>,
}

impl<M> PlayedMove<M> {
    /// Returns a move without a choice: of the opening, or the only one.
    pub fn unsearched(mv: M) -> Self {
        Self { mv, score: None, depth: None, time: None }
    }
}

/// What searching has cost a competitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves that were searched for.
    pub moves: u64,
    /// Nodes or simulations.
    pub nodes: u64,
    /// The depths of the searches, added up.
    pub depths: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.time += other.time;
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its place in the match; games `2n` and `2n + 1` are a pair.
    pub index: usize,
    /// Where it started.
    pub start: AnyPosition,
    /// All moves, those of the opening included.
    pub moves: Vec<PlayedMove<AnyMove>>,
    /// How many of them are the opening.
    pub opening_plies: usize,
    /// The seat of the first competitor; the other has the other one.
    pub first_seat: Player,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// What searching has cost, by competitor.
    pub effort: [Effort; 2],
}

impl MatchGame {
    /// The seat of the first competitor in game `index`: the games of a pair are neighbours and differ in it.
    pub fn first_seat_of(index: usize) -> Player {
        if index.is_multiple_of(2) { Player::FIRST } else { Player::SECOND }
    }

    /// Game `index` of a match, by how it went.
    pub fn new(index: usize, played: PlayedGame) -> Self {
        let PlayedGame { start, moves, opening_plies, outcome, ending, effort } = played;
        let first_seat = Self::first_seat_of(index);
        let effort = [first_seat, first_seat.opponent()].map(|seat| effort[seat.index()]);
        Self { index, start, moves, opening_plies, first_seat, outcome, ending, effort }
    }

    /// The key of the position in which the competitors took over.
    pub fn opening_key(&self) -> u64 {
        let mut position = self.start.clone();
        self.moves[..self.opening_plies].iter().for_each(|played| position.play(played.mv));
        position.key()
    }

    /// What the first competitor got.
    pub fn point(&self) -> GamePoint {
        GamePoint::of_share(self.outcome.share(self.first_seat, 2))
    }
}
