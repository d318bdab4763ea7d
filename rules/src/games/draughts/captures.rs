//! Captures: every way to carry one on to its end, handed to a [`Sink`].

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::{Class, DraughtsMove, Rank},
    description::{KingLanding, KingRange, Passing, Prey, Priority, Removal},
    geometry::{CAPTURE_DIRECTIONS, opposite},
    steps::{each_capture_direction, nearest, open_ray, ray, step, unstep},
    variant::Variant,
};

/// What becomes of the captures that the generator finds.
pub(super) trait Sink<B: Bits> {
    /// Whether different ways to the same move are wanted too; without, most of them are skipped.
    const EVERY_WAY: bool = false;

    /// A piece has jumped and landed on a bit.
    fn land(&mut self, _bit: u32) {}

    /// The last jump is taken back.
    fn leave(&mut self) {}

    /// A capture that cannot be carried on. The moves with the highest value are the legal ones; the same
    /// move may come more than once.
    fn complete(&mut self, value: u32, mv: DraughtsMove<B>);
}

impl<V: Variant> DraughtsPosition<V> {
    /// Finds the captures of the player of `SEAT`, origins in ascending order.
    #[inline]
    pub(super) fn captures<const SEAT: usize, S: Sink<V::Bits>>(&self, sink: &mut S) {
        let mut origins = self.capturing_men::<SEAT>();
        let kings = self.own & self.kings;
        if !kings.is_empty() {
            origins |= match V::DESCRIPTION.king {
                KingRange::OneStep => self.one_step_jumpers(kings, self.their, V::GEOMETRY.king_captures),
                KingRange::Flying => kings,
            };
        }
        for from in origins.squares() {
            self.captures_from::<SEAT, S>(from, sink);
        }
    }

    /// Whether the player of `SEAT` has a capture.
    #[inline]
    pub(super) fn has_capture<const SEAT: usize>(&self) -> bool {
        if !self.capturing_men::<SEAT>().is_empty() {
            return true;
        }
        let kings = self.own & self.kings;
        if kings.is_empty() {
            return false;
        }
        let prey = self.their;
        let empty = self.empty();
        let mut any = false;
        each_capture_direction::<V>(V::GEOMETRY.king_captures, |direction| {
            let targets = prey & unstep::<V>(empty, direction);
            let mut reach = step::<V>(kings, direction);
            if V::DESCRIPTION.king == KingRange::Flying {
                let mut front = reach & empty;
                while !front.is_empty() {
                    front = step::<V>(front, direction);
                    reach |= front;
                    front &= empty;
                }
            }
            any |= !(reach & targets).is_empty();
        });
        any
    }

    fn captures_from<const SEAT: usize, S: Sink<V::Bits>>(&self, from: u32, sink: &mut S) {
        let origin = V::Bits::one(from);
        let mut walk = Walk::<V, SEAT, S> {
            prey: self.their,
            prey_of_men: self.prey_of_men(),
            kings: self.kings,
            empty: self.empty() | origin,
            occupied: self.occupied() & !origin,
            from,
            started: if (self.kings & origin).is_empty() { Rank::Man } else { Rank::King },
            sink,
        };
        match walk.started {
            Rank::Man => walk.man(origin, Trail::default()),
            Rank::King => walk.king(from, Trail::default()),
        };
    }

    #[inline(always)]
    pub(super) fn capturing_men<const SEAT: usize>(&self) -> V::Bits {
        let men = self.own & !self.kings;
        self.one_step_jumpers(men, self.prey_of_men(), V::GEOMETRY.man_captures[SEAT])
    }

    #[inline(always)]
    fn one_step_jumpers(&self, jumpers: V::Bits, prey: V::Bits, directions: u8) -> V::Bits {
        let empty = self.empty();
        let mut able = V::Bits::EMPTY;
        each_capture_direction::<V>(directions, |direction| {
            able |= unstep::<V>(prey & unstep::<V>(empty, direction), direction);
        });
        able & jumpers
    }

    #[inline(always)]
    pub(super) fn prey_of_men(&self) -> V::Bits {
        match V::DESCRIPTION.man_prey {
            Prey::Any => self.their,
            Prey::Men => self.their & !self.kings,
        }
    }
}

/// What a capture has done so far.
#[derive(Clone, Copy)]
struct Trail<B> {
    captured: B,
    count: u32,
    /// Bit 31 - n: whether the n-th captured piece was a king.
    kings: u32,
    /// The direction of the last jump.
    last: usize,
    /// Whether a jump straight on was looked at from another landing square of the last jump.
    straight_on: StraightOn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StraightOn {
    Open,
    Done,
}

impl<B: Bits> Default for Trail<B> {
    fn default() -> Self {
        Self {
            captured: B::EMPTY,
            count: 0,
            kings: 0,
            last: CAPTURE_DIRECTIONS,
            straight_on: StraightOn::Open,
        }
    }
}

/// One piece on its way.
struct Walk<'s, V: Variant, const SEAT: usize, S> {
    prey: V::Bits,
    prey_of_men: V::Bits,
    kings: V::Bits,
    /// The origin counts as empty.
    empty: V::Bits,
    occupied: V::Bits,
    from: u32,
    started: Rank,
    sink: &'s mut S,
}

