//! Which moves to look at first, for the built-in yardsticks.

use cozy_chess::{BitBoard, Piece, Rank};

use super::{chess_move::ChessMove, judgement::WORTH, position::ChessPosition};
use crate::position::MoveList;

/// A capture is worth so much more for each point of the captured piece than it is less for the capturing
/// one: the most valuable victim comes first, among equals the least valuable attacker.
const VICTIM: i32 = 8;
/// Captures and promotions come before every other move.
const FORCING: i32 = 1_000;
/// A promotion to a piece that is hardly ever the best one comes last.
const UNDERPROMOTION: i32 = -1_000;
/// A king attacks last.
const KING_ATTACKS: i32 = 1_000;

/// How promising a legal move looks: captures by the most valuable victim, then the least valuable attacker;
/// promotions to a queen by what they gain; promotions to anything else last; every other move 0.
pub(super) fn promise(position: &ChessPosition, mv: ChessMove) -> i32 {
    let worth = |piece: Piece| WORTH[piece as usize];
    let captured = position.captured(mv).map(worth);
    match (mv.promotion, captured) {
        (Some(Piece::Queen), _) => {
            FORCING + VICTIM * captured.unwrap_or(0).max(worth(Piece::Rook)) + worth(Piece::Pawn)
        }
        (Some(_), _) => UNDERPROMOTION + captured.unwrap_or(0) / VICTIM,
        (None, Some(victim)) => {
            let attacker = if mv.piece == Piece::King { KING_ATTACKS } else { worth(mv.piece) };
            FORCING + VICTIM * victim - attacker
        }
        (None, None) => 0,
    }
}

/// The captures and promotions to a queen, best first.
pub(super) fn tactical_moves(position: &ChessPosition, out: &mut MoveList<ChessMove>) {
    out.clear();
    let board = position.board();
    let theirs = board.colors(!board.side_to_move());
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let beside = board.en_passant().map_or(BitBoard::EMPTY, |file| {
        let behind = Rank::Sixth.relative_to(board.side_to_move()).bitboard();
        file.bitboard() & behind
    });
    board.generate_moves(|mut moves| {
        moves.to &= if moves.piece == Piece::Pawn { theirs | beside | last_ranks } else { theirs };
        let moved = moves.into_iter().map(|mv| ChessMove::of(moves.piece, mv));
        // A pawn's step onto the square behind one that went two squares captures nothing.
        let takes = |mv: &ChessMove| match mv.promotion {
            Some(piece) => piece == Piece::Queen,
            None => position.captured(*mv).is_some(),
        };
        out.extend(moved.filter(takes));
        false
    });
    out.sort_by_cached_key(|mv| (-promise(position, *mv), *mv));
}
