//! The symmetries: the players exchanged with the board turned by 180°, and on a board that is played on
//! all squares also left and right exchanged.

use super::{
    bits::Bits, board_move::DraughtsMove, description::Playing, position::DraughtsPosition, variant::Variant,
};

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
    let [first, second] = position.pieces.map(|set| image::<V>(set, symmetry));
    let exchanged = symmetry & EXCHANGED != 0;
    DraughtsPosition {
        pieces: if exchanged { [second, first] } else { [first, second] },
        kings: image::<V>(position.kings, symmetry),
        to_move: if exchanged { position.to_move.opponent() } else { position.to_move },
    }
}

/// The image of a move.
pub(super) fn moved<V: Variant>(mv: DraughtsMove<V::Bits>, symmetry: usize) -> DraughtsMove<V::Bits> {
    let bit = |bit: u8| image::<V>(V::Bits::one(u32::from(bit)), symmetry).lowest() as u8;
    DraughtsMove {
        from: bit(mv.from),
        to: bit(mv.to),
        captured: image::<V>(mv.captured, symmetry),
        arrives: mv.arrives,
    }
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
