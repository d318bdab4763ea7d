//! The symmetries: the colours exchanged, with the board turned upside down.
//!
//! Exchanging left and right is none: it does not commute with castling.

use cozy_chess::{BoardBuilder, Color, Square};

use super::{chess_move::ChessMove, position::ChessPosition};
use crate::player::Player;

/// The number of symmetries.
pub(super) const COUNT: usize = 2;
/// The one that changes nothing.
const IDENTITY: usize = 0;

/// The image of a position.
pub(super) fn position(position: &ChessPosition, symmetry: usize) -> ChessPosition {
    if symmetry == IDENTITY {
        return position.clone();
    }
    let before = BoardBuilder::from_board(position.board());
    let mut after = before.clone();
    for square in Square::ALL {
        let piece = before.square(square).map(|(piece, colour)| (piece, !colour));
        *after.square_mut(square.flip_rank()) = piece;
    }
    for colour in Color::ALL {
        *after.castle_rights_mut(!colour) = *before.castle_rights(colour);
    }
    after.side_to_move = !before.side_to_move;
    after.en_passant = before.en_passant.map(Square::flip_rank);
    ChessPosition::from_board(after.build().expect("the image of a legal position is one"))
}

/// Returns the image of a player.
pub(super) fn player(player: Player, symmetry: usize) -> Player {
    if symmetry == IDENTITY { player } else { player.opponent() }
}

/// The image of a move.
pub(super) fn moved(mv: ChessMove, symmetry: usize) -> ChessMove {
    if symmetry == IDENTITY {
        return mv;
    }
    ChessMove { from: mv.from.flip_rank(), to: mv.to.flip_rank(), ..mv }
}
