//! Reading moves, as UCI or as people write them.

use cozy_chess::{File, Move, Piece, Rank, Square};

use super::{
    chess_move::ChessMove,
    illegal::{error, why_illegal},
    position::ChessPosition,
    san, uci,
};
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
