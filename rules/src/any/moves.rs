//! Moves without their type.

use crate::position::{MoveList, Position};

/// A move: its place among the legal moves of its position, in canonical order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(u32);

impl AnyMove {
    /// Returns the move at that place of the canonical order.
    ///
    /// # Panics
    /// If there are more than 2³² moves.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer moves than that"))
    }

    /// Returns its place in the canonical order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the legal moves of `position`.
pub(super) fn legal<P: Position>(position: &P) -> MoveList<P::Move> {
    // Room for the moves of most positions, so that the list seldom has to grow.
    let mut moves = MoveList::with_capacity(32);
    position.legal_moves(&mut moves);
    moves
}

/// Returns the game's own move.
///
/// # Panics
/// If `position` has no such move: `mv` belongs to another position.
pub fn typed_move<P: Position>(position: &P, mv: AnyMove) -> P::Move {
    let moves = legal(position);
    *moves.get(mv.index()).unwrap_or_else(|| {
        panic!("move {} of a position that has {} moves: it is another position's", mv.index(), moves.len())
    })
}

/// Returns a legal move of `position` without its type.
///
/// # Panics
/// If it is not legal.
pub fn erased_move<P: Position>(position: &P, mv: P::Move) -> AnyMove {
    let index = legal(position).binary_search(&mv).expect("a legal move of the position");
    AnyMove::at(index)
}

/// Returns a line of moves from `position` on without their type, as far as they are legal.
pub fn erased_line<P: Position>(position: &P, line: &[P::Move]) -> Vec<AnyMove> {
    let mut position = position.clone();
    let mut erased = Vec::with_capacity(line.len());
    for mv in line {
        let Ok(index) = legal(&position).binary_search(mv) else { break };
        erased.push(AnyMove::at(index));
        position.play(*mv);
    }
    erased
}