impl<V: Variant, const SEAT: usize, S: Sink<V::Bits>> Walk<'_, V, SEAT, S> {
    /// Goes on as a man from the square `at`; whether that is possible.
    fn man(&mut self, at: V::Bits, trail: Trail<V::Bits>) -> bool {
        let prey = self.prey_of_men & !trail.captured;
        self.one_step(at, trail, prey, V::GEOMETRY.man_captures[SEAT], Rank::Man)
    }

    /// Goes on as a king from the bit `at`; whether that is possible.
    fn king(&mut self, at: u32, trail: Trail<V::Bits>) -> bool {
        match V::DESCRIPTION.king {
            KingRange::OneStep => {
                let prey = self.prey & !trail.captured;
                self.one_step(V::Bits::one(at), trail, prey, V::GEOMETRY.king_captures, Rank::King)
            }
            KingRange::Flying => self.flying(at, trail),
        }
    }

    #[inline(always)]
    fn one_step(
        &mut self,
        at: V::Bits,
        trail: Trail<V::Bits>,
        prey: V::Bits,
        directions: u8,
        rank: Rank,
    ) -> bool {
        let empty = self.empty_after(trail.captured);
        let crowning = V::Bits::from_mask(V::GEOMETRY.crowning[SEAT]);
        let mut any = false;
        each_capture_direction::<V>(directions, |direction| {
            let over = step::<V>(at, direction) & prey;
            let land = step::<V>(over, direction) & empty;
            if land.is_empty() {
                return;
            }
            any = true;
            let trail = self.after_jump(trail, over, direction);
            let to = land.lowest();
            self.sink.land(to);
            let on_far_row = !(land & crowning).is_empty();
            let crowned_in_passing = on_far_row && V::DESCRIPTION.passing == Passing::BecomesKing;
            let more = if rank == Rank::King || crowned_in_passing {
                self.king(to, trail)
            } else {
                self.man(land, trail)
            };
            if !more {
                self.complete(to, trail, if on_far_row { Rank::King } else { rank });
            }
            self.sink.leave();
        });
        any
    }

    fn flying(&mut self, at: u32, trail: Trail<V::Bits>) -> bool {
        let occupied = match V::DESCRIPTION.removal {
            Removal::AtTheEnd => self.occupied,
            Removal::AtOnce => self.occupied & !trail.captured,
        };
        let prey = self.prey & !trail.captured;
        let mut any = false;
        each_capture_direction::<V>(V::GEOMETRY.king_captures, |direction| {
            let back =
                V::DESCRIPTION.king_landing == KingLanding::AnySquare && trail.last == opposite(direction);
            let looked = trail.straight_on == StraightOn::Done && trail.last == direction;
            let blockers = ray::<V>(at, direction) & occupied;
            if back || looked || blockers.is_empty() {
                return;
            }
            let over = nearest::<V>(blockers, direction);
            if (prey & V::Bits::one(over)).is_empty() {
                return;
            }
            let landings = match V::DESCRIPTION.king_landing {
                KingLanding::AnySquare => open_ray::<V>(over, direction, occupied),
                KingLanding::NextSquare => {
                    step::<V>(V::Bits::one(over), direction) & self.empty_after(trail.captured)
                }
            };
            if landings.is_empty() {
                return;
            }
            any = true;
            let mut trail = self.after_jump(trail, V::Bits::one(over), direction);
            let mut more = false;
            for to in landings.squares() {
                self.sink.land(to);
                more |= self.flying(to, trail);
                self.sink.leave();
                if !S::EVERY_WAY {
                    trail.straight_on = StraightOn::Done;
                }
            }
            if !more {
                for to in landings.squares() {
                    self.sink.land(to);
                    self.complete(to, trail, Rank::King);
                    self.sink.leave();
                }
            }
        });
        any
    }

    #[inline(always)]
    fn empty_after(&self, captured: V::Bits) -> V::Bits {
        match V::DESCRIPTION.removal {
            Removal::AtTheEnd => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    #[inline(always)]
    fn after_jump(&self, trail: Trail<V::Bits>, over: V::Bits, direction: usize) -> Trail<V::Bits> {
        let king = u32::from(!(over & self.kings).is_empty());
        Trail {
            captured: trail.captured | over,
            count: trail.count + 1,
            kings: trail.kings | king << (31 - trail.count),
            last: direction,
            straight_on: StraightOn::Open,
        }
    }

    #[inline(always)]
    fn complete(&mut self, to: u32, trail: Trail<V::Bits>, arrives: Rank) {
        let value = value::<V>(trail, self.started);
        let mv = capture(self.from, to, trail.captured, arrives);
        self.sink.complete(value, mv);
    }
}

#[inline(always)]
pub(super) fn capture<B: Bits>(from: u32, to: u32, captured: B, arrives: Rank) -> DraughtsMove<B> {
    DraughtsMove { class: Class::CAPTURE, from: from as u8, to: to as u8, captured, arrives }
}

/// The more valuable of two captures has to be made.
#[inline(always)]
fn value<V: Variant>(trail: Trail<V::Bits>, by: Rank) -> u32 {
    let count = trail.count;
    let kings = trail.kings.count_ones();
    match V::DESCRIPTION.priority {
        Priority::Free => 0,
        Priority::Most => count,
        Priority::ByKing => u32::from(by == Rank::King),
        Priority::WorthThenByKing => {
            // A king is worth two men but for a little, so that among sums that differ by that alone fewer kings are more.
            let worth = ((count + kings) << 8) - kings;
            worth << 1 | u32::from(by == Rank::King)
        }
        Priority::MostThenKings => count << 8 | kings,
        Priority::MostThenByKingThenKingsEarliest => {
            let by_king = u32::from(by == Rank::King);
            // At most twelve pieces are captured: their order fits into the sixteen low bits.
            count << 24 | by_king << 20 | kings << 16 | trail.kings >> 16
        }
    }
}
