//! Which moves to look at first, for the built-in yardsticks.

use std::cmp::Reverse;

use cozy_chess::{BitBoard, Piece, Rank};

use super::{
    chess_move::ChessMove,
    exchange::exchange,
    judgement::{WORTH, gain_of_place},
    position::ChessPosition,
};
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

/// Castling goes before other quiet moves.
const CASTLING: i32 = 40;

/// How promising a legal move looks: captures by the most valuable victim, then the least valuable attacker; promotions
/// to a queen by what they gain; promotions to anything else last; every other move by how much better the piece
/// stands, which is little. What loses material, by a capture or not, comes after these, by what it loses.
pub(super) fn promise(position: &ChessPosition, mv: ChessMove) -> i32 {
    let worth = |piece: Piece| WORTH[piece as usize];
    let captured = position.captured(mv).map(worth);
    match (mv.promotion, captured) {
        (Some(Piece::Queen), _) => {
            FORCING + VICTIM * captured.unwrap_or(0).max(worth(Piece::Rook)) + worth(Piece::Pawn)
        }
        (Some(_), _) => UNDERPROMOTION + captured.unwrap_or(0) / VICTIM,
        (None, None) if position.is_castling(mv) => CASTLING,
        (None, captured) => {
            let may_lose = mv.piece != Piece::King && worth(mv.piece) > captured.unwrap_or(0);
            let lost = if may_lose { exchange(position, mv).min(0) } else { 0 };
            if lost < 0 {
                return lost;
            }
            let Some(victim) = captured else { return gain_of_place(position.board(), mv) };
            let attacker = if mv.piece == Piece::King { KING_ATTACKS } else { worth(mv.piece) };
            FORCING + VICTIM * victim - attacker
        }
    }
}

/// What a legal move wins at once: the captured piece, and what a pawn becomes.
pub(super) fn gain(position: &ChessPosition, mv: ChessMove) -> i32 {
    let worth = |piece: Piece| WORTH[piece as usize];
    let promoted = mv.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    position.captured(mv).map_or(0, worth) + promoted
}

/// The captures that do not lose material and the promotions to a queen, best first.
pub(super) fn tactical_moves(position: &ChessPosition, out: &mut MoveList<ChessMove>) {
    let board = position.board();
    let theirs = board.colors(!board.side_to_move());
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let beside = board.en_passant().map_or(BitBoard::EMPTY, |file| {
        let behind = Rank::Sixth.relative_to(board.side_to_move()).bitboard();
        file.bitboard() & behind
    });
    // A pawn's step onto the square behind one that went two squares captures nothing.
    let takes = |mv: &ChessMove| match mv.promotion {
        Some(piece) => piece == Piece::Queen,
        None => position.captured(*mv).is_some(),
    };
    let mut ranked = Vec::new();
    board.generate_moves(|mut moves| {
        moves.to &= if moves.piece == Piece::Pawn { theirs | beside | last_ranks } else { theirs };
        let moved = moves.into_iter().map(|mv| ChessMove::of(moves.piece, mv)).filter(takes);
        ranked.extend(moved.map(|mv| (Reverse(promise(position, mv)), mv)));
        false
    });
    ranked.retain(|(Reverse(promise), _)| *promise > 0);
    ranked.sort_unstable();
    out.clear();
    out.extend(ranked.into_iter().map(|(_, mv)| mv));
}
