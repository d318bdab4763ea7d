//! Where squares are in the bits of a set, and what lies in which direction: computed at compile time from
//! the description.
//!
//! **Squares and bits.** A square is a number from 0, in the order of the variant's own numbering (square 1
//! is 0). On boards that are played on every other square, one bit is left out after every second row, so
//! that a step in one direction is the same shift from every square and steps off the board end on a bit
//! that is no square:
//!
//! ```text
//! 8×8:    0   1   2   3         10×10:    0   1   2   3   4
//!       4   5   6   7                   5   6   7   8   9
//!         9  10  11  12                  11  12  13  14  15
//!      13  14  15  16      (8, 17, 26)     16 …            (10, 21, 32, 43)
//! ```
//!
//! On boards played on all squares bits and squares are the same, and steps to the side are masked. Turning
//! the board by 180° reverses the bits in both layouts.

use super::description::{CaptureLines, Description, Lines, MAX_ROWS, Playing, Reach};

/// The number of directions of moves, in order of their shifts; the opposite of `d` is `DIRECTIONS - 1 - d`.
pub const DIRECTIONS: usize = 4;

/// The number of directions of captures: those of moves, and where captures have more lines four others behind them.
pub const CAPTURE_DIRECTIONS: usize = 2 * DIRECTIONS;

/// An upper bound of squares and bits, for tables that are indexed by them.
pub const TABLE: usize = 128;

/// All directions of moves, as a set.
pub const EVERY_DIRECTION: u8 = (1 << DIRECTIONS) - 1;

/// Returns the opposite of a direction.
pub const fn opposite(direction: usize) -> usize {
    let last = if direction < DIRECTIONS { DIRECTIONS - 1 } else { DIRECTIONS + CAPTURE_DIRECTIONS - 1 };
    last - direction
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// The difference of bits.
    pub shift: i32,
    /// The bits from which the shift does not wrap around the board's edge.
    pub from: u128,
    /// The difference of rows, down positive.
    rows: i32,
}

/// The geometry of a variant.
#[derive(Debug)]
pub struct Geometry {
    /// The number of squares.
    pub squares: usize,
    /// The number of squares in a row.
    pub columns: usize,
    /// The number of bits, those that are no squares included.
    pub bits: u32,
    /// All squares.
    pub board: u128,
    /// The bit of each square.
    pub bit_of: [u8; TABLE],
    /// The square of each bit.
    pub square_of: [u8; TABLE],
    /// The directions.
    pub directions: [Direction; CAPTURE_DIRECTIONS],
    /// By direction and bit: all squares on the line from there.
    pub rays: [[u128; TABLE]; CAPTURE_DIRECTIONS],
    /// By seat: the row that crowns.
    pub crowning: [u128; 2],
    /// By seat: the directions of a man's step.
    pub man_steps: [u8; 2],
    /// By seat: the directions of a man's capture.
    pub man_captures: [u8; 2],
    /// The directions of a king's capture.
    pub king_captures: u8,
    /// The diagonal from corner to corner.
    pub long_diagonal: u128,
}

impl Geometry {
    /// The geometry of a board.
    pub const fn new(description: &Description) -> Self {
        let columns = description.columns();
        let squares = description.squares();
        assert!(description.rows <= MAX_ROWS);
        let mut bit_of = [0; TABLE];
        let mut square_of = [0; TABLE];
        let mut board = 0;
        let mut square = 0;
        while square < squares {
            let row = square / columns;
            let bit = square
                + match description.playing {
                    Playing::All => 0,
                    Playing::FromSecondColumn => row / 2,
                    Playing::FromFirstColumn => row.div_ceil(2),
                };
            bit_of[square] = bit as u8;
            square_of[bit] = square as u8;
            board |= 1 << bit;
            square += 1;
        }
        let bits = bit_of[squares - 1] as u32 + 1;
        let directions = directions(description, &bit_of, board);
        let king_captures = match description.capture_lines {
            CaptureLines::AsMoves => EVERY_DIRECTION,
            CaptureLines::All => u8::MAX,
        };
        let down_in_number = description.first_goes_down_in_number();
        let first_forward = if down_in_number { -1 } else { 1 };
        let forward = [first_forward, -first_forward];
        let row = row_set(description, &bit_of, 0);
        let far = row_set(description, &bit_of, description.rows - 1);
        Self {
            squares,
            columns,
            bits,
            board,
            bit_of,
            square_of,
            directions,
            rays: rays(&directions, king_captures, board),
            crowning: if down_in_number { [row, far] } else { [far, row] },
            man_steps: [
                reach(&directions, description.man_steps, forward[0]) & EVERY_DIRECTION,
                reach(&directions, description.man_steps, forward[1]) & EVERY_DIRECTION,
            ],
            man_captures: [
                reach(&directions, description.man_captures, forward[0]) & king_captures,
                reach(&directions, description.man_captures, forward[1]) & king_captures,
            ],
            king_captures,
            long_diagonal: long_diagonal(description, &bit_of),
        }
    }

    /// The row of a bit, from 0.
    pub const fn row_of(&self, bit: u8) -> usize {
        self.square_of[bit as usize] as usize / self.columns
    }

    /// Returns by seat where the men start, on this board.
    pub const fn homes(&self, description: &Description) -> [u128; 2] {
        let [low, high] = homes(description, &self.bit_of);
        if description.first_goes_down_in_number() { [high, low] } else { [low, high] }
    }
}

