//! What a quick look at a position tells searches: forced wins, only moves, the null move.

use crate::position::{MoveList, Position};

/// A win that [`Tactics::forced_win`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The first move of it.
    pub mv: M,
    /// Plies to the end of the game, this move included, against the longest resistance.
    pub plies: u32,
}

/// Quick looks of a game at its positions `P`, each of microseconds.
///
/// `()` stands for a game without them.
pub trait Tactics<P: Position> {
    /// Returns the position after a null move, which passes the turn on.
    ///
    /// Searches conclude from a good score even so that the position is good. `None` where it may be good to pass
    /// (zugzwang), and in games whose players always have to pass or to lose by it.
    fn null_move(position: &P) -> Option<P> {
        let _ = position;
        None
    }

    /// Returns a win that the player to move can force, where one is found. It has to be right.
    fn forced_win(position: &P) -> Option<ForcedWin<P::Move>> {
        let _ = position;
        None
    }

    /// Removes legal moves that lose at a glance, or that are no better than one that wins at once.
    ///
    /// A move loses so where it leaves the opponent a win at once or a [forced](Self::forced_win) one. At least one stays,
    /// in their order; where all lose, one of them. Searches below the root do without the others.
    fn leave_only_moves(position: &P, moves: &mut MoveList<P::Move>) {
        let _ = (position, moves);
    }
}

impl<P: Position> Tactics<P> for () {}
