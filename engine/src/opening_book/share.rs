//! A share of the point as books keep it.

use damier_rules::{Outcome, Player, Position};

/// The whole point.
const ONE: u16 = 10_000;

/// An expected share of the point, in ten-thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Share(u16);

impl Share {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// The nearest to a share in 0..=1; one that is outside counts as the end it is beyond.
    pub fn of(share: f32) -> Self {
        Self((share.clamp(0.0, 1.0) * f32::from(ONE)).round() as u16)
    }

    /// What an outcome between two players gives one of them.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        Self::of(outcome.share(player, 2))
    }

    /// From ten-thousandths; `None` beyond the whole point.
    pub fn from_ten_thousandths(number: u16) -> Option<Self> {
        (number <= ONE).then_some(Self(number))
    }

    /// In ten-thousandths.
    pub fn ten_thousandths(self) -> u16 {
        self.0
    }

    /// In 0..=1.
    pub fn value(self) -> f32 {
        f32::from(self.0) / f32::from(ONE)
    }

    /// From a share of who is to move in one of two positions of a game, that of who is to move in the other.
    #[must_use]
    pub(super) fn turned<P: Position>(self, one: &P, other: &P) -> Self {
        if one.to_move() == other.to_move() { self } else { self.flipped() }
    }

    /// What is left for the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self(ONE - self.0)
    }
}
