//! Steps: moves that do not capture.

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::{Class, DraughtsMove, Rank},
    description::KingRange,
    geometry::{CAPTURE_DIRECTIONS, DIRECTIONS, EVERY_DIRECTION, opposite},
    variant::Variant,
};

/// Calls `visit` for every direction of a set. Everything here is inlined, so that a direction is a constant
/// in each of the copies of `visit`.
#[inline(always)]
pub(super) fn each_direction(set: u8, mut visit: impl FnMut(usize)) {
    const { assert!(DIRECTIONS == 4) };
    if set & 1 != 0 {
        visit(0);
    }
    if set & 2 != 0 {
        visit(1);
    }
    if set & 4 != 0 {
        visit(2);
    }
    if set & 8 != 0 {
        visit(3);
    }
}

/// Calls `visit` for every direction of a set of directions of captures.
#[inline(always)]
pub(super) fn each_capture_direction<V: Variant>(set: u8, mut visit: impl FnMut(usize)) {
    const { assert!(CAPTURE_DIRECTIONS == 2 * DIRECTIONS) };
    each_direction(set & EVERY_DIRECTION, &mut visit);
    // Decided before anything is compiled for a variant, most of which have no such directions.
    if const { V::GEOMETRY.king_captures > EVERY_DIRECTION } {
        each_direction(set >> DIRECTIONS, |direction| visit(DIRECTIONS + direction));
    }
}

/// The squares one step away in a direction; bits that are no squares may be among them.
#[inline(always)]
pub(super) fn step<V: Variant>(set: V::Bits, direction: usize) -> V::Bits {
    let direction = &V::GEOMETRY.directions[direction];
    let set = if direction.from == u128::MAX { set } else { set & V::Bits::from_mask(direction.from) };
    if direction.shift > 0 { set << direction.shift as u32 } else { set >> -direction.shift as u32 }
}

/// The squares from which one step in a direction leads into the set.
#[inline(always)]
pub(super) fn unstep<V: Variant>(set: V::Bits, direction: usize) -> V::Bits {
    step::<V>(set, opposite(direction))
}

/// The first bit of a set that is not empty, seen from before it in a direction.
#[inline(always)]
pub(super) fn nearest<V: Variant>(set: V::Bits, direction: usize) -> u32 {
    if V::GEOMETRY.directions[direction].shift > 0 { set.lowest() } else { set.highest() }
}

/// All squares in a direction.
#[inline(always)]
pub(super) fn ray<V: Variant>(bit: u32, direction: usize) -> V::Bits {
    let table = &V::GEOMETRY.rays[direction];
    V::Bits::from_mask(table[bit as usize & (table.len() - 1)])
}

/// The squares in a direction in front of the first occupied one.
#[inline(always)]
pub(super) fn open_ray<V: Variant>(bit: u32, direction: usize, occupied: V::Bits) -> V::Bits {
    let all = ray::<V>(bit, direction);
    let blockers = all & occupied;
    if blockers.is_empty() {
        return all;
    }
    let blocker = nearest::<V>(blockers, direction);
    all & !(ray::<V>(blocker, direction) | V::Bits::one(blocker))
}

impl<V: Variant> DraughtsPosition<V> {
    /// Appends the steps of the player of `SEAT`, in canonical order.
    #[inline]
    pub(super) fn add_steps<const SEAT: usize>(&self, out: &mut Vec<DraughtsMove<V::Bits>>) {
        let own = self.own;
        let men = own & !self.kings;
        let empty = self.empty();
        let crowning = V::Bits::from_mask(V::GEOMETRY.crowning[SEAT]);
        each_direction(V::GEOMETRY.man_steps[SEAT], |direction| {
            let class = Class::step(Rank::Man, direction);
            let shift = V::GEOMETRY.directions[direction].shift;
            let targets = step::<V>(men, direction) & empty;
            for to in targets.squares() {
                let crowned = !(V::Bits::one(to) & crowning).is_empty();
                let arrives = if crowned { Rank::King } else { Rank::Man };
                let from = to.wrapping_add_signed(-shift) as u8;
                out.push(DraughtsMove { class, from, to: to as u8, captured: V::Bits::EMPTY, arrives });
            }
        });
        let kings = own & self.kings & !self.resting_king();
        if kings.is_empty() {
            return;
        }
        each_direction(EVERY_DIRECTION, |direction| {
            let class = Class::step(Rank::King, direction);
            for from in kings.squares() {
                let targets = match V::DESCRIPTION.king {
                    KingRange::OneStep => step::<V>(V::Bits::one(from), direction) & empty,
                    KingRange::Flying => open_ray::<V>(from, direction, self.occupied()),
                };
                out.extend(targets.squares().map(|to| DraughtsMove {
                    class,
                    from: from as u8,
                    to: to as u8,
                    captured: V::Bits::EMPTY,
                    arrives: Rank::King,
                }));
            }
        });
    }

    /// The number of steps of the player of `SEAT`.
    #[inline(always)]
    pub(super) fn count_steps<const SEAT: usize>(&self) -> usize {
        let own = self.own;
        let empty = self.empty();
        let men = own & !self.kings;
        let mut count = 0;
        each_direction(V::GEOMETRY.man_steps[SEAT], |direction| {
            count += (step::<V>(men, direction) & empty).count();
        });
        let kings = own & self.kings & !self.resting_king();
        if !kings.is_empty() {
            each_direction(EVERY_DIRECTION, |direction| {
                let mut reached = step::<V>(kings, direction) & empty;
                match V::DESCRIPTION.king {
                    KingRange::OneStep => count += reached.count(),
                    KingRange::Flying => {
                        while !reached.is_empty() {
                            count += reached.count();
                            reached = step::<V>(reached, direction) & empty;
                        }
                    }
                }
            });
        }
        count as usize
    }
}
