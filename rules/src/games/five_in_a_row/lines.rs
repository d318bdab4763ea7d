//! The stones, line by line.

use super::{
    colour::Colour,
    rules::{SIZE_MAX, SIZE_MIN},
    shape::REACH,
    shape_table::{CELL_BITS, OUTSIDE, ShapePair, ShapeTable},
};

/// Directions of lines: along ranks, along files, up to the right, down to the right.
pub(super) const DIRECTIONS: usize = 4;
/// Points of the largest board.
pub(super) const POINTS_MAX: usize = SIZE_MAX * SIZE_MAX;
/// Lines of the largest board in all directions.
const LINES_MAX: usize = 6 * SIZE_MAX - 2;

/// Every lower bit of a cell.
const LOWER_BITS: u64 = 0x5555_5555_5555_5555;

/// A line through a point, and the point's place on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    /// The bit of the point's cell in the word of the line.
    pub(super) shift: u32,
    /// From a point to the next on the line.
    pub(super) step: isize,
}

/// The stones of a board: for each line in each direction its cells, two bits each, with five cells off the
/// board before the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    words: [u64; LINES_MAX],
    size: u8,
}

impl Lines {
    /// The empty board.
    pub(super) fn new(size: usize) -> Self {
        assert!((SIZE_MIN..=SIZE_MAX).contains(&size));
        let mut lines = Self { words: [0; LINES_MAX], size: size as u8 };
        for word in &mut lines.words[..6 * size - 2] {
            *word = u64::MAX;
        }
        for point in 0..size * size {
            for place in lines.places(point) {
                lines.words[place.line] ^= OUTSIDE << place.shift;
            }
        }
        lines
    }

    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Where a point lies in each direction.
    #[inline(always)]
    pub(super) fn places(&self, point: usize) -> [Place; DIRECTIONS] {
        let size = self.size();
        let (rank, file) = (point / size, point % size);
        let place =
            |line, along: usize, step| Place { line, shift: CELL_BITS * (along as u32 + REACH as u32), step };
        [
            place(rank, file, 1),
            place(size + file, rank, size as isize),
            place(3 * size - 1 + rank - file, file, size as isize + 1),
            place(4 * size - 1 + rank + file, file, 1 - size as isize),
        ]
    }

    /// Where a point lies in a direction below [`DIRECTIONS`].
    #[inline]
    pub(super) fn place(&self, point: usize, direction: usize) -> Place {
        self.places(point)[direction]
    }

    #[inline(always)]
    pub(super) fn word(&self, line: usize) -> u64 {
        self.words[line]
    }

    /// Changes the cell of a point and gives the new word of the line.
    #[inline(always)]
    pub(super) fn toggle_in(&mut self, place: Place, colour: Colour) -> u64 {
        let word = &mut self.words[place.line];
        *word ^= cell_of(colour) << place.shift;
        *word
    }

    /// Puts a stone on an empty point, or takes one of that colour away.
    pub(super) fn toggle(&mut self, point: usize, colour: Colour) {
        for place in self.places(point) {
            self.toggle_in(place, colour);
        }
    }

    /// The stone on a point.
    #[inline]
    pub(super) fn stone(&self, point: usize) -> Option<Colour> {
        let (rank, file) = (point / self.size(), point % self.size());
        match self.words[rank] >> (CELL_BITS as usize * (file + REACH as usize)) & OUTSIDE {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// The shapes that a stone on an empty point would make in a direction.
    #[inline(always)]
    pub(super) fn pair(&self, table: &ShapeTable, point: usize, direction: usize) -> ShapePair {
        let place = self.place(point, direction);
        table.pair(around(self.words[place.line], place.shift))
    }

    /// The points of the stones of `colour`, ascending.
    pub(super) fn stones(&self, colour: Colour) -> impl Iterator<Item = usize> + '_ {
        self.points(move |word| match colour {
            Colour::Black => word & !(word >> 1) & LOWER_BITS,
            Colour::White => !word & (word >> 1) & LOWER_BITS,
        })
    }

    /// Shows the empty points, ascending: faster than going through
    /// [`empty_points`](Self::empty_points).
    #[inline(always)]
    pub(super) fn for_each_empty(&self, mut visit: impl FnMut(usize)) {
        for (rank, word) in self.words[..self.size()].iter().enumerate() {
            let first = (rank * self.size()) as isize - REACH as isize;
            let mut set = empty_cells(*word);
            while set != 0 {
                visit((first + (set.trailing_zeros() / CELL_BITS) as isize) as usize);
                set &= set - 1;
            }
        }
    }

    /// The empty points, ascending.
    #[inline]
    pub(super) fn empty_points(&self) -> impl Iterator<Item = usize> + '_ {
        self.points(empty_cells)
    }

