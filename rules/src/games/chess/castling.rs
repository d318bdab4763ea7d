//! The rules of castling: those of chess, or of Chess960.

/// The rules of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// King and rooks begin on e, a and h. UCI writes the king's move: `e1g1`.
    Standard,
    /// They begin anywhere, the king between the rooks (FIDE Guidelines II). UCI writes the king's move onto
    /// the rook: `e1h1`.
    Chess960,
}
