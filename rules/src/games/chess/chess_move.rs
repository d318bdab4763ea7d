//! A move.

use cozy_chess::{Move, Piece, Square};

/// A move. Its order, which is the canonical one, is by piece (pawn, knight, bishop, rook, queen, king),
/// then origin, then destination (a1, b1, … h8), then promotion (none, knight, bishop, rook, queen).
///
/// Castling is the king's move onto the square of the rook it castles with, in chess as in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChessMove {
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Piece>,
}

impl ChessMove {
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
