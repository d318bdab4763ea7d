//! How a part of a table numbers its positions.
//!
//! A table groups its men. The first group is the pawns of the side with fewer of them, or without pawns the two kings, or
//! three men of which there is one each. Symmetries of the board leave few places to it. Then come the other side's pawns
//! and groups of equal men, each numbered as a combination of the squares that are left. The number of a position is the
//! sum of the groups' numbers, each times the sizes of the groups before it in an order that the file gives.

use damier_rules::SyzygyBoard;

use super::material::{KING, MOST_MEN, Material};

/// Squares of the board.
const SQUARES: usize = 64;
/// Ranks that a pawn can stand on.
const PAWN_RANKS: usize = 6;
/// Squares that a pawn can stand on.
const PAWN_SQUARES: usize = 48;
/// Squares that no pawn can stand on.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
/// Places of two kings, apart from symmetries.
const KING_PLACES: u64 = 462;
/// Places of three different men, apart from symmetries.
const TRIPLE_PLACES: u64 = 31_332;
/// Men of the second side have codes from here on.
const SECOND_SIDE: u8 = 8;
/// What a table without other pawns has in place of their order.
const NO_ORDER: u8 = 0x0f;

/// What the first group is.
#[derive(Clone, Copy, Debug)]
enum Leading {
    Kings,
    Triple,
    Pawns,
}

/// Men that are numbered together.
#[derive(Clone, Copy, Debug)]
struct Group {
    men: usize,
    /// What the group's number counts for.
    factor: u64,
}

/// The numbering of a part.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// Codes of the men in the order of the groups: 1 to 6 from pawn to king, plus 8 for the second side.
    codes: Vec<u8>,
    leading: Leading,
    /// Whether the second group is pawns, too.
    other_pawns: bool,
    groups: Vec<Group>,
    size: u64,
}

/// Returns how many sets of `of` things there are among `among`.
const fn choose(among: u64, of: u64) -> u64 {
    let (mut result, mut taken) = (1, 0);
    while taken < of {
        if taken >= among {
            return 0;
        }
        result = result * (among - taken) / (taken + 1);
        taken += 1;
    }
    result
}

const fn file(square: u8) -> u8 {
    square & 7
}

const fn rank(square: u8) -> u8 {
    square >> 3
}

