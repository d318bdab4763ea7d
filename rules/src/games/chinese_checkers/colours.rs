//! What people call the players: by the colour of the point at which they sit.

use super::star::POINTS;
use crate::diagram::Ink;

/// The colours of the points, clockwise.
const COLOURS: [&str; POINTS] = ["Red", "Orange", "Yellow", "Green", "Blue", "Purple"];

/// The same colours for boards.
const INKS: [Ink; POINTS] = [Ink::Red, Ink::Orange, Ink::Yellow, Ink::Green, Ink::Blue, Ink::Purple];

/// The colour of a point.
pub(super) const fn ink_of(point: usize) -> Ink {
    INKS[point]
}

/// The name of a point's colour.
pub(super) const fn name_of(point: usize) -> &'static str {
    COLOURS[point]
}

/// Its first letter.
pub(super) fn letter_of(point: usize) -> char {
    char::from(COLOURS[point].as_bytes()[0])
}

/// The point whose colour begins with a letter.
pub(super) fn point_of(letter: char) -> Option<usize> {
    (0..POINTS).find(|point| letter_of(*point) == letter)
}
