//! The board: stones, and the shapes that further stones would make, kept up to date stone by stone.

use damier_numerics::seed;

use super::{
    colour::Colour,
    forbidden,
    lines::{DIRECTIONS, Lines, POINTS_MAX, Place, around, empty_cells},
    rules::{Row, RuleSet},
    shape::{CELLS, REACH, Shape},
    shape_table::{CELL_BITS, SHAPE_BITS, ShapeTable},
    threat::{NO_SHAPES, PointShapes, Threat, ThreatTable},
};

/// One for each point of the largest board, and one that belongs to none; a power of two.
const SLOTS: usize = 512;
const _: () = assert!(SLOTS > POINTS_MAX && SLOTS.is_power_of_two());

/// What a stone makes of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// The game goes on.
    Goes,
    /// It completes a winning row.
    Five,
    /// It is forbidden.
    Forbidden,
}

/// A stone that was put: what taking it back restores.
#[derive(Clone, Copy, Debug)]
pub struct Put {
    point: u16,
    colour: Colour,
    /// The shapes at the point,
    own_shapes: PointShapes,
    /// along each direction the shapes around it in that direction,
    shapes: [[u8; CELLS as usize]; DIRECTIONS],
    /// and the tallies before.
    tallies: [Tally; 2],
}

/// Stones on a board, under a rule set. Points are numbered from 0 at a1, rank by rank:
/// `rank × size + file`.
///
/// [`put`](Self::put) and [`take_back`](Self::take_back) keep, for every empty point and line through it, what a stone
/// of either colour would make there; asking for it is a look-up.
///
/// ```
/// use damier_rules::games::five_in_a_row::{board::{Board, Stroke}, colour::Colour, rules::RuleSet};
///
/// let mut board = Board::new(RuleSet::Standard, 15);
/// for point in 0..3 {
///     board.put(point, Colour::Black);
/// }
/// let fourth = board.put(3, Colour::Black);
/// assert_eq!(board.stroke(4, Colour::Black), Stroke::Five);
/// board.take_back(fourth);
/// assert_eq!(board.stroke(4, Colour::Black), Stroke::Goes);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    lines: Lines,
    /// By point: the shapes of both colours in each direction, all 0 where a stone stands.
    shapes: [PointShapes; SLOTS],
    tallies: [Tally; 2],
    stones: [u16; 2],
    key: u64,
    set: RuleSet,
}

impl Board {
    /// The empty board of `size` points on a side, in 9..=22.
    ///
    /// # Panics
    /// If the size is another.
    pub fn new(set: RuleSet, size: usize) -> Self {
        Self {
            lines: Lines::new(size),
            shapes: [NO_SHAPES; SLOTS],
            tallies: [Tally(0); 2],
            stones: [0; 2],
            key: 0,
            set,
        }
    }

    /// A board with these stones, on different points.
    pub(super) fn with_stones(
        set: RuleSet,
        size: usize,
        stones: impl Iterator<Item = (usize, Colour)>,
    ) -> Self {
        let mut board = Self::new(set, size);
        for (point, colour) in stones {
            board.lines.toggle(point, colour);
            board.count(point, colour, 1);
        }
        let table = ShapeTable::of(set);
        let lines = board.lines.clone();
        for point in lines.empty_points() {
            let shapes = fresh_shapes(&lines, table, point);
            board.shapes[point] = shapes;
            board.tally_all(NO_SHAPES, shapes);
        }
        board
    }

    /// Points on a side.
    #[inline]
    pub fn size(&self) -> usize {
        self.lines.size()
    }