/// Returns the square mirrored at the diagonal from a1 to h8.
const fn flipped(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

/// Returns the number of a pawn's square in the order by which pawns are sorted: from 47 on a2 down to 0 on e7.
fn pawn_order(square: u8) -> u64 {
    let (edge, mirrored) = (file(square).min(7 - file(square)), u64::from(file(square) > 3));
    47 - 12 * u64::from(edge) - 2 * u64::from(rank(square).saturating_sub(1)) - mirrored
}

/// Returns the place of the foremost pawn in its numbering: by file from the edge, then by rank.
fn foremost(square: u8) -> usize {
    usize::from(file(square).min(7 - file(square))) * PAWN_RANKS + usize::from(rank(square).saturating_sub(1))
}

/// Returns the numbers of places of `others` pawns behind a foremost one, summed over its squares on `file` before `rank`.
fn places_before(others: u64, file: usize, rank: usize) -> u64 {
    (0..rank).map(|rank| choose(pawn_order(((rank + 1) * 8 + file) as u8), others)).sum()
}

/// Returns the number of a square of the triangle a1, d1, d4: those off the diagonal first.
fn triangle(square: u8) -> u64 {
    const NUMBERS: [[u64; 4]; 4] = [[6, 0, 1, 2], [0, 7, 3, 4], [1, 3, 8, 5], [2, 4, 5, 9]];
    NUMBERS[usize::from(rank(square)) & 3][usize::from(file(square)) & 3]
}

/// Returns the number of a square off the diagonal, the same for its mirror image: 0 to 27.
fn off_diagonal(square: u8) -> u64 {
    let (low, high) = (rank(square).min(file(square)), rank(square).max(file(square)));
    let (low, high) = (u64::from(low), u64::from(high));
    low * 7 - low * low.saturating_sub(1) / 2 + high - low - 1
}

/// Returns whether a square is on the diagonal, below it (towards h1) or above it.
fn side_of_diagonal(square: u8) -> std::cmp::Ordering {
    rank(square).cmp(&file(square))
}

/// Numbers of the places of two kings: by the triangle's number of the first and the square of the second.
static KINGS: std::sync::LazyLock<[[u16; SQUARES]; 10]> = std::sync::LazyLock::new(|| {
    use std::cmp::Ordering::{Equal, Greater};
    let mut numbers = [[u16::MAX; SQUARES]; 10];
    let mut next = 0;
    // Places of both kings on the diagonal come last.
    for both_on_diagonal in [false, true] {
        for first in 0..10 {
            let home = (0..32).find(|square| {
                file(*square) < 4 && side_of_diagonal(*square) != Greater && triangle(*square) == first
            });
            let Some(home) = home else { continue };
            for second in 0..SQUARES as u8 {
                let on_diagonal = side_of_diagonal(home) == Equal;
                let apart = file(home).abs_diff(file(second)).max(rank(home).abs_diff(rank(second))) > 1;
                let mirrored = on_diagonal && side_of_diagonal(second) == Greater;
                let both = on_diagonal && side_of_diagonal(second) == Equal;
                if apart && !mirrored && both == both_on_diagonal {
                    numbers[first as usize][usize::from(second)] = next;
                    next += 1;
                }
            }
        }
    }
    debug_assert_eq!(u64::from(next), KING_PLACES, "all places have a number");
    numbers
});

impl Numbering {
    /// Reads how a part numbers: `orders` are the places of the first two groups, `codes` the men.
    ///
    /// # Errors
    /// These are not the men of the table, or orders are not places of groups.
    pub(super) fn new(
        material: Material,
        orders: [u8; 2],
        codes: &[u8],
        file: usize,
    ) -> Result<Self, &'static str> {
        let mut found = [[0; 6]; 2];
        for code in codes {
            let (side, kind) = (usize::from(code / SECOND_SIDE), usize::from(code % SECOND_SIDE));
            *found
                .get_mut(side)
                .and_then(|side| side.get_mut(kind.checked_sub(1)?))
                .ok_or("there is no such man")? += 1;
        }
        let runs: Vec<usize> = codes.chunk_by(|one, other| one == other).map(<[u8]>::len).collect();
        let kinds = found.as_flattened().iter().filter(|men| **men > 0).count();
        if Material(found) != material || runs.len() != kinds {
            return Err("these are not the men of the file's name");
        }
        let pawns = material.pawns();
        let leading_pawns = pawns.into_iter().filter(|count| *count > 0).min().unwrap_or(0);
        let other_pawns = pawns.iter().all(|count| *count > 0);
        let leading = if leading_pawns > 0 {
            Leading::Pawns
        } else if material.0.as_flattened().iter().filter(|men| **men == 1).count() == 2 {
            Leading::Kings
        } else {
            Leading::Triple
        };
        let first = match leading {
            Leading::Kings => 2,
            Leading::Triple => 3,
            Leading::Pawns => leading_pawns,
        };
        let mut sizes = vec![first];
        let mut rest = codes;
        let starts_well = match leading {
            Leading::Pawns => codes[0] % SECOND_SIDE == 1 && runs[0] == first,
            Leading::Kings => codes[..2].iter().all(|code| usize::from(code % SECOND_SIDE) == KING + 1),
            Leading::Triple => runs[..3] == [1; 3],
        };
        if !starts_well || (other_pawns && codes[first] % SECOND_SIDE != 1) {
            return Err("the first men are not those that come first");
        }
        rest = &rest[first..];
        sizes.extend(rest.chunk_by(|one, other| one == other).map(<[u8]>::len));
        let mut numbering = Self { codes: codes.to_vec(), leading, other_pawns, groups: Vec::new(), size: 0 };
        numbering.order(&sizes, orders, file)?;
        Ok(numbering)
    }

    /// Computes what the number of each group counts for.
    fn order(&mut self, sizes: &[usize], [first, second]: [u8; 2], file: usize) -> Result<(), &'static str> {
        let fixed = 1 + usize::from(self.other_pawns);
        let second = if self.other_pawns { second } else { NO_ORDER };
        let is_place = |order: u8| usize::from(order) < sizes.len();
        if !is_place(first) || (self.other_pawns && (!is_place(second) || first == second)) {
            return Err("this is no place of a group");
        }
        self.groups = sizes.iter().map(|men| Group { men: *men, factor: 0 }).collect();
        let mut left = (SQUARES - sizes[..fixed].iter().sum::<usize>()) as u64;
        let mut others = fixed..sizes.len();
        let mut product = 1;
        for place in 0..sizes.len() as u8 {
            let (group, places) = if place == first {
                let places = match self.leading {
                    Leading::Kings => KING_PLACES,
                    Leading::Triple => TRIPLE_PLACES,
                    Leading::Pawns => places_before(sizes[0] as u64 - 1, file, PAWN_RANKS),
                };
                (0, places)
            } else if place == second {
                (1, choose((PAWN_SQUARES - sizes[0]) as u64, sizes[1] as u64))
            } else {
                let group = others.next().ok_or("this is no place of a group")?;
                let places = choose(left, sizes[group] as u64);
                left -= sizes[group] as u64;
                (group, places)
            };
            self.groups[group].factor = product;
            product *= places;
        }
        self.size = product;
        Ok(())
    }

    /// Returns how many numbers there are.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the squares of the men in the order of the groups; those of the second side come first if `swapped`. Tables
    /// with pawns see the board from the side that their name begins with.
    pub(super) fn squares(&self, board: &SyzygyBoard, swapped: bool) -> Option<Squares> {
        let mirror = if swapped && matches!(self.leading, Leading::Pawns) { 0x38 } else { 0 };
        let mut squares = Squares { list: [0; MOST_MEN], count: 0 };
        for codes in self.codes.chunk_by(|one, other| one == other) {
            let code = *codes.first()?;
            let side = usize::from(code / SECOND_SIDE) ^ usize::from(swapped);
            let kind = usize::from(code % SECOND_SIDE) - 1;
            let mut set = board.men[side][kind];
            if kind == 0 && set & LAST_RANKS != 0 {
                return None;
            }
            while set != 0 {
                *squares.list.get_mut(squares.count)? = set.trailing_zeros() as u8 ^ mirror;
                squares.count += 1;
                set &= set - 1;
            }
        }
        if matches!(self.leading, Leading::Pawns) {
            let pawns = &mut squares.list[..self.groups[0].men];
            let foremost = (0..pawns.len()).min_by_key(|pawn| foremost(pawns[*pawn]))?;
            pawns.swap(0, foremost);
        }
        Some(squares)
    }

    /// Returns the number of a position; `None` where it has none.
    pub(super) fn number(&self, squares: Squares) -> Option<u64> {
        let Squares { mut list, count } = squares;
        let all = &mut list[..count];
        if all.len() != self.codes.len() {
            return None;
        }
        if file(all[0]) > 3 {
            all.iter_mut().for_each(|square| *square ^= 7);
        }
        let leading = match self.leading {
            Leading::Pawns => {
                let pawns = &mut all[..self.groups[0].men];
                pawns[1..].sort_unstable_by_key(|square| std::cmp::Reverse(pawn_order(*square)));
                leading_pawns(pawns)
            }
            Leading::Kings => leading_men(all, 2).and_then(|()| two_kings(all[0], all[1])),
            Leading::Triple => leading_men(all, 3).and_then(|()| three_men(all[0], all[1], all[2])),
        }?;
        let mut number = leading * self.groups[0].factor;
        let mut done = self.groups[0].men;
        for (place, group) in self.groups.iter().enumerate().skip(1) {
            // Pawns do not stand on the first rank.
            let below = if place == 1 && self.other_pawns { 8 } else { 0 };
            let (before, men) = all.split_at_mut(done);
            let men = &mut men[..group.men];
            men.sort_unstable();
            for (man, square) in men.iter().enumerate() {
                let skipped = before.iter().filter(|taken| *taken < square).count() as u8;
                let left = square.checked_sub(skipped + below)?;
                number += choose(left.into(), man as u64 + 1) * group.factor;
            }
            done += group.men;
        }
        Some(number)
    }
}

