//! Why a move cannot be played, in words.

use cozy_chess::{Move, Piece, Square};

use super::{
    names::{colour_name, piece_name},
    position::ChessPosition,
};
use crate::text_error::TextError;

/// An error at byte `offset` of a move's text.
pub(super) fn error(text: &str, offset: usize, reason: impl Into<String>) -> TextError {
    TextError::new("move", text, offset, reason)
}

/// Why the piece on `from` cannot make that move.
pub(super) fn why_illegal(
    position: &ChessPosition,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> String {
    let board = position.board();
    let mover = board.side_to_move();
    let Some(piece) = board.piece_on(from) else {
        return format!("there is no piece on {from}");
    };
    if !board.colors(mover).has(from) {
        let [theirs, ours] = [!mover, mover].map(colour_name);
        return format!("the piece on {from} is {theirs}'s, and {ours} is to move");
    }
    let name = piece_name(piece);
    let queen = Move { from, to, promotion: Some(Piece::Queen) };
    if piece == Piece::Pawn && promotion.is_none() && board.is_legal(queen) {
        return format!("say what the pawn becomes on {to}: {to}=Q, =R, =B or =N");
    }
    if promotion.is_some() && board.is_legal(Move { from, to, promotion: None }) {
        return format!("the {name} on {from} is not promoted on {to}");
    }
    if let Some(piece @ (Piece::Pawn | Piece::King)) = promotion {
        return format!("a pawn does not become a {}", piece_name(piece));
    }
    let because = if !board.checkers().is_empty() {
        format!(": {} is in check", colour_name(mover))
    } else if piece != Piece::King && board.pinned().has(from) {
        ": it is pinned".to_owned()
    } else {
        String::new()
    };
    format!("the {name} on {from} cannot go to {to}{because}")
}
