//! What a stone makes along one line: a class for each window of neighbouring cells.
//!
//! A window is the five cells on either side of a point, seen by one colour: each is its own, blocked (the
//! other colour, or off the board) or empty. Ten cells are enough: a row of five through the point stays
//! within four cells of it, and the fifth tells whether it is longer.

use super::rules::Row;

/// Cells on either side of the point in a window.
pub(super) const REACH: i32 = 5;
/// Cells of a window, the point itself left out.
pub(super) const CELLS: u32 = 2 * REACH as u32;

/// What a stone makes along one line. Later hides earlier where one more stone could make either; the last two
/// hide nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    /// Nothing that could become five by force.
    None,
    /// One more stone makes a three.
    Two,
    /// One more stone makes a four, none a straight four.
    ClosedThree,
    /// One more stone makes a straight four.
    Three,
    /// One set of four stones that one more stone can make five, in one way.
    Four,
    /// Two different sets of four stones that one more stone can make five.
    DoubleFour,
    /// An unbroken four that one more stone can make five at either end.
    StraightFour,
    /// A winning row.
    Five,
    /// A row of six or more where exactly five is asked for.
    Overline,
}

impl Shape {
    /// The number of shapes.
    pub(super) const COUNT: usize = 9;
    const ALL: [Self; Self::COUNT] = [
        Self::None,
        Self::Two,
        Self::ClosedThree,
        Self::Three,
        Self::Four,
        Self::DoubleFour,
        Self::StraightFour,
        Self::Five,
        Self::Overline,
    ];

    /// The bit that fours, straight and double fours and fives have and no other shape, in each of four shapes of a
    /// byte each.
    pub(super) const FOURS: u32 = 0x0404_0404;

    /// The shape of a number below [`COUNT`](Self::COUNT); [`None`](Self::None) for others.
    pub(super) const fn of(number: u32) -> Self {
        if (number as usize) < Self::COUNT { Self::ALL[number as usize] } else { Self::None }
    }
}

const _: () = {
    let mut number = 0;
    while number < Shape::COUNT {
        let shape = Shape::ALL[number];
        let four = matches!(shape, Shape::Four | Shape::DoubleFour | Shape::StraightFour | Shape::Five);
        assert!((shape as u32 & Shape::FOURS != 0) == four);
        number += 1;
    }
};

/// The shapes of all windows for one kind of winning row, found once each.
pub(super) struct Windows {
    row: Row,
    /// By the set of own cells and the set of blocked cells above it; `UNKNOWN` until asked for.
    known: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Windows {
    pub(super) fn new(row: Row) -> Self {
        Self { row, known: vec![UNKNOWN; 1 << (2 * CELLS)] }
    }

    /// The shape that a stone at the point makes; the sets of own and of blocked cells have a bit for each
    /// cell, along the line, the point left out, and nothing in common.
    pub(super) fn shape(&mut self, own: u32, blocked: u32) -> Shape {
        let place = (own | blocked << CELLS) as usize;
        if self.known[place] == UNKNOWN {
            self.known[place] = self.find(own, blocked) as u8;
        }
        Shape::of(u32::from(self.known[place]))
    }

    fn find(&mut self, own: u32, blocked: u32) -> Shape {
        let length = run(own);
        match (self.row, length) {
            (_, 5) | (Row::OrMore, 6..) => return Shape::Five,
            (Row::Exact, 6..) => return Shape::Overline,
            _ => {}
        }
        let mut fives = 0_u32;
        let mut best = Shape::None;
        for cell in (0..CELLS).map(|cell| 1 << cell).filter(|cell| (own | blocked) & cell == 0) {
            match self.shape(own | cell, blocked) {
                Shape::Five => fives += 1,
                Shape::Overline => {}
                shape => best = best.max(shape),
            }
        }
        match fives {
            // Two stones that each make five share the row of four only if it is unbroken.
            2.. if length == 4 => Shape::StraightFour,
            2.. => Shape::DoubleFour,
            1 => Shape::Four,
            0 => match best {
                Shape::StraightFour => Shape::Three,
                Shape::Four | Shape::DoubleFour => Shape::ClosedThree,
                Shape::Three => Shape::Two,
                _ => Shape::None,
            },
        }
    }
}

/// The length of the unbroken row through the point.
fn run(own: u32) -> u32 {
    let before = (own << (u32::BITS - CELLS / 2)).leading_ones();
    let after = (own >> (CELLS / 2)).trailing_ones();
    before + 1 + after
}
