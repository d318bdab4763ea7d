//! Where a piece can go: steps and chains of hops (rules §4).
//!
//! Hops are found on an occupancy that suits the rule, made once for a position; a piece is lifted from it
//! while its own chains are followed.

use super::star::{CELLS, NEIGHBOURS, NEXT, NOWHERE, POINTS, bit, cells};

/// The occupied cells, laid out for the hops of one rule.
pub(super) trait Hops {
    /// Lays out a set of pieces.
    fn new(occupied: u128) -> Self;

    /// Takes a piece away, or puts it back.
    fn toggle(&mut self, cell: u8);

    /// The cells on which a hop from `cell` lands, at most one in each direction.
    fn landings(&self, cell: u8) -> u128;
}

/// A neighbour, and the cell behind it.
#[derive(Clone, Copy)]
struct Jump {
    over: u8,
    to: u8,
}

/// The jumps of each cell; those that would leave the board are over [`NOWHERE`].
static JUMPS: [[Jump; POINTS]; CELLS] = {
    let mut jumps = [[Jump { over: NOWHERE, to: NOWHERE }; POINTS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < POINTS {
            let over = NEXT[cell][direction];
            if over != NOWHERE && NEXT[over as usize][direction] != NOWHERE {
                jumps[cell][direction] = Jump { over, to: NEXT[over as usize][direction] };
            }
            direction += 1;
        }
        cell += 1;
    }
    jumps
};

/// Over an adjacent piece onto the cell behind it: a byte for each cell, 1 where a piece stands.
pub(super) struct Adjacent([u8; NOWHERE as usize + 1]);

impl Hops for Adjacent {
    #[inline(always)]
    fn new(occupied: u128) -> Self {
        let mut bytes = [0; NOWHERE as usize + 1];
        for cell in cells(occupied) {
            bytes[usize::from(cell & NOWHERE)] = 1;
        }
        Self(bytes)
    }

    #[inline(always)]
    fn toggle(&mut self, cell: u8) {
        self.0[usize::from(cell & NOWHERE)] ^= 1;
    }

    #[inline(always)]
    fn landings(&self, cell: u8) -> u128 {
        let at = |cell: u8| self.0[usize::from(cell & NOWHERE)];
        let jumps = &JUMPS[usize::from(cell)];
        let mut possible = 0;
        for (direction, jump) in jumps.iter().enumerate() {
            possible |= u32::from(at(jump.over) & !at(jump.to)) << direction;
        }
        let mut landings = 0;
        while possible != 0 {
            landings |= bit(jumps[possible.trailing_zeros() as usize].to);
            possible &= possible - 1;
        }
        landings
    }
}

/// Directions of lines: the first half of the directions in which a piece moves.
const AXES: usize = POINTS / 2;

/// Lines along each axis.
const LINES: usize = 17;

/// Cells of the longest line.
const LONGEST_LINE: usize = 13;

/// The bit of a line's first cell: in front of it there is room for a hop of any length.
const FIRST: u32 = 24;

/// A cell's place on a line.
#[derive(Clone, Copy)]
struct Place {
    /// The line, numbered over all axes.
    line: u8,
    /// Its bit there.
    bit: u8,
}

/// The lines of the board.
struct Lines {
    /// Where each cell is on its line along each axis.
    places: [[Place; AXES]; CELLS],
    /// The cells of each line.
    cells: [[u8; LONGEST_LINE]; AXES * LINES],
    /// For each line the bits that are no cell of it: nothing lands there.
    outside: [u64; AXES * LINES],
}

static LAYOUT: Lines = {
    let mut layout = Lines {
        places: [[Place { line: 0, bit: 0 }; AXES]; CELLS],
        cells: [[NOWHERE; LONGEST_LINE]; AXES * LINES],
        outside: [u64::MAX; AXES * LINES],
    };
    let mut line = 0;
    let mut axis = 0;
    while axis < AXES {
        let mut first = 0;
        while first < CELLS {
            // A line begins at a cell with nothing before it.
            if NEXT[first][axis + AXES] == NOWHERE {
                let mut here = first as u8;
                let mut index = 0;
                while here != NOWHERE {
                    let bit = FIRST + index as u32;
                    layout.places[here as usize][axis] = Place { line: line as u8, bit: bit as u8 };
                    layout.cells[line][index] = here;
                    layout.outside[line] &= !(1 << bit);
                    here = NEXT[here as usize][axis];
                    index += 1;
                }
                line += 1;
            }
            first += 1;
        }
        axis += 1;
    }
    assert!(line == AXES * LINES);
    layout
};

/// Over a piece at any distance onto the cell as far behind it, everything else in between empty: the bits of
/// each line, set where a piece stands and outside the board.
pub(super) struct Equidistant([u64; AXES * LINES]);

impl Hops for Equidistant {
    #[inline(always)]
    fn new(occupied: u128) -> Self {
        let mut lines = LAYOUT.outside;
        for cell in cells(occupied) {
            for place in LAYOUT.places[usize::from(cell)] {
                lines[usize::from(place.line)] |= 1 << place.bit;
            }
        }
        Self(lines)
    }

    #[inline(always)]
    fn toggle(&mut self, cell: u8) {
        for place in LAYOUT.places[usize::from(cell)] {
            self.0[usize::from(place.line)] ^= 1 << place.bit;
        }
    }

    #[inline(always)]
    fn landings(&self, cell: u8) -> u128 {
        let mut landings = 0;
        for place in LAYOUT.places[usize::from(cell)] {
            let line = self.0[usize::from(place.line)];
            let cells = &LAYOUT.cells[usize::from(place.line)];
            let at = u32::from(place.bit);
            // Behind the nearest piece as many cells have to be empty as there are up to it, itself included.
            let ahead = line >> (at + 1);
            let distance = ahead.trailing_zeros() + 1;
            if ahead >> distance << (u64::BITS - distance) == 0 {
                landings |= bit(cells[(at + 2 * distance - FIRST) as usize]);
            }
            let back = line << (u64::BITS - at);
            let distance = back.leading_zeros() + 1;
            if back << distance >> (u64::BITS - distance) == 0 {
                landings |= bit(cells[(at - 2 * distance - FIRST) as usize]);
            }
        }
        landings
    }
}

/// The cells that the piece on `from` can go to; `occupied` and `board` hold all pieces. The origin counts as
/// empty for hops, but is no destination.
#[inline(always)]
pub(super) fn destinations<H: Hops>(from: u8, occupied: u128, board: &mut H) -> u128 {
    let mut reached = bit(from);
    let mut fresh = board.landings(from);
    if fresh != 0 {
        board.toggle(from);
        reached |= fresh;
        while fresh != 0 {
            let here = fresh.trailing_zeros() as u8;
            fresh &= fresh - 1;
            let landings = board.landings(here) & !reached;
            reached |= landings;
            fresh |= landings;
        }
        board.toggle(from);
    }
    reached & !bit(from) | NEIGHBOURS[usize::from(from)] & !occupied
}

/// The cells on which a piece stands on its way, both ends included: a step, or the fewest hops. `occupied` holds all
/// pieces, and the piece on `from` can go to `to`.
pub(super) fn path<H: Hops>(from: u8, to: u8, occupied: u128) -> Vec<u8> {
    if NEIGHBOURS[usize::from(from)] & bit(to) != 0 {
        return vec![from, to];
    }
    let board = H::new(occupied & !bit(from));
    // For each cell that was reached the one before it.
    let mut before = [NOWHERE; CELLS];
    let mut reached = bit(from);
    let mut front = vec![from];
    while reached & bit(to) == 0 && !front.is_empty() {
        let mut next = Vec::new();
        for here in front {
            for landing in cells(board.landings(here) & !reached) {
                before[usize::from(landing)] = here;
                reached |= bit(landing);
                next.push(landing);
            }
        }
        front = next;
    }
    let mut path = vec![to];
    while let Some(here) = path.last().map(|cell| before[usize::from(*cell)]).filter(|cell| *cell != NOWHERE)
    {
        path.push(here);
    }
    path.reverse();
    path
}

/// Whether a piece of a set can move at all by a step.
pub(super) fn can_step(pieces: u128, occupied: u128) -> bool {
    cells(pieces).any(|cell| NEIGHBOURS[usize::from(cell)] & !occupied != 0)
}
