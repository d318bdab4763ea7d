//! The board: 121 cells in the shape of a star, numbered row by row from the top (rules §4).
//!
//! The six points of the star are numbered clockwise from the top one. Inside the crate a cell is a number
//! from 0, a set of cells the bits of a `u128`; people count cells from 1.

/// Cells of the board.
pub const CELLS: usize = 121;

/// Points of the star, and directions in which a piece moves.
pub const POINTS: usize = 6;

/// Pieces of a player, and cells of a point.
pub const PIECES: usize = 10;

/// Rows of the board.
pub(super) const ROWS: usize = 17;

/// Cells of each row.
pub(super) const ROW_WIDTHS: [usize; ROWS] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// Half cells in the widest row: a row's cells are two apart.
pub(super) const COLUMNS: usize = 25;

/// The bit of no cell; no piece ever stands there.
pub(super) const NOWHERE: u8 = 127;

/// The rows of the top point.
const POINT_ROWS: usize = 4;

/// A place of the hexagonal grid; the centre of the star is (0, 0).
#[derive(Clone, Copy)]
struct Hex {
    /// Grows to the right along a row.
    q: i8,
    /// Grows down to the right.
    r: i8,
}

impl Hex {
    /// Rows and columns from the centre to the border.
    const RADIUS: i8 = 8;

    /// One step into each direction, clockwise.
    const STEPS: [Self; POINTS] = [
        Self { q: 1, r: 0 },
        Self { q: 0, r: 1 },
        Self { q: -1, r: 1 },
        Self { q: -1, r: 0 },
        Self { q: 0, r: -1 },
        Self { q: 1, r: -1 },
    ];

    const fn plus(self, other: Self) -> Self {
        Self { q: self.q + other.q, r: self.r + other.r }
    }

    /// Turned clockwise by a sixth about the centre.
    const fn turned(self) -> Self {
        Self { q: -self.r, r: self.q + self.r }
    }

    /// Left and right exchanged.
    const fn mirrored(self) -> Self {
        Self { q: -self.q - self.r, r: self.r }
    }

    /// The cell there; [`NOWHERE`] outside the star.
    const fn cell(self) -> u8 {
        if self.q.abs() > Self::RADIUS || self.r.abs() > Self::RADIUS {
            return NOWHERE;
        }
        let row = (self.r + Self::RADIUS) as usize;
        let width = ROW_WIDTHS[row] as i8;
        let from_left = 2 * self.q + self.r + width - 1;
        if from_left < 0 || from_left > 2 * (width - 1) {
            return NOWHERE;
        }
        (first_of_row(row) + from_left as usize / 2) as u8
    }
}

/// The first cell of a row.
pub(super) const fn first_of_row(row: usize) -> usize {
    let (mut cell, mut above) = (0, 0);
    while above < row {
        cell += ROW_WIDTHS[above];
        above += 1;
    }
    cell
}

/// The column, in half cells, of the first cell of a row.
pub(super) const fn first_column(row: usize) -> usize {
    COLUMNS / 2 + 1 - ROW_WIDTHS[row]
}

const HEXES: [Hex; CELLS] = {
    let mut hexes = [Hex { q: 0, r: 0 }; CELLS];
    let mut row = 0;
    while row < ROWS {
        let r = row as i8 - Hex::RADIUS;
        let mut index = 0;
        while index < ROW_WIDTHS[row] {
            let from_middle = 2 * index as i8 + 1 - ROW_WIDTHS[row] as i8;
            hexes[first_of_row(row) + index] = Hex { q: (from_middle - r) / 2, r };
            index += 1;
        }
        row += 1;
    }
    hexes
};

/// The cell next to each cell, by direction; [`NOWHERE`] outside the star.
pub(super) static NEXT: [[u8; POINTS]; CELLS] = NEXT_CELLS;

const NEXT_CELLS: [[u8; POINTS]; CELLS] = {
    let mut next = [[NOWHERE; POINTS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < POINTS {
            next[cell][direction] = HEXES[cell].plus(Hex::STEPS[direction]).cell();
            direction += 1;
        }
        cell += 1;
    }
    next
};

/// The cells next to each cell.
pub(super) static NEIGHBOURS: [u128; CELLS] = {
    let mut sets = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < POINTS {
            let next = NEXT_CELLS[cell][direction];
            if next != NOWHERE {
                sets[cell] |= bit(next);
            }
            direction += 1;
        }
        cell += 1;
    }
    sets
};

/// Returns where each cell comes to lie when the board is turned clockwise by `sixths` sixths.
pub(super) static TURNED: [[u8; CELLS]; POINTS] = TURNED_CELLS;

const TURNED_CELLS: [[u8; CELLS]; POINTS] = {
    let mut turned = [[0; CELLS]; POINTS];
    let mut cell = 0;
    while cell < CELLS {
        let mut hex = HEXES[cell];
        let mut sixths = 0;
        while sixths < POINTS {
            turned[sixths][cell] = hex.cell();
            hex = hex.turned();
            sixths += 1;
        }
        cell += 1;
    }
    turned
};

/// Where each cell comes to lie when left and right are exchanged.
pub(super) static MIRRORED: [u8; CELLS] = {
    let mut mirrored = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        mirrored[cell] = HEXES[cell].mirrored().cell();
        cell += 1;
    }
    mirrored
};

/// The cells of each point.
pub(super) static POINT_CELLS: [u128; POINTS] = {
    let mut sets = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut cell = 0;
        while cell < first_of_row(POINT_ROWS) {
            sets[point] |= bit(TURNED_CELLS[point][cell]);
            cell += 1;
        }
        point += 1;
    }
    sets
};

/// The outermost cell of each point.
pub(super) const TIPS: [u8; POINTS] = {
    let mut tips = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        tips[point] = TURNED_CELLS[point][0];
        point += 1;
    }
    tips
};

/// Steps from cell to cell on an empty board.
pub(super) static DISTANCES: [[u8; CELLS]; CELLS] = {
    let mut distances = [[0; CELLS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let q = (HEXES[from].q - HEXES[to].q).abs();
            let r = (HEXES[from].r - HEXES[to].r).abs();
            let s = (HEXES[from].q + HEXES[from].r - HEXES[to].q - HEXES[to].r).abs();
            let most = if q > r { q } else { r };
            distances[from][to] = if s > most { s } else { most } as u8;
            to += 1;
        }
        from += 1;
    }
    distances
};

/// The set of one cell.
#[inline(always)]
pub(super) const fn bit(cell: u8) -> u128 {
    1 << cell
}

/// The cells of a set, ascending.
#[inline(always)]
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The image of a set under a table of cells.
pub(super) fn image(set: u128, table: &[u8; CELLS]) -> u128 {
    cells(set).fold(0, |image, cell| image | bit(table[usize::from(cell)]))
}
