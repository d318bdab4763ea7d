//! The window of a board that networks see.

use super::{board::Board, rules::SIZE_DEFAULT};

/// Points on a side of what a network sees, whatever the size of the board.
pub(super) const SIDE: usize = SIZE_DEFAULT;
/// All points of it.
pub(super) const POINTS: usize = SIDE * SIDE;

/// Where the points of a board lie among the [`POINTS`] that networks see, so that one net judges boards of all sizes.
///
/// A smaller board lies in the middle. Of a larger one the part around the stones is seen: the middle of the smallest
/// rectangle that has them all is the middle of the frame, as far as the edges of the board allow. Where the frame touches
/// an edge of the board, so does what the network sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    size: usize,
    /// The board's rank and file at the frame's first point; negative on smaller boards.
    first: [isize; 2],
}

impl Frame {
    /// Returns the frame of a board.
    pub(super) fn of(board: &Board) -> Self {
        let size = board.size();
        let first = if size <= SIDE {
            [-(((SIDE - size) / 2) as isize); 2]
        } else {
            board.lines().extent().map(|extent| {
                // On the empty board the middle is seen.
                let (low, high) = extent.unwrap_or((0, size - 1));
                ((low + high + 1).saturating_sub(SIDE) / 2).min(size - SIDE) as isize
            })
        };
        Self { size, first }
    }

    /// Returns the number of a point in the frame; `None` outside.
    #[inline]
    pub(super) fn point(self, point: usize) -> Option<usize> {
        if self.size == SIDE {
            return Some(point);
        }
        let [rank, file] = self.place(point);
        let inside = |along: isize| (0..SIDE as isize).contains(&along);
        (inside(rank) && inside(file)).then(|| rank as usize * SIDE + file as usize)
    }

    /// Returns the number of the point of the frame that is nearest to a point.
    #[inline]
    pub(super) fn nearest(self, point: usize) -> usize {
        if self.size == SIDE {
            return point;
        }
        let [rank, file] = self.place(point).map(|along| along.clamp(0, SIDE as isize - 1) as usize);
        rank * SIDE + file
    }

    /// The rank and file of a point, from those of the frame's first.
    fn place(self, point: usize) -> [isize; 2] {
        [(point / self.size) as isize - self.first[0], (point % self.size) as isize - self.first[1]]
    }
}
