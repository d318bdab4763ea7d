//! The balances of material, and the slices they make.

use super::{
    super::variant::Variant,
    choose::{MOST_PIECES, choose},
};
use crate::tablebase_index::MaterialSlice;

/// What one side has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Force {
    pub(super) pieces: usize,
    pub(super) kings: usize,
}

impl Force {
    pub(super) const fn men(self) -> usize {
        self.pieces - self.kings
    }

    fn name(self) -> String {
        "k".repeat(self.kings) + &"m".repeat(self.men())
    }

    /// Returns all forces of that number of pieces.
    fn all(pieces: usize) -> impl Iterator<Item = Self> {
        (0..=pieces).map(move |kings| Self { pieces, kings })
    }
}

/// What the player to move has, and what the other has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Balance {
    pub(super) mover: Force,
    pub(super) other: Force,
}

impl Balance {
    fn men(self) -> usize {
        self.mover.men() + self.other.men()
    }

    fn exchanged(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }

    /// The counts of the four groups, in the order in which they are numbered: men of the player to move, men
    /// of the other, kings of the player to move, kings of the other.
    pub(super) fn groups(self) -> [usize; 4] {
        [self.mover.men(), self.other.men(), self.mover.kings, self.other.kings]
    }

    /// The number of ways to place each group; see [`groups`](Balance::groups).
    pub(super) fn group_sizes<V: Variant>(self) -> [u64; 4] {
        let squares = V::GEOMETRY.squares;
        let beyond_crowning = squares - V::GEOMETRY.columns;
        let [own_men, their_men, own_kings, their_kings] = self.groups();
        let open = squares - own_men - their_men;
        [
            choose(beyond_crowning, own_men),
            choose(beyond_crowning, their_men),
            choose(open, own_kings),
            choose(open - own_kings, their_kings),
        ]
    }
}

/// All slices, and the balance of each of their parts.
pub(super) fn slices<V: Variant>() -> Vec<(MaterialSlice, Vec<Balance>)> {
    let mut all = Vec::new();
    for pieces in 2..=MOST_PIECES {
        for weaker in 1..=pieces / 2 {
            for mover in Force::all(pieces - weaker) {
                all.extend(Force::all(weaker).map(|other| Balance { mover, other }));
            }
        }
    }
    all.retain(|balance| balance.mover >= balance.other);
    // Captures leave fewer pieces and crowning leaves fewer men.
    all.sort_by_key(|balance| (balance.mover.pieces + balance.other.pieces, balance.men(), *balance));
    let slice = |stronger: Balance| {
        let mut parts = vec![stronger, stronger.exchanged()];
        parts.dedup();
        let slice = MaterialSlice {
            name: format!("{}-{}", stronger.mover.name(), stronger.other.name()),
            pieces: stronger.mover.pieces + stronger.other.pieces,
            sizes: parts.iter().map(|part| part.group_sizes::<V>().iter().product()).collect(),
        };
        (slice, parts)
    };
    all.into_iter().map(slice).collect()
}