    /// The empty points that a row of five in any direction can have in common with a point.
    pub(super) fn empty_points_near(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        (0..DIRECTIONS).flat_map(move |direction| self.empty_points_along(point, direction))
    }

    /// The empty points that a row of five in a direction can have in common with a point, itself included.
    pub(super) fn empty_points_along(
        &self,
        point: usize,
        direction: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        const FAR: isize = 4;
        let place = self.place(point, direction);
        let empty = empty_cells(self.words[place.line]);
        (-FAR..=FAR).filter_map(move |steps| {
            let shift = place.shift as isize + CELL_BITS as isize * steps;
            (empty >> shift & 1 != 0).then(|| (point as isize + steps * place.step) as usize)
        })
    }

    /// The points on which `self` and `other`, boards of one size, have different cells, ascending.
    pub(super) fn differing<'l>(&'l self, other: &'l Self) -> impl Iterator<Item = usize> + 'l {
        (0..self.size()).flat_map(move |rank| {
            let change = self.words[rank] ^ other.words[rank];
            cells(rank * self.size(), (change | change >> 1) & LOWER_BITS)
        })
    }

    /// The first and the last rank, and the first and the last file, with a stone; `None` on the empty board.
    pub(super) fn extent(&self) -> [Option<(usize, usize)>; 2] {
        let size = self.size();
        // Of a stone one bit is set, of a cell off the board both.
        let has_stone = |word: &u64| (word ^ word >> 1) & LOWER_BITS != 0;
        [&self.words[..size], &self.words[size..2 * size]].map(|words| {
            let first = words.iter().position(has_stone)?;
            Some((first, words.iter().rposition(has_stone)?))
        })
    }

    /// Whether a stone stands within `distance` (at most five) ranks and files of a point.
    pub(super) fn has_stone_near(&self, point: usize, distance: usize) -> bool {
        let (rank, file) = (point / self.size(), point % self.size());
        let first = CELL_BITS as usize * (file + REACH as usize - distance);
        let width = CELL_BITS as usize * (2 * distance + 1);
        let ranks = rank.saturating_sub(distance)..=(rank + distance).min(self.size() - 1);
        ranks.into_iter().any(|rank| {
            let cells = self.words[rank] >> first & ((1 << width) - 1);
            // Of a stone one bit is set, of a cell off the board both.
            (cells ^ cells >> 1) & LOWER_BITS & ((1 << width) - 1) != 0
        })
    }

    #[inline]
    fn points<'l>(&'l self, wanted: impl Fn(u64) -> u64 + 'l) -> impl Iterator<Item = usize> + 'l {
        (0..self.size()).flat_map(move |rank| cells(rank * self.size(), wanted(self.words[rank])))
    }
}

/// The cell of a stone.
#[inline(always)]
const fn cell_of(colour: Colour) -> u64 {
    colour.index() as u64 + 1
}

/// The eleven cells around the one at `shift`, which is on the board; anything for another.
#[inline(always)]
pub(super) const fn around(word: u64, shift: u32) -> u64 {
    word.wrapping_shr(shift.wrapping_sub(CELL_BITS * REACH as u32))
}

/// The lower bits of the empty cells of a word.
#[inline(always)]
pub(super) const fn empty_cells(word: u64) -> u64 {
    !(word | word >> 1) & LOWER_BITS
}

/// The points of a rank whose cells' lower bits are set.
#[inline]
fn cells(first: usize, mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros() / CELL_BITS;
        set &= set - 1;
        Some(first + cell as usize - REACH as usize)
    })
}
