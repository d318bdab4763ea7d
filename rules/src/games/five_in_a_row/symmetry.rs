//! The eight symmetries of the square. They exchange neither players nor colours.

use super::{board::Board, colour::Colour, five_move::FiveMove, position::FivePosition};

/// The number of symmetries.
pub(super) const COUNT: usize = 8;

/// The bits of a symmetry's number: left and right exchanged, then top and bottom, then ranks and files.
const LEFT_RIGHT: usize = 1;
const TOP_BOTTOM: usize = 2;
const TRANSPOSED: usize = 4;

/// The image of a point.
fn image(point: usize, size: usize, symmetry: usize) -> usize {
    let (mut rank, mut file) = (point / size, point % size);
    if symmetry & LEFT_RIGHT != 0 {
        file = size - 1 - file;
    }
    if symmetry & TOP_BOTTOM != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & TRANSPOSED != 0 {
        (rank, file) = (file, rank);
    }
    rank * size + file
}

/// The image of a position.
pub(super) fn position(position: &FivePosition, symmetry: usize) -> FivePosition {
    let size = position.rules.size();
    let stones = Colour::ALL.into_iter().flat_map(|colour| {
        let stones = position.board.lines().stones(colour);
        stones.map(move |point| (image(point, size, symmetry), colour))
    });
    let board = Board::with_stones(position.rules.set, size, stones);
    FivePosition { board, ..position.clone() }
}

/// The image of a move.
pub(super) fn moved(mv: FiveMove, size: usize, symmetry: usize) -> FiveMove {
    match mv {
        FiveMove::Stone(point) => FiveMove::Stone(image(usize::from(point), size, symmetry) as u16),
        other => other,
    }
}