    /// The stones of one colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> usize {
        usize::from(self.stones[colour.index()])
    }

    /// The stone on a point.
    #[inline]
    pub fn stone(&self, point: usize) -> Option<Colour> {
        self.lines.stone(point)
    }

    /// The number of empty points.
    #[inline]
    pub fn empty(&self) -> usize {
        self.size() * self.size() - self.stones(Colour::Black) - self.stones(Colour::White)
    }

    /// Puts a stone on an empty point; what is returned [takes it back](Self::take_back).
    #[inline]
    pub fn put(&mut self, point: usize, colour: Colour) -> Put {
        let mut put = Put {
            point: point as u16,
            colour,
            own_shapes: std::mem::replace(&mut self.shapes[point], NO_SHAPES),
            shapes: [[0; CELLS as usize]; DIRECTIONS],
            tallies: self.tallies,
        };
        self.tally_all(put.own_shapes, NO_SHAPES);
        self.count(point, colour, 1);
        self.change(point, colour, &mut put.shapes);
        put
    }

    /// Takes the last stone back that was put and not taken back.
    #[inline]
    pub fn take_back(&mut self, put: Put) {
        let point = usize::from(put.point);
        self.count(point, put.colour, u16::MAX);
        for (direction, place) in self.lines.places(point).into_iter().enumerate() {
            let word = self.lines.toggle_in(place, put.colour);
            for (steps, was) in neighbours().zip(put.shapes[direction]) {
                self.shapes[slot(point, place, steps, empty_cells(word))][direction] = was;
            }
        }
        self.shapes[point] = put.own_shapes;
        self.tallies = put.tallies;
    }

    /// What a stone on an empty point makes of the game.
    #[inline]
    pub fn stroke(&self, point: usize, colour: Colour) -> Stroke {
        match self.threat(point, colour) {
            Threat::Five => Stroke::Five,
            Threat::Forbidden => Stroke::Forbidden,
            Threat::Suspect => {
                let table = ShapeTable::of(self.set);
                match forbidden::is_forbidden(&mut self.lines.clone(), table, point, colour) {
                    true => Stroke::Forbidden,
                    false => Stroke::Goes,
                }
            }
            _ => Stroke::Goes,
        }
    }

    /// Whether some empty point completes a winning row for `colour`.
    #[inline]
    pub fn threatens_five(&self, colour: Colour) -> bool {
        self.tally(colour).fives() > 0
    }

    /// Whose fives decide what `to_move` has to play: its own, which wins, or the other colour's, which has to be
    /// blocked. `None` where neither has one.
    #[inline]
    pub(super) fn decided_by(&self, to_move: Colour) -> Option<Colour> {
        [to_move, to_move.other()].into_iter().find(|colour| self.threatens_five(*colour))
    }

    /// What a stone of `colour` would make at a point; [`Threat::None`] where one stands.
    #[inline]
    pub(super) fn threat(&self, point: usize, colour: Colour) -> Threat {
        ThreatTable::of(self.set).threat(self.shapes[point], colour)
    }

    /// The points at which a stone of `colour` makes a four or more along some line, ascending.
    #[inline]
    pub(super) fn points_of_fours(&self, colour: Colour) -> impl Iterator<Item = usize> + '_ {
        /// Most points have none, which is quicker to see of several at once.
        const TOGETHER: usize = 8;
        let wanted = Shape::FOURS << (SHAPE_BITS * colour.index() as u32);
        let chunks = self.shapes().chunks(TOGETHER).enumerate();
        let with_fours = chunks.filter(move |(_, chunk)| {
            chunk.iter().fold(0, |all, shapes| all | u32::from_le_bytes(*shapes)) & wanted != 0
        });
        with_fours.flat_map(move |(index, chunk)| {
            let has = move |shapes: &PointShapes| u32::from_le_bytes(*shapes) & wanted != 0;
            (index * TOGETHER..).zip(chunk).filter_map(move |(point, shapes)| has(shapes).then_some(point))
        })
    }

    /// The shapes at the points, by number.
    #[inline]
    pub(super) fn shapes(&self) -> &[PointShapes] {
        &self.shapes[..self.size() * self.size()]
    }

    /// Whether the rules forbid some stones of `colour`.
    #[inline]
    pub(super) fn forbids(&self, colour: Colour) -> bool {
        self.set.forbids(colour)
    }

    #[inline]
    pub(super) fn tally(&self, colour: Colour) -> Tally {
        self.tallies[colour.index()]
    }

    #[inline]
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// A key of the stones.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// What the key is with another stone, or without it.
    #[inline(always)]
    pub(super) fn key_with(&self, point: usize, colour: Colour) -> u64 {
        self.key ^ mixed((2 * point + colour.index()) as u64 + 1)
    }

    /// Changes the cell of a point, and with it the shapes of the empty points around it.
    ///
    /// Nothing here branches on what stands where, for that cannot be predicted: cells that are not empty
    /// write nothing to a slot of no point.
    #[inline(always)]
    fn change(&mut self, point: usize, colour: Colour, before: &mut [[u8; CELLS as usize]; DIRECTIONS]) {
        let table = ShapeTable::of(self.set);
        let [mut black, mut white] = self.tallies.map(|tally| tally.0);
        for (direction, place) in self.lines.places(point).into_iter().enumerate() {
            let word = self.lines.toggle_in(place, colour);
            let empty_cells = empty_cells(word);
            for (steps, before) in neighbours().zip(&mut before[direction]) {
                let shift = (place.shift as isize + CELL_BITS as isize * steps) as u32;
                let empty = (empty_cells >> shift & 1) as u8;
                let is = table.pair(around(word, shift)).0 & empty.wrapping_neg();
                let shape = &mut self.shapes[slot(point, place, steps, empty_cells)][direction];
                let was = std::mem::replace(shape, is);
                *before = was;
                let [come, go] = [is, was].map(|pair| &Tally::OF_PAIR[usize::from(pair)]);
                black = black.wrapping_add(come[0]).wrapping_sub(go[0]);
                white = white.wrapping_add(come[1]).wrapping_sub(go[1]);
            }
        }
        self.tallies = [Tally(black), Tally(white)];
    }

    /// Counts the shapes of one point that come and go.
    #[inline(always)]
    fn tally_all(&mut self, was: PointShapes, is: PointShapes) {
        for (was, is) in was.into_iter().zip(is) {
            for (colour, tally) in self.tallies.iter_mut().enumerate() {
                let [come, go] = [is, was].map(|pair| Tally::OF_PAIR[usize::from(pair)][colour]);
                tally.0 = tally.0.wrapping_add(come).wrapping_sub(go);
            }
        }
    }

    /// Counts a stone that comes (`by` 1) or goes (`by` −1, wrapping).
    #[inline(always)]
    fn count(&mut self, point: usize, colour: Colour, by: u16) {
        let stones = &mut self.stones[colour.index()];
        *stones = stones.wrapping_add(by);
        self.key = self.key_with(point, colour);
    }

    /// The longest row of `colour`, and whether some row of it wins.
    pub(super) fn rows(&self, colour: Colour) -> Rows {
        let mut rows = Rows { longest: 0, wins: false };
        for point in self.lines.stones(colour) {
            for direction in 0..DIRECTIONS {
                let place = self.lines.place(point, direction);
                let cell = |steps: isize| {
                    self.lines.word(place.line) >> (place.shift as isize + CELL_BITS as isize * steps) & 3
                };
                let own = colour.index() as u64 + 1;
                if cell(-1) == own {
                    continue;
                }
                let length = (0..).take_while(|steps| cell(*steps) == own).count();
                rows.longest = rows.longest.max(length);
                rows.wins |= length == FIVE || (length > FIVE && self.set.row(colour) == Row::OrMore);
            }
        }
        rows
    }
}

