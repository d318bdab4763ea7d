//! Sets of squares as numbers: the combinatorial number system.
//!
//! The set of the `k` free squares that are number `r₁ < … < r_k` among the free ones (from 0) is number
//! C(r₁, 1) + … + C(r_k, k). Sets of the same size are numbered in order of their highest squares.

use super::super::{bits::Bits, geometry::TABLE};

/// The most pieces of a position that has a number.
pub(super) const MOST_PIECES: usize = 6;

/// `CHOOSE[n][k]`: the number of sets of `k` out of `n` squares.
static CHOOSE: [[u64; MOST_PIECES + 1]; TABLE + 1] = {
    let mut table = [[0; MOST_PIECES + 1]; TABLE + 1];
    let mut n = 0;
    while n <= TABLE {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_PIECES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` (at most [`MOST_PIECES`]) out of `n` squares.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// The number of a subset of `free` of at most [`MOST_PIECES`] squares.
#[inline(always)]
pub(super) fn rank<B: Bits>(set: B, free: B) -> u64 {
    let nth = |(bit, ways): (u32, usize)| CHOOSE[(free & B::below(bit)).count() as usize][ways];
    set.squares().zip(1..=MOST_PIECES).map(nth).sum()
}

/// A set of `size` squares out of a list of free ones, on its way through the numbers.
#[derive(Clone, Debug)]
pub(super) struct Subset {
    /// The bits of the free squares, ascending.
    free: [u8; TABLE],
    free_count: usize,
    /// Which of the free squares are in the set, ascending.
    chosen: [usize; MOST_PIECES],
    size: usize,
    /// The number of the set; `None` before the first one.
    number: Option<u64>,
}

impl Subset {
    pub(super) fn new(size: usize) -> Self {
        Self { free: [0; TABLE], free_count: 0, chosen: [0; MOST_PIECES], size, number: None }
    }

    /// Out of other squares from now on.
    pub(super) fn set_free<B: Bits>(&mut self, free: B) {
        self.free_count = 0;
        for bit in free.squares() {
            self.free[self.free_count] = bit as u8;
            self.free_count += 1;
        }
        self.number = None;
    }

    /// How many such sets there are.
    pub(super) fn count(&self) -> u64 {
        choose(self.free_count, self.size)
    }

    /// Whether the current set is number `number`.
    pub(super) fn is_at(&self, number: u64) -> bool {
        self.number == Some(number)
    }

    /// Goes to a number below [`count`](Subset::count).
    pub(super) fn go_to<B: Bits>(&mut self, number: u64) -> B {
        match self.number {
            Some(current) if current == number => {}
            Some(current) if current + 1 == number => self.next(),
            _ => self.find(number),
        }
        self.number = Some(number);
        let chosen = &self.chosen[..self.size];
        chosen.iter().fold(B::EMPTY, |set, place| set | B::one(u32::from(self.free[*place])))
    }

    /// The set of the next number: the first square that has room above it moves up, those below start anew.
    fn next(&mut self) {
        for place in 0..self.size {
            let limit = if place + 1 < self.size { self.chosen[place + 1] } else { self.free_count };
            if self.chosen[place] + 1 < limit {
                self.chosen[place] += 1;
                return;
            }
            self.chosen[place] = place;
        }
    }

    fn find(&mut self, number: u64) {
        let mut rest = number;
        let mut highest = self.free_count;
        for place in (0..self.size).rev() {
            highest -= 1;
            while CHOOSE[highest][place + 1] > rest {
                highest -= 1;
            }
            self.chosen[place] = highest;
            rest -= CHOOSE[highest][place + 1];
        }
    }
}
