//! How often in a row a king may move: part of the position, because it decides which moves are legal.
//!
//! In Frisian draughts a player who has a man makes at most three moves in a row with the same king that capture
//! nothing. Other variants have no such rule, and their positions no room for it.

use std::{fmt::Debug, hash::Hash};

use super::{
    bits::{Bits, fold},
    board::DraughtsPosition,
    board_move::DraughtsMove,
    variant::Variant,
};

/// The most moves in a row with the same king.
pub(super) const MOST_MOVES: u8 = 3;

/// The latest moves of a player, as far as they were made in a row by one king and captured nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Streak {
    /// How many, at most [`MOST_MOVES`].
    pub(super) moves: u8,
    /// The bit on which the king stands; 0 without a move.
    pub(super) king: u8,
}

impl Streak {
    /// No move of a king, or one that no longer counts.
    pub(super) const NONE: Self = Self { moves: 0, king: 0 };
}

/// What a position knows of moves in a row.
pub trait KingLimit: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Whether there is a limit.
    const LIMITED: bool;

    /// Returns the streaks of the player to move and of the other.
    fn streaks(self) -> [Streak; 2];

    /// Keeps the streaks of the player to move and of the other.
    fn of(streaks: [Streak; 2]) -> Self;
}

/// No limit.
impl KingLimit for () {
    const LIMITED: bool = false;

    #[inline(always)]
    fn streaks(self) -> [Streak; 2] {
        [Streak::NONE; 2]
    }

    #[inline(always)]
    fn of(_: [Streak; 2]) -> Self {}
}

/// The streaks of the player to move and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Streaks([Streak; 2]);

impl KingLimit for Streaks {
    const LIMITED: bool = true;

    #[inline(always)]
    fn streaks(self) -> [Streak; 2] {
        self.0
    }

    #[inline(always)]
    fn of(streaks: [Streak; 2]) -> Self {
        Self(streaks)
    }
}

impl<V: Variant> DraughtsPosition<V> {
    /// Returns the king of the player to move that may only capture; empty where there is none.
    #[inline(always)]
    pub(super) fn resting_king(&self) -> V::Bits {
        let [own, _] = self.limit.streaks();
        if own.moves >= MOST_MOVES { V::Bits::one(u32::from(own.king)) } else { V::Bits::EMPTY }
    }

    /// Returns the limit after `mv`, which led from a position with the limit `before` to this one.
    #[inline(always)]
    pub(super) fn limit_after(&self, before: V::Limit, mv: DraughtsMove<V::Bits>) -> V::Limit {
        let [own, their] = before.streaks();
        let has_men = |pieces: V::Bits| !(pieces & !self.kings).is_empty();
        let mover = if mv.class.is_king_step() && has_men(self.their) {
            let earlier = if own.king == mv.from { own.moves } else { 0 };
            Streak { moves: (earlier + 1).min(MOST_MOVES), king: mv.to }
        } else {
            Streak::NONE
        };
        let is_captured = !(mv.captured & V::Bits::one(u32::from(their.king))).is_empty();
        let other = if is_captured || !has_men(self.own) { Streak::NONE } else { their };
        V::Limit::of([other, mover])
    }

    /// Returns what the limit adds to the key of a position; 0 where it restricts nothing.
    #[inline(always)]
    pub(super) fn limit_key(&self) -> u64 {
        const LIMIT: u64 = 0xe703_7ed1_a0b4_28db;
        let [own, their] = self.limit.streaks();
        let bytes = [own.moves, own.king, their.moves, their.king];
        let packed = u64::from(u32::from_le_bytes(bytes));
        if packed == 0 { 0 } else { fold(packed ^ LIMIT, LIMIT) }
    }
}
