//! How many pieces there can be.

use cozy_chess::{BitBoard, BoardBuilder, Color, Piece};

use crate::games::chess::names::colour_name;

/// Which piece there are too many of, or too few.
pub(super) fn wrong_count(builder: &BoardBuilder) -> Option<String> {
    /// Pawns of a player at the start; each may have become another piece.
    const PAWNS: usize = 8;
    /// At the start: knights, bishops on each colour of squares, rooks, queens.
    const OFFICERS: [usize; 5] = [2, 1, 1, 2, 1];
    for colour in Color::ALL {
        let name = colour_name(colour);
        let count = |piece, squares: BitBoard| {
            squares.iter().filter(|square| builder.square(*square) == Some((piece, colour))).count()
        };
        let all = |piece| count(piece, BitBoard::FULL);
        match all(Piece::King) {
            0 => return Some(format!("{name} has no king")),
            1 => {}
            _ => return Some(format!("{name} has more than one king")),
        }
        let pawns = all(Piece::Pawn);
        if pawns > PAWNS {
            return Some(format!("{name} has more than {PAWNS} pawns"));
        }
        let officers = [
            all(Piece::Knight),
            count(Piece::Bishop, BitBoard::LIGHT_SQUARES),
            count(Piece::Bishop, BitBoard::DARK_SQUARES),
            all(Piece::Rook),
            all(Piece::Queen),
        ];
        let promoted: usize =
            officers.into_iter().zip(OFFICERS).map(|(now, start)| now.saturating_sub(start)).sum();
        if promoted > PAWNS - pawns {
            let missing = PAWNS - pawns;
            return Some(format!(
                "{name} has {promoted} promoted pieces, but only {missing} pawns are missing"
            ));
        }
    }
    None
}
