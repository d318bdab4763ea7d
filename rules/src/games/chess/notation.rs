//! Reading moves, as UCI or as people write them.

use cozy_chess::{Color, File, Move, Piece, Rank, Square};

use super::{chess_move::ChessMove, position::ChessPosition, san, uci};
use crate::text_error::TextError;

/// Reads a legal move: SAN (`Nf3`, `exd8=Q+`, `O-O`) or UCI (`g1f3`, `e7e8q`; castling as the king's move to
/// its destination or onto the rook), or the digits of correspondence chess (`7163`, `57581`).
pub(super) fn read(position: &ChessPosition, text: &str) -> Result<ChessMove, TextError> {
    let trimmed = text.trim();
    match uci::form(trimmed).or_else(|| digits(trimmed)) {
        Some(form) => uci::find(position, form)
            .ok_or_else(|| error(text, 0, why_illegal(position, form.from, form.to, form.promotion))),
        None => san::read(position, text),
    }
}

/// The form of a move in digits, two for each square and one for the piece that a pawn becomes; `None` for a text of
/// another form.
fn digits(text: &str) -> Option<Move> {
    const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    let numbers: Vec<usize> =
        text.chars().map(|c| c.to_digit(9).map(|digit| digit as usize)).collect::<Option<_>>()?;
    let place = |file: usize, rank: usize| {
        Some(Square::new(File::try_index(file.checked_sub(1)?)?, Rank::try_index(rank.checked_sub(1)?)?))
    };
    let (&[from_file, from_rank, to_file, to_rank], last) = numbers.split_first_chunk()?;
    let promotion = match *last {
        [] => None,
        [piece] => Some(*PROMOTIONS.get(piece.checked_sub(1)?)?),
        _ => return None,
    };
    Some(Move { from: place(from_file, from_rank)?, to: place(to_file, to_rank)?, promotion })
}

/// An error at byte `offset` of a move's text.
pub(super) fn error(text: &str, offset: usize, reason: impl Into<String>) -> TextError {
    TextError::new("move", text, offset, reason)
}

/// What a piece is called.
pub(super) fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// What people call a colour.
pub(super) fn colour_name(colour: Color) -> &'static str {
    match colour {
        Color::White => "White",
        Color::Black => "Black",
    }
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
