//! Counting the leaves of the move tree: the measure of a move generator, for correctness and for speed.

use std::hint::black_box;

use crate::position::{MoveList, Position};

/// How the leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Every move down to the last is played.
    Full,
    /// The moves of the last ply are counted without playing them.
    Bulk,
}

/// The number of move sequences of exactly `depth` plies from `position`; positions that end the game by
/// themselves have none going on, draw rules are not applied.
pub fn perft<P: Position>(position: &P, depth: usize, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut buffers = vec![MoveList::new(); depth];
    match counting {
        Counting::Full => full(position, &mut buffers),
        Counting::Bulk => bulk(position, &mut buffers),
    }
}

fn full<P: Position>(position: &P, buffers: &mut [MoveList<P::Move>]) -> u64 {
    let Some((moves, rest)) = buffers.split_first_mut() else {
        return 1;
    };
    position.legal_moves(moves);
    let mut leaves = 0;
    for mv in moves {
        let mut next = position.clone();
        next.play(*mv);
        if rest.is_empty() {
            // The leaf is not used; this keeps it from being optimised away.
            black_box(&next);
            leaves += 1;
        } else {
            leaves += full(&next, rest);
        }
    }
    leaves
}

fn bulk<P: Position>(position: &P, buffers: &mut [MoveList<P::Move>]) -> u64 {
    let (moves, rest) = match buffers {
        [] | [_] => return position.count_moves() as u64,
        [moves, rest @ ..] => (moves, rest),
    };
    position.legal_moves(moves);
    let mut leaves = 0;
    for mv in moves {
        let mut next = position.clone();
        next.play(*mv);
        leaves += if rest.len() == 1 { next.count_moves() as u64 } else { bulk(&next, rest) };
    }
    leaves
}
