//! Positions of chess as Syzygy tables look them up.

/// Men of chess, as sets of squares.
///
/// A set has a bit for each square, the lowest for a1, then b1; the highest for h8. Captures en passant are not stored
/// here: they are among the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyBoard {
    /// Sets by player, the first one first, and kind: pawns, knights, bishops, rooks, queens, kings.
    pub men: [[u64; 6]; 2],
    /// Index of the player to move.
    pub mover: usize,
    /// Whether a player has a right to castle; tables have no such positions.
    pub castling: bool,
    /// Plies since the last capture or pawn's move.
    pub quiet_plies: u32,
}

impl SyzygyBoard {
    /// Returns the squares that a player has men on.
    pub fn occupied(&self, player: usize) -> u64 {
        self.men[player].iter().fold(0, |all, set| all | set)
    }

    /// Returns the number of men.
    pub fn count(&self) -> usize {
        (self.occupied(0) | self.occupied(1)).count_ones() as usize
    }
}
