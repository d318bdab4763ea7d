//! Policy rows.

use cozy_chess::{File, Piece, Square, get_bishop_rays, get_knight_moves, get_rook_rays};

use super::{
    chess_move::ChessMove,
    position::ChessPosition,
    view::{VIEW, View, square_names},
};
use crate::{
    encoding::MoveEncoding,
    layout::{Axis, Layout},
};

/// Origins and destinations that a queen's or a knight's move on an empty board connects.
const PAIRS: usize = 1792;
/// By origin and destination: the row; unspecified where nothing goes.
const PAIR: [[u16; Square::NUM]; Square::NUM] = pairs();

/// Knight, bishop, rook, queen.
const PROMOTIONS: usize = 4;
/// A pawn is promoted one file to the left, straight on, or one file to the right.
const WAYS: usize = 3;
const PROMOTION_ROWS: usize = File::NUM * WAYS * PROMOTIONS;
/// Towards h, towards a.
const CASTLING_ROWS: usize = 2;

/// Rows in the view of the player to move, which is that of the features.
///
/// One for each pair of squares that a piece can go between, by origin, then destination (1792); then one for
/// each promotion, by the pawn's file, then where it goes (left, straight on, right), then the piece (knight,
/// bishop, rook, queen) (96); then castling towards h and towards a (2).
#[derive(Clone, Copy, Debug)]
pub struct ChessEncoding;

/// Where a queen or a knight goes from a square of an empty board.
const fn goes(square: Square) -> u64 {
    get_bishop_rays(square).0 | get_rook_rays(square).0 | get_knight_moves(square).0
}

const fn pairs() -> [[u16; Square::NUM]; Square::NUM] {
    let mut table = [[0; Square::NUM]; Square::NUM];
    let mut row = 0;
    let mut from = 0;
    while from < Square::NUM {
        let square = Square::index_const(from);
        let goes = goes(square);
        let mut to = 0;
        while to < Square::NUM {
            if goes >> to & 1 == 1 {
                table[from][to] = row;
                row += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(row as usize == PAIRS);
    table
}

impl ChessEncoding {
    #[inline]
    fn row(position: &ChessPosition, view: View, mv: ChessMove) -> u32 {
        let from = view.square(mv.from as u8);
        let to = view.square(mv.to as u8);
        if let Some(piece) = mv.promotion {
            const FILES: u8 = File::NUM as u8;
            let (file, target) = (from % FILES, to % FILES);
            let way = usize::from(target + 1 - file);
            let piece = piece as usize - Piece::Knight as usize;
            return (PAIRS + (usize::from(file) * WAYS + way) * PROMOTIONS + piece) as u32;
        }
        if position.is_castling(mv) {
            let side = usize::from(mv.to < mv.from);
            return (PAIRS + PROMOTION_ROWS + side) as u32;
        }
        u32::from(PAIR[usize::from(from)][usize::from(to)])
    }
}

impl MoveEncoding<ChessPosition> for ChessEncoding {
    fn count(&self) -> usize {
        PAIRS + PROMOTION_ROWS + CASTLING_ROWS
    }

    fn layout(&self) -> Layout {
        let names: Vec<String> = square_names().collect();
        let connected = |from: usize, to: usize| from != to && goes(Square::index_const(from)) >> to & 1 == 1;
        let pairs = (0..Square::NUM).flat_map(|from| {
            let to = (0..Square::NUM).filter(move |to| connected(from, *to));
            let names = &names;
            to.map(move |to| format!("{}{}", names[from], names[to]))
        });
        let promotion = vec![
            Axis::new("file of the pawn", ('a'..='h').map(String::from)),
            Axis::new("way", ["captures to the left", "straight on", "captures to the right"]),
            Axis::new("piece", ["knight", "bishop", "rook", "queen"]),
        ];
        let castling = Axis::new("side", ["towards h in the view", "towards a in the view"]);
        Layout::seen(VIEW)
            .with(
                "moves",
                "moves between these squares, but for the following",
                vec![Axis::new("ends", pairs)],
            )
            .with("promotions", "a pawn reaches the last rank; left and right in the view", promotion)
            .with("castling", "by where the king goes", vec![castling])
    }

    fn rows(&self, position: &ChessPosition, moves: &[ChessMove], out: &mut Vec<u32>) {
        out.clear();
        let view = View::of(position.board(), position.board().side_to_move());
        out.extend(moves.iter().map(|mv| Self::row(position, view, *mv)));
    }
}
