//! What features and policy rows mean, for programs outside.

use super::{squares::name_of, variant::Variant, windows::Windows};
use crate::layout::{Axis, Layout};

/// What the features of windows of men mean.
pub(super) const WINDOWS_MEANING: &str = "one feature for each window that has a man in it, by its pattern: \
    the sum of digit · 3^k over the window's squares, k = 0 for the first one listed; the digit is 1 for an \
    own man, 2 for their man, 0 for an empty square and for any king; pattern 0 is never active";

/// What the rows for moves with equal ends mean.
pub(super) const OVERFLOW_MEANING: &str = "captures that share both ends with an earlier one: with the captures \
    of the position in canonical order, the first that has the ends of one before it takes place 0, the next \
    such one, whatever its ends, place 1, and so on. Canonical order is ascending by origin, then destination, \
    then the set of captured squares read as a binary number in which the highest-numbered square has the \
    highest bit; all three by the board's own numbers, not turned. Should the places not suffice, the rest \
    take the lowest rows that no other move of the position has";

/// A layout without numbers, with the view of the board.
pub(super) fn seen<V: Variant>() -> Layout {
    let squares = V::GEOMETRY.squares;
    Layout::seen(format!(
        "squares have indices 0 to {last} and are labelled by their names. The first player, who begins the game, sees \
         the square named label[s] under the index s; for the second player the board is turned by 180 degrees: that \
         square has the index {last} - s",
        last = squares - 1
    ))
}

/// The squares by their names.
pub(super) fn squares<V: Variant>(axis: &str) -> Axis {
    let bits = &V::GEOMETRY.bit_of[..V::GEOMETRY.squares];
    Axis::new(axis, bits.iter().map(|bit| name_of::<V>(u32::from(*bit))))
}

/// The windows by the names of their squares.
pub(super) fn windows<V: Variant>(windows: &Windows) -> impl Iterator<Item = String> {
    (0..windows.count).map(|window| {
        let names: Vec<String> = windows.bits(window).map(|bit| name_of::<V>(u32::from(bit))).collect();
        names.join(" ")
    })
}
