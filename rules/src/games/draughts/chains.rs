//! Captures by men, all men at once: sets of squares instead of one path after another.
//!
//! Within three jumps in a row no piece can be jumped twice and none comes back to where it started, so
//! pieces do not need to be told apart, and no move is found twice. Everything else is left to
//! [`captures`](super::captures).

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::{DraughtsMove, Rank},
    captures::capture,
    description::{CaptureLines, Passing, Priority},
    geometry::{DIRECTIONS, EVERY_DIRECTION},
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
        if const { matches!(V::DESCRIPTION.capture_lines, CaptureLines::All) } {
            let none = (own & self.kings).is_empty() && self.capturing_men::<SEAT>().is_empty();
            return if none { Survey::None } else { Survey::Involved };
        }
        let decisive_kings = match V::DESCRIPTION.priority {
            Priority::Free | Priority::ByKing | Priority::Most => own & self.kings,
            Priority::MostThenKings
            | Priority::WorthThenByKing
            | Priority::MostThenByKingThenKingsEarliest => self.kings,
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
        let directions = V::GEOMETRY.man_captures[SEAT];
        let mut landed = [V::Bits::EMPTY; DIRECTIONS];
        let mut going_on = V::Bits::EMPTY;
        each_direction(directions, |direction| {
            landed[direction] = leap::<V>(self.own & springs[direction], direction);
            let onward = onward::<V>(springs, direction) | crowned_in_passing::<V, SEAT>();
            going_on |= landed[direction] & onward;
        });
        if going_on.is_empty() {
            each_direction(directions, |direction| {
                sink.complete::<V, SEAT>(landed[direction], &[direction]);
            });
            return Ok(());
        }
        let mut pursuit =
            Pursuit::<V, SEAT, S> { position: self, springs, fewest: 0, trail: [0; LONGEST], sink };
        for (direction, landed) in landed.iter().enumerate() {
            // Where most pieces have to be captured, single jumps do not count if others go on.
            let worthwhile = if V::DESCRIPTION.priority.is_free_among_men() {
                *landed
            } else {
                *landed & (onward::<V>(springs, direction) | crowned_in_passing::<V, SEAT>())
            };
            if !worthwhile.is_empty() {
                pursuit.follow(worthwhile, direction, 0)?;
            }
        }
        Ok(())
    }

    /// The number of captures by men of `SEAT`, where no two of them have to be told apart: the most frequent
    /// cases, without following single men.
    #[inline(always)]
    pub(super) fn count_short<const SEAT: usize>(
        &self,
        springs: &Springs<V::Bits>,
    ) -> Result<usize, TooLong> {
        let first = self.first_landing::<SEAT>(springs);
        if (first.any_going_on | first.involved).is_empty() {
            return Ok(first.ended.total());
        }
        self.count_further::<SEAT>(springs)
    }

    #[inline(always)]
    fn first_landing<const SEAT: usize>(&self, springs: &Springs<V::Bits>) -> Landing<V> {
        let mut landed = [V::Bits::EMPTY; DIRECTIONS];
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            landed[direction] = leap::<V>(self.own & springs[direction], direction);
        });
        Landing::new::<SEAT>(&landed, springs)
    }

    /// The number of captures where some go on after the first jump.
    #[inline(never)]
    fn count_further<const SEAT: usize>(&self, springs: &Springs<V::Bits>) -> Result<usize, TooLong> {
        // Found again rather than passed on: the frequent case then keeps it in registers.
        let first = self.first_landing::<SEAT>(springs);
        let second = first.go_on::<SEAT>(springs)?;
        let singles = if V::DESCRIPTION.priority.is_free_among_men() { first.ended.total() } else { 0 };
        if (second.any_going_on | second.involved).is_empty() {
            return Ok(singles + second.ended.total());
        }
        let third = second.go_on::<SEAT>(springs)?;
        let doubles = if V::DESCRIPTION.priority.is_free_among_men() { second.ended.total() } else { 0 };
        let beyond = third.any_going_on | third.involved | self.before_home::<SEAT>(&third.landed);
        if beyond.is_empty() { Ok(singles + doubles + third.ended.total()) } else { Err(TooLong) }
    }

    /// Squares that men have landed on (by direction of the jump) from which a jump at a right angle would
    /// lead onto an own man: it may be the very man that is under way, whose square is empty by then.
    fn before_home<const SEAT: usize>(&self, landed: &Springs<V::Bits>) -> V::Bits {
        let prey = self.prey_of_men();
        let mut set = V::Bits::EMPTY;
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            let home = unstep::<V>(prey & unstep::<V>(self.own, direction), direction);
            each_direction(EVERY_DIRECTION, |last| {
                if last != direction && last != opposite(direction) {
                    set |= landed[last] & home;
                }
            });
        });
        set
    }
}

