//! The shapes of both colours by window, as one look-up.

use std::sync::LazyLock;

use super::{
    colour::Colour,
    rules::RuleSet,
    shape::{CELLS, Shape, Windows},
};

/// Bits of a cell in a line: empty, black, white or off the board.
pub(super) const CELL_BITS: u32 = 2;
/// A cell off the board.
pub(super) const OUTSIDE: u64 = 3;
/// Bits of a shape; the shape of White stands above that of Black.
pub(super) const SHAPE_BITS: u32 = 4;

/// The shapes that a black and a white stone would make at an empty point along one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShapePair(pub(super) u8);

impl ShapePair {
    /// The shape of one colour.
    pub(super) const fn of(self, colour: Colour) -> Shape {
        Shape::of((self.0 >> (SHAPE_BITS * colour.index() as u32)) as u32 & ((1 << SHAPE_BITS) - 1))
    }
}

/// The shapes by window code: the ten cells around a point, two bits each.
pub(super) struct ShapeTable {
    pairs: Box<[u8; ShapeTable::CODES]>,
}

impl ShapeTable {
    const CODES: usize = 1 << (CELL_BITS * CELLS);

    /// The table of a rule set, made when first asked for.
    #[inline]
    pub(super) fn of(set: RuleSet) -> &'static Self {
        static FREESTYLE: LazyLock<ShapeTable> = LazyLock::new(|| ShapeTable::new(RuleSet::Freestyle));
        static EXACT: LazyLock<ShapeTable> = LazyLock::new(|| ShapeTable::new(RuleSet::Standard));
        static RENJU: LazyLock<ShapeTable> = LazyLock::new(|| ShapeTable::new(RuleSet::Renju));
        match set {
            RuleSet::Freestyle => &FREESTYLE,
            RuleSet::Standard | RuleSet::Predicted => &EXACT,
            RuleSet::Renju => &RENJU,
        }
    }

    fn new(set: RuleSet) -> Self {
        let mut windows = Colour::ALL.map(|colour| Windows::new(set.row(colour)));
        let mut pairs: Box<[u8; Self::CODES]> =
            vec![0; Self::CODES].try_into().expect("as many entries as codes");
        for (code, pair) in pairs.iter_mut().enumerate() {
            // The sets of cells with the lower and with the upper bit.
            let mut bits = [0_u32; 2];
            for cell in 0..CELLS {
                for (bit, set) in bits.iter_mut().enumerate() {
                    *set |= (code as u32 >> (CELL_BITS * cell + bit as u32) & 1) << cell;
                }
            }
            let [black, white] = [bits[0] & !bits[1], bits[1] & !bits[0]];
            let shapes = [windows[0].shape(black, bits[1]), windows[1].shape(white, bits[0])];
            *pair = shapes[0] as u8 | (shapes[1] as u8) << SHAPE_BITS;
        }
        Self { pairs }
    }

    /// The shapes at the middle of eleven cells, two bits each.
    #[inline(always)]
    pub(super) fn pair(&self, cells: u64) -> ShapePair {
        const HALF: u64 = (1 << (CELL_BITS * CELLS / 2)) - 1;
        let code = cells & HALF | cells >> CELL_BITS & (HALF << (CELL_BITS * CELLS / 2));
        ShapePair(self.pairs[code as usize & (Self::CODES - 1)])
    }
}
