//! What a stone makes along all four lines of a point together.

use std::sync::LazyLock;

use super::{colour::Colour, lines::DIRECTIONS, rules::RuleSet, shape::Shape, shape_table::SHAPE_BITS};

/// What a stone of one colour would make at an empty point. Later is mostly stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Threat {
    /// Nothing of the following.
    None,
    /// A two.
    Two,
    /// A closed three.
    ClosedThree,
    /// Two of twos and closed threes.
    DoubleTwo,
    /// A three.
    Three,
    /// A three, and a two or a closed three.
    ThreePlus,
    /// Threes in two directions or more, where they are allowed.
    DoubleThree,
    /// A four.
    Four,
    /// A four, and a two or a closed three.
    FourPlus,
    /// A four and a three.
    FourThree,
    /// A straight four, or a double-four where it is allowed: five next turn.
    Open,
    /// A winning row.
    Five,
    /// Threes in two directions or more, where a double-three is forbidden: whether it is one needs a look
    /// ahead.
    Suspect,
    /// An overline or a double-four, where they are forbidden.
    Forbidden,
}

impl Threat {
    /// The number of threats but for [`None`](Self::None).
    pub(super) const COUNT: usize = 13;

    /// By number.
    pub(super) const ALL: [Self; Self::COUNT + 1] = [
        Self::None,
        Self::Two,
        Self::ClosedThree,
        Self::DoubleTwo,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::Open,
        Self::Five,
        Self::Suspect,
        Self::Forbidden,
    ];

    /// What they are called, but for [`None`](Self::None).
    pub(super) const NAMES: [&str; Self::COUNT] = [
        "two",
        "closed three",
        "double two",
        "three",
        "three plus",
        "double three",
        "four",
        "four plus",
        "four and three",
        "open",
        "five",
        "suspect",
        "forbidden",
    ];

    /// Whether it has to be answered at once, not being five itself.
    pub(super) const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourPlus | Self::FourThree | Self::Open)
    }

    fn sum_up(shapes: [Shape; DIRECTIONS], forbids: bool) -> Self {
        let count = |wanted: Shape| shapes.iter().filter(|shape| **shape == wanted).count();
        let doubles = count(Shape::DoubleFour);
        let straight = count(Shape::StraightFour);
        let fours = count(Shape::Four) + straight + 2 * doubles;
        let threes = count(Shape::Three);
        let small = count(Shape::Two) + count(Shape::ClosedThree);
        if count(Shape::Five) > 0 {
            Self::Five
        } else if forbids && (count(Shape::Overline) > 0 || fours > 1) {
            Self::Forbidden
        } else if forbids && threes > 1 {
            Self::Suspect
        } else if straight > 0 || fours > 1 {
            Self::Open
        } else {
            match (fours, threes, small) {
                (1, 1.., _) => Self::FourThree,
                (1, 0, 1..) => Self::FourPlus,
                (1, 0, 0) => Self::Four,
                (_, 2.., _) => Self::DoubleThree,
                (_, 1, 1..) => Self::ThreePlus,
                (_, 1, 0) => Self::Three,
                (_, 0, 2..) => Self::DoubleTwo,
                (_, 0, 1) if count(Shape::Two) == 1 => Self::Two,
                (_, 0, 1) => Self::ClosedThree,
                (_, 0, 0) => Self::None,
            }
        }
    }
}

/// The shapes of both colours at a point in the four directions, a byte each; see
/// [`ShapePair`](super::shape_table::ShapePair).
pub(super) type PointShapes = [u8; DIRECTIONS];

/// The shapes at a point where nothing can be made.
pub(super) const NO_SHAPES: PointShapes = [0; DIRECTIONS];

/// The threats of both colours, as a look-up.
#[derive(Clone, Copy)]
pub(super) struct ThreatTable {
    of_colour: [&'static [u8; ThreatTable::CODES]; 2],
}

impl ThreatTable {
    const CODES: usize = 1 << (SHAPE_BITS as usize * DIRECTIONS);

    /// The table of a rule set, made when first asked for.
    #[inline]
    pub(super) fn of(set: RuleSet) -> Self {
        static ALLOWED: LazyLock<Box<[u8; ThreatTable::CODES]>> = LazyLock::new(|| table(false));
        static FORBIDDING: LazyLock<Box<[u8; ThreatTable::CODES]>> = LazyLock::new(|| table(true));
        let of_colour = |colour| {
            let table: &'static [u8; Self::CODES] = if set.forbids(colour) { &FORBIDDING } else { &ALLOWED };
            table
        };
        Self { of_colour: [of_colour(Colour::Black), of_colour(Colour::White)] }
    }

    /// What a stone of `colour` makes.
    #[inline(always)]
    pub(super) fn threat(self, shapes: PointShapes, colour: Colour) -> Threat {
        let nibbles = u32::from_le_bytes(shapes) >> (SHAPE_BITS * colour.index() as u32) & 0x0f0f_0f0f;
        let pairs = (nibbles | nibbles >> 4) & 0x00ff_00ff;
        let code = (pairs | pairs >> 8) & 0xffff;
        Threat::ALL[usize::from(self.of_colour[colour.index()][code as usize])]
    }
}

fn table(forbids: bool) -> Box<[u8; ThreatTable::CODES]> {
    let mut threats: Box<[u8; ThreatTable::CODES]> =
        vec![0; ThreatTable::CODES].try_into().expect("as many entries as codes");
    for (code, threat) in threats.iter_mut().enumerate() {
        let shape = |direction: usize| {
            Shape::of(code as u32 >> (SHAPE_BITS as usize * direction) & ((1 << SHAPE_BITS) - 1))
        };
        *threat = Threat::sum_up([shape(0), shape(1), shape(2), shape(3)], forbids) as u8;
    }
    threats
}
