//! Steps taken back.

use super::super::{
    bits::Bits,
    board::DraughtsPosition,
    description::KingRange,
    geometry::EVERY_DIRECTION,
    steps::{each_direction, open_ray, step, unstep},
    variant::Variant,
};

/// Calls `visit` for every position from which a step without promotion leads to `position`. Whether the player
/// would have had to capture there is not asked.
pub(super) fn each<V: Variant>(position: &DraughtsPosition<V>, mut visit: impl FnMut(&DraughtsPosition<V>)) {
    let mover = position.mover().opponent();
    let (own, kings) = (position.their, position.kings);
    let empty = position.empty();
    let mut back = |from: V::Bits, to: V::Bits, was_king: V::Bits| {
        visit(&DraughtsPosition {
            own: own & !to | from,
            their: position.own,
            kings: kings & !to | was_king,
            ..DraughtsPosition::empty_board(mover)
        });
    };
    each_direction(V::GEOMETRY.man_steps[mover.index()], |direction| {
        let origins = unstep::<V>(own & !kings, direction) & empty;
        for from in origins.squares() {
            let from = V::Bits::one(from);
            back(from, step::<V>(from, direction), V::Bits::EMPTY);
        }
    });
    each_direction(EVERY_DIRECTION, |direction| {
        for to in (own & kings).squares() {
            let here = V::Bits::one(to);
            let origins = match V::DESCRIPTION.king {
                KingRange::OneStep => step::<V>(here, direction) & empty,
                KingRange::Flying => open_ray::<V>(to, direction, position.occupied()),
            };
            for from in origins.squares() {
                let from = V::Bits::one(from);
                back(from, here, from);
            }
        }
    });
}
