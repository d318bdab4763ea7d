//! Policy rows.

use std::marker::PhantomData;

use super::{board::DraughtsPosition, board_move::DraughtsMove, layout, variant::Variant};
use crate::{
    encoding::MoveEncoding,
    layout::{Axis, Layout},
    player::Player,
};

/// Rows for moves that share both ends with another one. Should a position have more such moves than this
/// (none is known), the rest take the lowest rows that no other move of the position has.
pub const OVERFLOW_ROWS: usize = 32;

/// One row for each origin and destination, seen from the player to move (the board is turned by 180° for
/// the second player): `origin × squares + destination`. Of several moves with the same ends the first in
/// canonical order has that row; the others, over the whole list, take the [`OVERFLOW_ROWS`] behind these rows
/// one after the other.
#[derive(Clone, Debug)]
pub struct FromTo<V>(PhantomData<V>);

impl<V: Variant> FromTo<V> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }

    const SQUARES: usize = V::GEOMETRY.squares;
    const PLAIN: u32 = (Self::SQUARES * Self::SQUARES) as u32;
}

impl<V: Variant> MoveEncoding<DraughtsPosition<V>> for FromTo<V> {
    fn count(&self) -> usize {
        Self::PLAIN as usize + OVERFLOW_ROWS
    }

    fn layout(&self) -> Layout {
        let ends = vec![layout::squares::<V>("from"), layout::squares::<V>("to")];
        let moves = "the move, step or whole capture, between these squares; of several with the same ends the \
                     first in canonical order (see the overflow)";
        layout::seen::<V>().with("moves", moves, ends).with(
            "overflow",
            layout::OVERFLOW_MEANING,
            vec![Axis::numbers("place", OVERFLOW_ROWS)],
        )
    }

    fn rows(&self, position: &DraughtsPosition<V>, moves: &[DraughtsMove<V::Bits>], out: &mut Vec<u32>) {
        out.clear();
        let last = Self::SQUARES as u32 - 1;
        let turned = position.mover() == Player::SECOND;
        let square = |bit: u8| {
            let square = u32::from(V::GEOMETRY.square_of[usize::from(bit)]);
            if turned { last - square } else { square }
        };
        let mut overflow = Self::PLAIN;
        let mut before = None;
        for mv in moves {
            // Equal ends are neighbours in canonical order.
            let ends = Some((mv.from, mv.to));
            if ends == before {
                out.push(overflow);
                overflow += 1;
            } else {
                out.push(square(mv.from) * (last + 1) + square(mv.to));
            }
            before = ends;
        }
        if overflow as usize > self.count() {
            self.place_the_rest(out);
        }
    }
}

impl<V: Variant> FromTo<V> {
    /// Gives rows behind the last one to rows that no move has.
    #[cold]
    fn place_the_rest(&self, rows: &mut [u32]) {
        let count = self.count() as u32;
        let mut free: Vec<u32> = (0..count).filter(|row| !rows.contains(row)).rev().collect();
        for row in rows.iter_mut().filter(|row| **row >= count) {
            *row = free.pop().expect("a position has fewer moves than there are rows");
        }
    }
}
