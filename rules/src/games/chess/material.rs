//! What cannot be won any more with the pieces on the board.

use cozy_chess::{BitBoard, Board, Color, Piece};

/// Whether neither player can mate by any sequence of moves (FIDE 5.2.2), as far as the pieces alone tell:
/// the kings with at most one knight, or with bishops on squares of one colour, however many and whosever.
pub(super) fn is_dead(board: &Board) -> bool {
    let others = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !others.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if bishops.is_empty() { knights.len() <= 1 } else { knights.is_empty() && on_one_colour(bishops) }
}

/// Whether a player can mate by some sequence of moves, the opponent's help included, as far as the pieces
/// alone tell.
///
/// A lone king cannot. A knight alone needs a piece of the opponent other than a queen to block the king's
/// way; bishops on squares of one colour need a bishop on the other colour, a knight or a pawn on the board.
pub(super) fn can_mate(board: &Board, colour: Color) -> bool {
    let own = board.colors(colour) & !board.pieces(Piece::King);
    let their = board.colors(!colour) & !board.pieces(Piece::King);
    if own.is_empty() {
        return false;
    }
    if own.is_subset(board.pieces(Piece::Knight)) && own.len() == 1 {
        return !their.is_subset(board.pieces(Piece::Queen));
    }
    if own.is_subset(board.pieces(Piece::Bishop)) {
        let helpers = board.pieces(Piece::Pawn) | board.pieces(Piece::Knight);
        return !on_one_colour(board.pieces(Piece::Bishop)) || !helpers.is_empty();
    }
    true
}

fn on_one_colour(bishops: BitBoard) -> bool {
    bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
}
