//! A move.

use std::cmp::Ordering;

use cozy_chess::{Move, Piece, Square};

/// A move. Its order, which is the canonical one, is by piece (pawn, knight, bishop, rook, queen, king),
/// then origin, then destination (a1, b1, … h8), then promotion (none, knight, bishop, rook, queen).
///
/// Castling is the king's move onto the square of the rook it castles with, in chess as in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChessMove {
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Piece>,
}

impl Ord for ChessMove {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for ChessMove {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl ChessMove {
    /// A number that is in the canonical order.
    #[inline(always)]
    const fn rank(self) -> u32 {
        let promotion = match self.promotion {
            None => 0,
            Some(piece) => piece as u8,
        };
        u32::from_be_bytes([self.piece as u8, self.from as u8, self.to as u8, promotion])
    }

    #[inline(always)]
    pub(super) const fn of(piece: Piece, mv: Move) -> Self {
        Self { piece, from: mv.from, to: mv.to, promotion: mv.promotion }
    }

    /// The move as the board's crate has it.
    #[inline(always)]
    pub(super) const fn plain(self) -> Move {
        Move { from: self.from, to: self.to, promotion: self.promotion }
    }
}
