//! What an exchange of pieces on one square comes to.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::{chess_move::ChessMove, judgement::WORTH, position::ChessPosition, view::View};

/// Value of the king, more than all others together: it captures only where it cannot be recaptured.
const KING: i32 = 20_000;

/// No more pieces than are on a board can take one after the other.
const MOST_CAPTURES: usize = 32;

/// What a piece is worth in an exchange, in hundredths of a pawn.
pub(super) fn worth(piece: Piece) -> i32 {
    if piece == Piece::King { KING } else { WORTH[piece as usize] }
}

/// What a legal move wins, in hundredths of a pawn, if both players then take on its square with their least valuable
/// piece as long as it pays (static exchange evaluation): a move that captures nothing wins nothing, and may lose what
/// moved. Pins are left aside, what capturing pawns become, and the rook that castles.
pub(super) fn exchange(position: &ChessPosition, mv: ChessMove) -> i32 {
    let board = position.board();
    // Of two of a kind the first in the mover's view takes, so that exchanging the players changes nothing.
    let view = View::of(board, board.side_to_move());
    let square = mv.to;
    let taken = position.captured_square(mv).map_or(BitBoard::EMPTY, Square::bitboard);
    let mut occupied = (board.occupied() - mv.from.bitboard() - taken) | square.bitboard();
    // What each capture has won so far for the player who made it, if the other stops there.
    let mut gains = [0; MOST_CAPTURES];
    gains[0] = position.captured(mv).map_or(0, worth);
    let mut last = 0;
    let mut standing = worth(mv.piece);
    let mut side = !board.side_to_move();
    while let Some((from, piece)) = least_attacker(board, view, square, occupied, side) {
        last += 1;
        gains[last] = standing - gains[last - 1];
        if last + 1 == gains.len() {
            break;
        }
        standing = worth(piece);
        occupied -= from.bitboard();
        side = !side;
    }
    for capture in (1..=last).rev() {
        gains[capture - 1] = -gains[capture].max(-gains[capture - 1]);
    }
    gains[0]
}

/// The least valuable piece of `side` among `occupied` that attacks `square`.
fn least_attacker(
    board: &Board,
    view: View,
    square: Square,
    occupied: BitBoard,
    side: Color,
) -> Option<(Square, Piece)> {
    let own = board.colors(side) & (occupied - square.bitboard());
    let straight = get_rook_moves(square, occupied);
    let slanted = get_bishop_moves(square, occupied);
    Piece::ALL.into_iter().find_map(|piece| {
        let pieces = board.pieces(piece) & own;
        if pieces.is_empty() {
            return None;
        }
        let from = match piece {
            Piece::Pawn => get_pawn_attacks(square, !side),
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => slanted,
            Piece::Rook => straight,
            Piece::Queen => straight | slanted,
            Piece::King => get_king_moves(square),
        };
        let first = (pieces & from).into_iter().min_by_key(|square| view.square(*square as u8));
        first.map(|square| (square, piece))
    })
}
