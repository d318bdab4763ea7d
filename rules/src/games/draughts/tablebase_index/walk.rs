//! From numbers to positions.

use super::{
    super::{bits::Bits, board::DraughtsPosition, variant::Variant},
    choose::Subset,
    material::Balance,
    squares_of_men,
};
use crate::player::Player;

/// Makes positions of numbers; what two numbers in a row have in common is made once.
pub(super) struct Walker<V: Variant> {
    sizes: [u64; 4],
    /// The groups of [`Balance::groups`].
    groups: [Subset; 4],
    sets: [V::Bits; 4],
}

impl<V: Variant> Walker<V> {
    pub(super) fn new(balance: Balance) -> Self {
        let mut groups = balance.groups().map(Subset::new);
        groups[0].set_free(squares_of_men::<V>(Player::FIRST));
        groups[1].set_free(squares_of_men::<V>(Player::SECOND));
        Self { sizes: balance.group_sizes::<V>(), groups, sets: [V::Bits::EMPTY; 4] }
    }

    /// The position of a number; `None` where it has none. The first player is to move.
    #[inline]
    pub(super) fn go_to(&mut self, index: u64) -> Option<DraughtsPosition<V>> {
        let [_, second, third, fourth] = self.sizes;
        let both_men = index / fourth / third;
        let digits = [both_men / second, both_men % second, index / fourth % third, index % fourth];
        let men = self.sets.iter_mut().zip(&mut self.groups).zip(digits).take(2);
        let mut changed = false;
        for ((set, group), digit) in men {
            if !group.is_at(digit) {
                *set = group.go_to(digit);
                changed = true;
            }
        }
        let both = self.sets[0] | self.sets[1];
        let open = V::Bits::from_mask(V::GEOMETRY.board) & !both;
        if changed {
            self.groups[2].set_free(open);
        }
        if !(self.sets[0] & self.sets[1]).is_empty() {
            return None;
        }
        if !self.groups[2].is_at(digits[2]) {
            self.sets[2] = self.groups[2].go_to(digits[2]);
            self.groups[3].set_free(open & !self.sets[2]);
        }
        self.sets[3] = self.groups[3].go_to(digits[3]);
        debug_assert_eq!(self.groups[3].count(), fourth);
        Some(DraughtsPosition {
            own: self.sets[0] | self.sets[2],
            their: self.sets[1] | self.sets[3],
            kings: self.sets[2] | self.sets[3],
            ..DraughtsPosition::empty_board(Player::FIRST)
        })
    }
}