/// The squares of a position's men, in the order of a numbering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    list: [u8; MOST_MEN],
    count: usize,
}

impl Squares {
    /// Returns how far the file of the first man is from the edge of the board: 0 to 3.
    pub(super) fn leading_file(&self) -> usize {
        usize::from(file(self.list[0]).min(7 - file(self.list[0])))
    }
}

/// Returns the number of the leading pawns, of which the first is the foremost and the others are sorted.
fn leading_pawns(pawns: &[u8]) -> Option<u64> {
    let others = pawns.len() as u64 - 1;
    let (file, rank) = (usize::from(file(pawns[0])), usize::from(rank(pawns[0])).checked_sub(1)?);
    let behind = pawns.iter().enumerate().skip(1);
    let behind: u64 =
        behind.map(|(pawn, square)| choose(pawn_order(*square), others - pawn as u64 + 1)).sum();
    Some(places_before(others, file, rank) + behind)
}

/// Turns the board so that the first man is in the triangle a1, d1, d4, and the first of `leading` men off the diagonal is
/// below it.
fn leading_men(all: &mut [u8], leading: usize) -> Option<()> {
    use std::cmp::Ordering::{Equal, Greater};
    if rank(all[0]) > 3 {
        all.iter_mut().for_each(|square| *square ^= 0x38);
    }
    let off = all.iter().take(leading).map(|square| side_of_diagonal(*square)).find(|side| *side != Equal);
    if off == Some(Greater) {
        all.iter_mut().for_each(|square| *square = flipped(*square));
    }
    Some(())
}

