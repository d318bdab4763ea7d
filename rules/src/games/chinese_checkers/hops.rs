//! Where a piece can go: steps and chains of hops (rules §4).

use super::star::{CELLS, NEIGHBOURS, NEXT, NOWHERE, POINTS, RAYS, bit, cells};

/// The ways to hop over exactly one piece from a cell, one for each direction.
pub(super) trait Hops {
    /// The cells on which a hop from `cell` lands.
    fn landings(cell: u8, occupied: u128) -> u128;
}

/// Over an adjacent piece onto the cell behind it.
pub(super) struct Adjacent;

/// Over a piece at any distance onto the cell as far behind it, everything else in between empty.
pub(super) struct Equidistant;

/// A neighbour, and the cell behind it.
#[derive(Clone, Copy)]
struct Jump {
    over: u8,
    to: u8,
}

static JUMPS: [[Jump; POINTS]; CELLS] = {
    let mut jumps = [[Jump { over: NOWHERE, to: NOWHERE }; POINTS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < POINTS {
            let over = NEXT[cell][direction];
            if over != NOWHERE {
                let to = NEXT[over as usize][direction];
                // A piece at the border cannot be hopped over: it takes the place of one that is not there.
                jumps[cell][direction] = Jump { over: if to == NOWHERE { NOWHERE } else { over }, to };
            }
            direction += 1;
        }
        cell += 1;
    }
    jumps
};

impl Hops for Adjacent {
    #[inline(always)]
    fn landings(cell: u8, occupied: u128) -> u128 {
        let mut landings = 0;
        for jump in &JUMPS[usize::from(cell)] {
            let possible = (occupied >> jump.over) & !(occupied >> jump.to) & 1;
            landings |= possible << jump.to;
        }
        landings
    }
}

/// The cell as far behind a second cell of the same line as a first one is before it.
static BEHIND: [[u8; CELLS]; CELLS] = {
    let mut behind = [[NOWHERE; CELLS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < POINTS {
            let mut over = NEXT[cell][direction];
            let mut distance = 1;
            while over != NOWHERE {
                let (mut to, mut steps) = (over, 0);
                while to != NOWHERE && steps < distance {
                    to = NEXT[to as usize][direction];
                    steps += 1;
                }
                behind[cell][over as usize] = to;
                over = NEXT[over as usize][direction];
                distance += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    behind
};

/// [`RAYS`], with an entry for [`NOWHERE`].
static RAYS_FROM: [[u128; POINTS]; NOWHERE as usize + 1] = {
    let mut rays = [[0; POINTS]; NOWHERE as usize + 1];
    let mut cell = 0;
    while cell < CELLS {
        rays[cell] = RAYS[cell];
        cell += 1;
    }
    rays
};

/// The directions in which cells have rising numbers; the others follow, each opposite to the one three
/// before it.
const RISING: usize = POINTS / 2;

impl Hops for Equidistant {
    #[inline(always)]
    fn landings(cell: u8, occupied: u128) -> u128 {
        let mut landings = 0;
        for (direction, ray) in RAYS_FROM[usize::from(cell)].iter().enumerate() {
            let pieces = ray & occupied;
            if pieces == 0 {
                continue;
            }
            let over = if direction < RISING {
                pieces.trailing_zeros()
            } else {
                u128::BITS - 1 - pieces.leading_zeros()
            };
            let to = BEHIND[usize::from(cell)][over as usize];
            if to == NOWHERE {
                continue;
            }
            // The piece nearest to the cell is the only one up to the landing, and the landing is empty.
            let way = ray & !RAYS_FROM[usize::from(to)][direction];
            if way & pieces == bit(over as u8) {
                landings |= bit(to);
            }
        }
        landings
    }
}

/// The cells that the piece on `from` can go to; `occupied` includes it. The origin counts as empty for
/// hops, but is no destination.
#[inline(always)]
pub(super) fn destinations<H: Hops>(from: u8, occupied: u128) -> u128 {
    let others = occupied & !bit(from);
    let mut reached = bit(from);
    let mut fresh = reached;
    while fresh != 0 {
        let here = fresh.trailing_zeros() as u8;
        fresh &= fresh - 1;
        let landings = H::landings(here, others) & !reached;
        reached |= landings;
        fresh |= landings;
    }
    reached & !bit(from) | NEIGHBOURS[usize::from(from)] & !occupied
}

/// Whether a piece of a set can move at all by a step.
pub(super) fn can_step(pieces: u128, occupied: u128) -> bool {
    cells(pieces).any(|cell| NEIGHBOURS[usize::from(cell)] & !occupied != 0)
}
