//! What features and policy rows mean, for programs outside.

use super::{notation::number_of, star::CELLS};
use crate::layout::Axis;

/// How the board is seen.
pub(super) fn view() -> String {
    "cells are numbered from 1, row by row from the top of the star and from left to right, as in moves; the rows \
     have 1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2 and 1 cells. The points of the star are numbered \
     clockwise from 0 at the top. The board is turned about its centre by sixths, anticlockwise, so that the point \
     from which the point of view started lies at the top; labels are the numbers of cells after that"
        .to_owned()
}

/// The cells by their numbers.
pub(super) fn cell_axis(name: &str) -> Axis {
    Axis::new(name, (0..CELLS as u8).map(number_of))
}