/// Returns the number of two kings; `None` where they touch.
fn two_kings(first: u8, second: u8) -> Option<u64> {
    let number = KINGS[triangle(first) as usize][usize::from(second)];
    (number != u16::MAX).then_some(number.into())
}

/// Returns the number of three men, each of its kind.
fn three_men(first: u8, second: u8, third: u8) -> Option<u64> {
    use std::cmp::Ordering::Equal;
    let on_diagonal = [first, second, third].map(|square| side_of_diagonal(square) == Equal);
    let diagonal = |square| u64::from(rank(square));
    let before_second = u64::from(second > first);
    let before_third = u64::from(third > first) + u64::from(third > second);
    let (second_left, third_left) =
        (u64::from(second).checked_sub(before_second)?, u64::from(third).checked_sub(before_third)?);
    let (pairs, off_first) = (63 * 62, 6 * 63 * 62);
    Some(match on_diagonal {
        [false, ..] => triangle(first) * pairs + second_left * 62 + third_left,
        [true, false, _] => off_first + diagonal(first) * 28 * 62 + off_diagonal(second) * 62 + third_left,
        [true, true, false] => {
            let place = (diagonal(second) - before_second) * 28 + off_diagonal(third);
            off_first + 4 * 28 * 62 + diagonal(first) * 7 * 28 + place
        }
        [true, true, true] => {
            let place = (diagonal(second) - before_second) * 6 + diagonal(third) - before_third;
            off_first + 4 * 28 * 62 + 4 * 7 * 28 + diagonal(first) * 7 * 6 + place
        }
    })
}
