//! The counters of the draw rules without their type.

use std::fmt::Debug;

/// Counters of a game as numbers, in the order that the game chooses; unused ones are 0.
pub type PackedCounters = [u16; 8];

/// The counters of a game's [draw rules](crate::DrawRules), which pack into a few numbers.
pub trait Counters: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// Returns the counters as numbers.
    fn pack(self) -> PackedCounters;

    /// Returns the counters that [`pack`](Self::pack) made these numbers of.
    fn unpack(packed: PackedCounters) -> Self;
}

/// A game without counters.
impl Counters for () {
    fn pack(self) -> PackedCounters {
        PackedCounters::default()
    }

    fn unpack(_: PackedCounters) -> Self {}
}

impl Counters for PackedCounters {
    fn pack(self) -> PackedCounters {
        self
    }

    fn unpack(packed: PackedCounters) -> Self {
        packed
    }
}