/// The stones of a five.
pub(super) const FIVE: usize = 5;

/// See [`Board::rows`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) longest: usize,
    pub(super) wins: bool,
}

/// How many points and lines there are at which a stone of a colour would make each kind of shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally(u64);

impl Tally {
    const FIELD_BITS: u32 = 12;

    /// The kinds that are counted.
    pub(super) const KINDS: usize = 5;

    /// A one in the field of each shape.
    const ONES: [u64; 1 << 4] = {
        let mut ones = [0; 1 << 4];
        ones[Shape::Two as usize] = 1 << (4 * Self::FIELD_BITS);
        ones[Shape::Three as usize] = 1 << (3 * Self::FIELD_BITS);
        ones[Shape::ClosedThree as usize] = 0;
        ones[Shape::Four as usize] = 1 << (2 * Self::FIELD_BITS);
        ones[Shape::StraightFour as usize] = 1 << Self::FIELD_BITS;
        ones[Shape::DoubleFour as usize] = 1 << Self::FIELD_BITS;
        ones[Shape::Five as usize] = 1;
        ones
    };

    /// The ones of the two shapes of a pair.
    const OF_PAIR: [[u64; 2]; 1 << 8] = {
        let mut pairs = [[0; 2]; 1 << 8];
        let mut pair = 0;
        while pair < pairs.len() {
            pairs[pair] = [Self::ONES[pair & 15], Self::ONES[pair >> 4]];
            pair += 1;
        }
        pairs
    };

    /// The number for a kind: 0 fives, 1 straight and double fours, 2 fours, 3 threes, 4 twos.
    #[inline]
    pub(super) const fn kind(self, kind: usize) -> i32 {
        (self.0 >> (Self::FIELD_BITS * kind as u32)) as i32 & ((1 << Self::FIELD_BITS) - 1)
    }

    #[inline]
    pub(super) const fn fives(self) -> i32 {
        self.kind(0)
    }

    /// Straight and double fours.
    #[inline]
    pub(super) const fn straight_fours(self) -> i32 {
        self.kind(1)
    }

    #[inline]
    pub(super) const fn fours(self) -> i32 {
        self.kind(2)
    }
}

/// The steps to the cells of a window.
#[inline(always)]
fn neighbours() -> impl Iterator<Item = isize> {
    (-(REACH as isize)..=REACH as isize).filter(|steps| *steps != 0)
}

/// The slot of the point a number of steps along a line, if it is among the empty cells; otherwise the slot of no
/// point.
#[inline(always)]
fn slot(point: usize, place: Place, steps: isize, empty_cells: u64) -> usize {
    const NO_POINT: usize = SLOTS - 1;
    let empty = empty_cells >> (place.shift as isize + CELL_BITS as isize * steps) & 1;
    let slot = if empty == 0 { NO_POINT } else { (point as isize + steps * place.step) as usize };
    slot & (SLOTS - 1)
}

fn fresh_shapes(lines: &Lines, table: &ShapeTable, point: usize) -> PointShapes {
    lines.places(point).map(|place| table.pair(around(lines.word(place.line), place.shift)).0)
}

/// A well-mixed number.
#[inline(always)]
pub(super) const fn mixed(number: u64) -> u64 {
    seed::finalise(number.wrapping_mul(seed::GOLDEN))
}
