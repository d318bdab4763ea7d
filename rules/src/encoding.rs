//! From a move to the row of the policy head that scores it.

use crate::{layout::Layout, position::Position};

/// A move encoding, shared by training and inference. Rows are seen from the player to move, like the
/// features.
pub trait MoveEncoding<P: Position>: Clone + Send + Sync + 'static {
    /// The number of policy rows.
    fn count(&self) -> usize;

    /// Says whether different moves of a position always have different rows. Moves that share one are equally likely.
    fn is_injective(&self) -> bool {
        true
    }

    /// What every row means, for programs that use a net without this one.
    fn layout(&self) -> Layout {
        Layout::untold(self.count())
    }

    /// Replaces the content of `out` by one row per move, parallel to `moves`, which has to be the whole
    /// list of legal moves in canonical order. Different moves have different rows where the
    /// encoding [is injective](Self::is_injective).
    fn rows(&self, position: &P, moves: &[P::Move], out: &mut Vec<u32>);
}