/// Men after a jump.
struct Landing<V: Variant> {
    /// By direction of the jump: where they are.
    landed: Springs<V::Bits>,
    /// By direction of the jump: where those are that go on.
    going_on: Springs<V::Bits>,
    any_going_on: V::Bits,
    /// Those whose captures count: that do not go on, and, where going on is not better, all.
    ended: Sum<V::Bits>,
    /// Squares that are in need of a closer look.
    involved: V::Bits,
}

impl<V: Variant> Landing<V> {
    #[inline(always)]
    fn new<const SEAT: usize>(landed: &Springs<V::Bits>, springs: &Springs<V::Bits>) -> Self {
        let mut landing = Self {
            landed: *landed,
            going_on: [V::Bits::EMPTY; DIRECTIONS],
            any_going_on: V::Bits::EMPTY,
            ended: Sum::default(),
            involved: V::Bits::EMPTY,
        };
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            let landed = landed[direction];
            let onward = onward::<V>(springs, direction);
            landing.involved |= landed & crowned_in_passing::<V, SEAT>();
            landing.going_on[direction] = landed & onward;
            landing.any_going_on |= landed & onward;
            // Where the longest count, those that end here count only if none goes on.
            landing.ended.add(if V::DESCRIPTION.priority.is_free_among_men() {
                landed & !onward
            } else {
                landed
            });
        });
        landing.involved |= landing.ended.crowded;
        landing
    }

    /// The next jump of those that go on.
    #[inline(always)]
    fn go_on<const SEAT: usize>(&self, springs: &Springs<V::Bits>) -> Result<Self, TooLong> {
        let mut landed = [V::Bits::EMPTY; DIRECTIONS];
        let mut involved = self.involved;
        each_direction(V::GEOMETRY.man_captures[SEAT], |direction| {
            let mut sources = Sum::default();
            each_direction(V::GEOMETRY.man_captures[SEAT], |last| {
                if direction != opposite(last) {
                    sources.add(self.going_on[last]);
                }
            });
            involved |= sources.again;
            landed[direction] = leap::<V>(sources.once & springs[direction], direction);
        });
        if involved.is_empty() { Ok(Self::new::<SEAT>(&landed, springs)) } else { Err(TooLong) }
    }
}

/// The squares on which a man that jumps there becomes a king and may go on.
#[inline(always)]
fn crowned_in_passing<V: Variant, const SEAT: usize>() -> V::Bits {
    match V::DESCRIPTION.passing {
        Passing::BecomesKing => V::Bits::from_mask(V::GEOMETRY.crowning[SEAT]),
        Passing::StaysMan => V::Bits::EMPTY,
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
        let crowned = landed & crowned_in_passing::<V, SEAT>();
        if !crowned.is_empty() || (jumps == LONGEST && !(landed & (onward | self.next_to_home())).is_empty())
        {
            return Err(TooLong);
        }
        let ends = landed & !onward;
        if !ends.is_empty() && jumps >= self.fewest {
            if !V::DESCRIPTION.priority.is_free_among_men() {
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
        if !V::DESCRIPTION.priority.is_free_among_men() && jumps.len() > self.jumps {
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
        if !V::DESCRIPTION.priority.is_free_among_men() && jumps.len() > self.jumps {
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
