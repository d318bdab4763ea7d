//! Captures by men, all men at once: sets of squares instead of one path after another.
//!
//! Within three jumps in a row no piece can be jumped twice and nobody comes back to where it started, so
//! pieces do not need to be told apart, and no move is found twice. Everything else is left to
//! [`captures`](super::captures).

use super::{
    bits::Bits,
    board_move::{DraughtsMove, Rank},
    captures::capture,
    description::{Passing, Priority},
    geometry::{DIRECTIONS, EVERY_DIRECTION},
    position::DraughtsPosition,
    steps::{each_direction, step, unstep},
    variant::Variant,
};

/// The longest captures that sets can follow.
const LONGEST: usize = 3;

/// By direction: the squares from which a man, were there one, could jump.
pub(super) type Springs<B> = [B; DIRECTIONS];

/// What can be said of the captures of a position at first sight.
pub(super) enum Survey<B: Bits> {
    /// There is none.
    None,
    /// Only men can capture, and only their number of pieces counts.
    ByMen(Springs<B>),
    /// There are kings that matter.
    Involved,
}

/// Captures may go beyond what sets can follow.
pub(super) struct TooLong;

/// What becomes of captures that are found as sets.
pub(super) trait SetSink<B: Bits> {
    /// Captures by jumps in the given directions that end on the squares of a set; where most pieces have
    /// to be captured, those that were handed over with fewer jumps do not count any more.
    fn complete<V: Variant<Bits = B>, const SEAT: usize>(&mut self, ends: B, jumps: &[usize]);
}

impl<V: Variant> DraughtsPosition<V> {
    /// A first look at the captures of the player of `SEAT`.
    #[inline(always)]
    pub(super) fn survey<const SEAT: usize>(&self) -> Survey<V::Bits> {
        let own = self.own;
        let decisive_kings = match V::DESCRIPTION.priority {
            Priority::Free | Priority::Most => own & self.kings,
            Priority::MostThenKings | Priority::MostThenByKingThenKingsEarliest => self.kings,
        };
        if !decisive_kings.is_empty() {
            return Survey::Involved;
        }
        let prey = self.prey_of_men();
        let empty = self.empty();
        let mut springs = [V::Bits::EMPTY; DIRECTIONS];
        let mut any = V::Bits::EMPTY;
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            springs[direction] = unstep::<V>(prey & unstep::<V>(empty, direction), direction);
            any |= springs[direction];
        });
        if (any & own).is_empty() { Survey::None } else { Survey::ByMen(springs) }
    }

    /// Hands the captures of the men of `SEAT` to a sink, which has to drop what it has got if they prove
    /// too long.
    #[inline]
    pub(super) fn captures_by_men<const SEAT: usize, S: SetSink<V::Bits>>(
        &self,
        springs: &Springs<V::Bits>,
        sink: &mut S,
    ) -> Result<(), TooLong> {
        let mut pursuit = Pursuit::<V, SEAT, S> { position: self, springs, fewest: 0, trail: [0; LONGEST], sink };
        let mut result = Ok(());
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            let landed = leap::<V>(self.own & springs[direction], direction);
            if !landed.is_empty() && result.is_ok() {
                result = pursuit.follow(landed, direction, 0);
            }
        });
        result
    }

    /// The number of captures by men of `SEAT`, where none takes more than two jumps; the most frequent
    /// cases, without a branch for each direction.
    #[inline(always)]
    pub(super) fn count_short<const SEAT: usize>(
        &self,
        springs: &Springs<V::Bits>,
    ) -> Result<usize, TooLong> {
        let directions = V::GEOMETRY.man_captures[SEAT];
        let crowning = match V::DESCRIPTION.passing {
            Passing::BecomesKing => V::Bits::from_mask(V::GEOMETRY.crowning[SEAT]),
            Passing::StaysMan => V::Bits::EMPTY,
        };
        let mut first = Sum::default();
        let mut going_on = [V::Bits::EMPTY; DIRECTIONS];
        let mut any_going_on = V::Bits::EMPTY;
        let mut crowned = V::Bits::EMPTY;
        each_direction(directions, |direction| {
            let landed = leap::<V>(self.own & springs[direction], direction);
            let onward = onward::<V>(springs, direction);
            going_on[direction] = landed & onward;
            any_going_on |= landed & onward;
            crowned |= landed & crowning;
            // Where most pieces have to be captured, single jumps count only if there are no others.
            first.add(match V::DESCRIPTION.priority {
                Priority::Free => landed & !onward,
                _ => landed,
            });
        });
        if !(crowned | first.crowded).is_empty() {
            return Err(TooLong);
        }
        if any_going_on.is_empty() {
            return Ok(first.total());
        }
        let singles = match V::DESCRIPTION.priority {
            Priority::Free => first.total(),
            _ => 0,
        };
        Ok(singles + Self::count_second::<SEAT>(springs, &going_on, crowning)?)
    }

    /// The number of captures of two jumps whose first one is made.
    #[inline(never)]
    fn count_second<const SEAT: usize>(
        springs: &Springs<V::Bits>,
        going_on: &[V::Bits; DIRECTIONS],
        crowning: V::Bits,
    ) -> Result<usize, TooLong> {
        let directions = V::GEOMETRY.man_captures[SEAT];
        let mut second = Sum::default();
        let mut too_long = V::Bits::EMPTY;
        for (direction, going_on) in going_on.iter().enumerate() {
            if going_on.is_empty() {
                continue;
            }
            each_direction(directions, |next| {
                let way = if next == opposite(direction) { V::Bits::EMPTY } else { springs[next] };
                let landed = leap::<V>(*going_on & way, next);
                too_long |= landed & (onward::<V>(springs, next) | crowning);
                second.add(landed);
            });
        }
        if !(too_long | second.crowded).is_empty() {
            return Err(TooLong);
        }
        Ok(second.total())
    }
}