const fn directions(
    description: &Description,
    bit_of: &[u8; TABLE],
    board: u128,
) -> [Direction; CAPTURE_DIRECTIONS] {
    let columns = description.columns();
    let width = columns as i32;
    match description.lines {
        Lines::Diagonal => {
            let (mut first_column, mut last_column) = (0, 0);
            let mut row = 0;
            while row < description.rows {
                first_column |= 1 << bit_of[row * columns];
                last_column |= 1 << bit_of[row * columns + columns - 1];
                row += 1;
            }
            // The bit that is left out after every second row makes both shifts the same in all rows.
            [
                Direction { shift: -width - 1, from: u128::MAX, rows: -1 },
                Direction { shift: -width, from: u128::MAX, rows: -1 },
                Direction { shift: width, from: u128::MAX, rows: 1 },
                Direction { shift: width + 1, from: u128::MAX, rows: 1 },
                // Along files and ranks the next square of this colour is two steps away.
                Direction { shift: -2 * width - 1, from: u128::MAX, rows: -2 },
                Direction { shift: -1, from: !first_column, rows: 0 },
                Direction { shift: 1, from: !last_column, rows: 0 },
                Direction { shift: 2 * width + 1, from: u128::MAX, rows: 2 },
            ]
        }
        Lines::Orthogonal => {
            let mut first_column = 0;
            let mut bit = 0;
            while bit < TABLE {
                if board >> bit & 1 != 0 {
                    first_column |= 1 << bit;
                }
                bit += columns;
            }
            let last_column = first_column << (columns - 1);
            [
                Direction { shift: -width, from: u128::MAX, rows: -1 },
                Direction { shift: -1, from: !first_column, rows: 0 },
                Direction { shift: 1, from: !last_column, rows: 0 },
                Direction { shift: width, from: u128::MAX, rows: 1 },
                Direction { shift: -width - 1, from: !first_column, rows: -1 },
                Direction { shift: -width + 1, from: !last_column, rows: -1 },
                Direction { shift: width - 1, from: !first_column, rows: 1 },
                Direction { shift: width + 1, from: !last_column, rows: 1 },
            ]
        }
    }
}

/// The directions of a reach for the player who goes `forward` (the sign of the row difference).
const fn reach(directions: &[Direction; CAPTURE_DIRECTIONS], reach: Reach, forward: i32) -> u8 {
    let mut set = 0;
    let mut index = 0;
    while index < CAPTURE_DIRECTIONS {
        let rows = directions[index].rows * forward;
        let open = match reach {
            Reach::Forward => rows > 0,
            Reach::ForwardAndSideways => rows >= 0,
            Reach::Everywhere => true,
        };
        if open {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

const fn rays(
    directions: &[Direction; CAPTURE_DIRECTIONS],
    used: u8,
    board: u128,
) -> [[u128; TABLE]; CAPTURE_DIRECTIONS] {
    let mut rays = [[0; TABLE]; CAPTURE_DIRECTIONS];
    let mut index = 0;
    while index < CAPTURE_DIRECTIONS && used >> index & 1 != 0 {
        let direction = directions[index];
        let mut bit = 0;
        while bit < TABLE {
            let mut at = (1 << bit) & board;
            while at != 0 {
                at &= direction.from;
                at = if direction.shift > 0 { at << direction.shift } else { at >> -direction.shift } & board;
                rays[index][bit] |= at;
            }
            bit += 1;
        }
        index += 1;
    }
    rays
}

const fn row_set(description: &Description, bit_of: &[u8; TABLE], row: usize) -> u128 {
    let columns = description.columns();
    let mut set = 0;
    let mut column = 0;
    while column < columns {
        set |= 1 << bit_of[row * columns + column];
        column += 1;
    }
    set
}

/// The home squares at the low numbers and at the high numbers.
const fn homes(description: &Description, bit_of: &[u8; TABLE]) -> [u128; 2] {
    let skipped = description.rows_behind_men * description.columns();
    let squares = description.squares();
    let mut homes = [0; 2];
    let mut man = 0;
    while man < description.men {
        homes[0] |= 1 << bit_of[skipped + man];
        homes[1] |= 1 << bit_of[squares - 1 - skipped - man];
        man += 1;
    }
    homes
}

/// The squares that lie on the diagonal between two corners, both played on.
const fn long_diagonal(description: &Description, bit_of: &[u8; TABLE]) -> u128 {
    let columns = description.columns();
    let mut set = 0;
    let mut square = 0;
    while square < description.squares() {
        let row = square / columns;
        let column = column_of(description.playing, row, square % columns);
        let on_it = match description.playing {
            Playing::FromFirstColumn | Playing::All => column == row,
            Playing::FromSecondColumn => column + row == description.rows - 1,
        };
        if on_it {
            set |= 1 << bit_of[square];
        }
        square += 1;
    }
    set
}

/// The column of the board that the `index`-th square of a row is in, from 0.
pub const fn column_of(playing: Playing, row: usize, index: usize) -> usize {
    match playing {
        Playing::All => index,
        Playing::FromSecondColumn => 2 * index + (row + 1) % 2,
        Playing::FromFirstColumn => 2 * index + row % 2,
    }
}
