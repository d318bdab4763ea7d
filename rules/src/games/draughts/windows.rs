//! Windows: overlapping blocks of two squares by three rows that cover the board.
//!
//! The pattern of a window is a number in base 3, a digit per square: 0 empty or a king, 1 own man, 2 their
//! man. The lowest digit is the lower-numbered square of the first row.

use super::{
    bits::Bits,
    description::Description,
    geometry::{Geometry, TABLE},
};

const ROWS: usize = 3;
const COLUMNS: usize = 2;
const ROW_STRIDE: usize = 2;
/// Wider rows (of boards that are played on all squares) have windows side by side, others overlapping ones.
const WIDE: usize = 8;

/// The windows of a board.
#[derive(Debug)]
pub(super) struct Windows {
    /// The number of windows.
    pub(super) count: usize,
    /// By window and row: the bit of the first of its two squares.
    rows: [[u8; ROWS]; Self::MOST],
    /// By bit: the windows that it is in.
    windows_at: [u32; TABLE],
}

impl Windows {
    /// The number of patterns of a window.
    pub(super) const PATTERNS: u32 = 3_u32.pow((ROWS * COLUMNS) as u32);
    /// The most windows a board can have: they are the bits of a number.
    const MOST: usize = u32::BITS as usize;
    /// By set of squares of a window: the sum of their digits' weights.
    const WEIGHTS: [u16; 1 << (ROWS * COLUMNS)] = weights();

    /// The windows of a board.
    pub(super) const fn new(description: &Description, geometry: &Geometry) -> Self {
        let columns = description.columns();
        let stride = if columns < WIDE { 1 } else { COLUMNS };
        let mut windows = Self { count: 0, rows: [[0; ROWS]; Self::MOST], windows_at: [0; TABLE] };
        let mut row = 0;
        loop {
            let mut column = 0;
            while column + COLUMNS <= columns {
                let mut line = 0;
                while line < ROWS {
                    let bit = geometry.bit_of[(row + line) * columns + column];
                    windows.rows[windows.count][line] = bit;
                    windows.windows_at[bit as usize] |= 1 << windows.count;
                    windows.windows_at[bit as usize + 1] |= 1 << windows.count;
                    line += 1;
                }
                windows.count += 1;
                column += stride;
            }
            if row + ROWS == description.rows {
                return windows;
            }
            row += ROW_STRIDE;
            if row + ROWS > description.rows {
                row = description.rows - ROWS;
            }
        }
    }

    /// The bits of a window's squares, the one with the lowest digit first.
    pub(super) fn bits(&self, window: usize) -> impl Iterator<Item = u8> {
        self.rows[window].into_iter().flat_map(|first| (0..COLUMNS as u8).map(move |column| first + column))
    }

    /// The pattern of a window; `men` are own and their men.
    #[inline]
    pub(super) fn pattern<B: Bits>(&self, window: usize, men: [B; 2]) -> u32 {
        let rows = self.rows[window];
        let [own, their] = men.map(|men| {
            let pair = |row: usize| men.pair_at(u32::from(rows[row]));
            u32::from(Self::WEIGHTS[pair(0) | pair(1) << 2 | pair(2) << 4])
        });
        own + 2 * their
    }

    /// The windows that squares are in.
    #[inline]
    pub(super) fn touched<B: Bits>(&self, squares: B) -> impl Iterator<Item = usize> + use<B> {
        let touched = squares.squares().fold(0, |set, bit| set | self.windows_at[bit as usize]);
        u64::from(touched).squares().map(|window| window as usize)
    }
}

const fn weights() -> [u16; 1 << (ROWS * COLUMNS)] {
    let mut weights = [0; 1 << (ROWS * COLUMNS)];
    let mut set = 0;
    while set < weights.len() {
        let mut digit = 0;
        while digit < ROWS * COLUMNS {
            if set >> digit & 1 != 0 {
                weights[set] += 3_u16.pow(digit as u32);
            }
            digit += 1;
        }
        set += 1;
    }
    weights
}