/// Counts the squares of several sets that rarely overlap.
#[derive(Default)]
struct Sum<B> {
    once: B,
    /// Squares that were in a set before.
    again: B,
    /// Squares that were in two sets before.
    crowded: B,
}

impl<B: Bits> Sum<B> {
    #[inline(always)]
    fn add(&mut self, set: B) {
        let twice = self.once & set;
        self.crowded |= self.again & twice;
        self.again |= twice;
        self.once |= set;
    }

    #[inline(always)]
    fn total(&self) -> usize {
        let again = if self.again.is_empty() { 0 } else { self.again.count() };
        (self.once.count() + again) as usize
    }
}

/// Captures that go on.
struct Pursuit<'p, V: Variant, const SEAT: usize, S> {
    position: &'p DraughtsPosition<V>,
    springs: &'p Springs<V::Bits>,
    /// Jumps that a capture needs to be worth handing over.
    fewest: usize,
    /// The directions of the jumps so far.
    trail: [usize; LONGEST],
    sink: &'p mut S,
}

impl<V: Variant, const SEAT: usize, S: SetSink<V::Bits>> Pursuit<'_, V, SEAT, S> {
    /// Follows men that have landed from a jump with `earlier` ones before it.
    fn follow(&mut self, landed: V::Bits, direction: usize, earlier: usize) -> Result<(), TooLong> {
        let jumps = earlier + 1;
        self.trail[earlier] = direction;
        let onward = onward::<V>(self.springs, direction);
        let crowned = V::DESCRIPTION.passing == Passing::BecomesKing
            && !(landed & V::Bits::from_mask(V::GEOMETRY.crowning[SEAT])).is_empty();
        if crowned || (jumps == LONGEST && !(landed & (onward | self.next_to_home())).is_empty()) {
            return Err(TooLong);
        }
        let ends = landed & !onward;
        if !ends.is_empty() && jumps >= self.fewest {
            if V::DESCRIPTION.priority != Priority::Free {
                self.fewest = jumps;
            }
            self.sink.complete::<V, SEAT>(ends, &self.trail[..jumps]);
        }
        let going_on = landed & onward;
        if going_on.is_empty() {
            return Ok(());
        }
        let mut result = Ok(());
        each_direction(V::GEOMETRY.man_captures[SEAT], |next| {
            let jumpers = going_on & self.springs[next];
            if next != opposite(direction) && !jumpers.is_empty() && result.is_ok() {
                result = self.follow(leap::<V>(jumpers, next), next, jumps);
            }
        });
        result
    }

    /// The squares from which a last jump leads back to where the first one began: an empty square by then.
    fn next_to_home(&self) -> V::Bits {
        let shift = |direction: usize| V::GEOMETRY.directions[direction].shift;
        let back: i32 = -self.trail.iter().map(|direction| shift(*direction)).sum::<i32>();
        let mut set = V::Bits::EMPTY;
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            if shift(direction) == back {
                set = unstep::<V>(self.position.prey_of_men(), direction);
            }
        });
        set
    }
}

/// Counts.
pub(super) struct Count {
    pub(super) moves: usize,
    pub(super) jumps: usize,
}

impl<B: Bits> SetSink<B> for Count {
    #[inline(always)]
    fn complete<V: Variant<Bits = B>, const SEAT: usize>(&mut self, ends: B, jumps: &[usize]) {
        if V::DESCRIPTION.priority != Priority::Free && jumps.len() > self.jumps {
            self.moves = 0;
        }
        self.jumps = jumps.len();
        self.moves += ends.count() as usize;
    }
}

/// Lists.
pub(super) struct List<'m, B: Bits> {
    pub(super) moves: &'m mut Vec<DraughtsMove<B>>,
    pub(super) jumps: usize,
}

impl<B: Bits> SetSink<B> for List<'_, B> {
    #[inline(always)]
    fn complete<V: Variant<Bits = B>, const SEAT: usize>(&mut self, ends: B, jumps: &[usize]) {
        if V::DESCRIPTION.priority != Priority::Free && jumps.len() > self.jumps {
            self.moves.clear();
        }
        self.jumps = jumps.len();
        let crowning = B::from_mask(V::GEOMETRY.crowning[SEAT]);
        for to in ends.squares() {
            let mut from = to;
            let mut captured = B::EMPTY;
            for direction in jumps.iter().rev() {
                let shift = V::GEOMETRY.directions[*direction].shift;
                captured |= B::one(from.wrapping_add_signed(-shift));
                from = from.wrapping_add_signed(-2 * shift);
            }
            let crowned = !(B::one(to) & crowning).is_empty();
            let arrives = if crowned { Rank::King } else { Rank::Man };
            self.moves.push(capture(from, to, captured, arrives));
        }
    }
}

/// The squares from which a jump is possible other than back in the direction of the last one.
#[inline(always)]
fn onward<V: Variant>(springs: &Springs<V::Bits>, last: usize) -> V::Bits {
    let mut onward = V::Bits::EMPTY;
    each_direction(EVERY_DIRECTION, |direction| {
        if direction != opposite(last) {
            onward |= springs[direction];
        }
    });
    onward
}

#[inline(always)]
fn opposite(direction: usize) -> usize {
    DIRECTIONS - 1 - direction
}

/// Two steps in a direction.
#[inline(always)]
fn leap<V: Variant>(set: V::Bits, direction: usize) -> V::Bits {
    step::<V>(step::<V>(set, direction), direction)
}
