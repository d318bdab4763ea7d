//! The symmetries: the players exchanged with the board turned by 180°, and on a board that is played on
//! all squares also left and right exchanged.

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::{Class, DraughtsMove, Rank},
    description::Playing,
    geometry::DIRECTIONS,
    king_limit::{KingLimit, Streak},
    steps::ray,
    turn::Turn,
    variant::Variant,
};
use crate::player::Player;

/// The bit of a symmetry's number that exchanges the players and turns the board.
const EXCHANGED: usize = 1;
/// The bit of a symmetry's number that exchanges left and right.
const MIRRORED: usize = 2;

/// The number of symmetries.
pub(super) fn count<V: Variant>() -> usize {
    match V::DESCRIPTION.playing {
        Playing::All => 4,
        Playing::FromFirstColumn | Playing::FromSecondColumn => 2,
    }
}

/// The image of a position.
pub(super) fn position<V: Variant>(position: &DraughtsPosition<V>, symmetry: usize) -> DraughtsPosition<V> {
    let streak = |streak: Streak| match streak.moves {
        0 => streak,
        _ => Streak { king: bit::<V>(streak.king, symmetry), ..streak },
    };
    DraughtsPosition {
        own: image::<V>(position.own, symmetry),
        their: image::<V>(position.their, symmetry),
        kings: image::<V>(position.kings, symmetry),
        turn: Turn::new(player(position.mover(), symmetry), position.goal()),
        limit: V::Limit::of(position.limit.streaks().map(streak)),
    }
}

/// Returns the image of a player.
pub(super) fn player(player: Player, symmetry: usize) -> Player {
    if symmetry & EXCHANGED != 0 { player.opponent() } else { player }
}

/// The image of a move.
pub(super) fn moved<V: Variant>(mv: DraughtsMove<V::Bits>, symmetry: usize) -> DraughtsMove<V::Bits> {
    let (from, to) = (bit::<V>(mv.from, symmetry), bit::<V>(mv.to, symmetry));
    let class = if mv.is_capture() {
        Class::CAPTURE
    } else {
        let rank = if mv.class.is_king_step() { Rank::King } else { Rank::Man };
        let leads_there = |direction: &usize| {
            !(ray::<V>(u32::from(from), *direction) & V::Bits::one(u32::from(to))).is_empty()
        };
        let direction = (0..DIRECTIONS).find(leads_there).expect("a step stays on a line");
        Class::step(rank, direction)
    };
    DraughtsMove { class, from, to, captured: image::<V>(mv.captured, symmetry), arrives: mv.arrives }
}

/// The image of a bit.
fn bit<V: Variant>(bit: u8, symmetry: usize) -> u8 {
    image::<V>(V::Bits::one(u32::from(bit)), symmetry).lowest() as u8
}

fn image<V: Variant>(set: V::Bits, symmetry: usize) -> V::Bits {
    let mut set = set;
    if symmetry & EXCHANGED != 0 {
        set = DraughtsPosition::<V>::turned(set);
    }
    if symmetry & MIRRORED != 0 {
        let columns = V::GEOMETRY.columns as u32;
        set = set.squares().fold(V::Bits::EMPTY, |image, bit| {
            let column = bit % columns;
            image | V::Bits::one(bit - column + (columns - 1 - column))
        });
    }
    set
}
