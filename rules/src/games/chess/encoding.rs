//! Policy rows.

use std::iter;

use cozy_chess::{
    BitBoard, Color, File, Piece, Rank, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves, get_rook_rays,
};

use super::{
    attacks::Threats,
    chess_move::ChessMove,
    exchange::{exchange, worth},
    names::piece_name,
    position::ChessPosition,
    view::{VIEW, View, square_names},
};
use crate::{
    encoding::MoveEncoding,
    layout::{Axis, Layout},
};

/// Origins and destinations of each kind of piece, pawns that are promoted aside.
const PAIRS: usize = 3786;
/// By piece, origin and destination: the row; unspecified where nothing goes.
static PAIR: [[[u16; Square::NUM]; Square::NUM]; Piece::NUM] = pairs();

/// Knight, bishop, rook, queen.
const PROMOTIONS: usize = 4;
/// A pawn is promoted one file to the left, straight on, or one file to the right.
const WAYS: usize = 3;
const PROMOTION_ROWS: usize = File::NUM * WAYS * PROMOTIONS;
/// Towards h, towards a.
const CASTLING_ROWS: usize = 2;
/// What an exchange on the destination comes to: it loses material, wins and loses nothing without a capture, the same
/// with one, wins material.
const EXCHANGES: usize = 4;
const LOSES: usize = 0;
const QUIET: usize = 1;
const EVEN: usize = 2;
const WINS: usize = 3;
/// [`EXCHANGES`], by whether the piece was under attack where it stood, by whether it gives check.
const KINDS: usize = EXCHANGES * 2 * 2;

/// Rows in the view of the player to move, which is that of the features.
///
/// For each piece (pawn, knight, bishop, rook, queen, king) and each pair of squares that it can go between, by origin,
/// then destination (3,786), 16 kinds of moves: by what an exchange on the destination comes to (loses, wins or loses
/// nothing without a capture, the same with one, wins), whether the piece was attacked by one worth less or was attacked
/// and not defended, and whether it gives check itself. Then for each promotion, by the pawn's file, then where it goes
/// (left, straight on, right), then the piece (knight, bishop, rook, queen) (96), these 16 kinds; then castling towards h
/// and towards a (2).
///
/// Of the squares alone a row would not know what moves, nor whether it is taken there: the vector that it is multiplied
/// with has too few numbers to say so of every piece.
#[derive(Clone, Copy, Debug)]
pub struct ChessEncoding;

/// Where a piece goes from a square of an empty board, a pawn, which goes up the board, also where it captures.
const fn goes(piece: Piece, square: Square) -> u64 {
    let (straight, slanted) = (get_rook_rays(square).0, get_bishop_rays(square).0);
    match piece {
        Piece::Pawn if matches!(square.rank(), Rank::First | Rank::Seventh | Rank::Eighth) => 0,
        Piece::Pawn => {
            let steps = get_pawn_quiets(square, Color::White, BitBoard::EMPTY).0;
            steps | get_pawn_attacks(square, Color::White).0
        }
        Piece::Knight => get_knight_moves(square).0,
        Piece::Bishop => slanted,
        Piece::Rook => straight,
        Piece::Queen => straight | slanted,
        Piece::King => get_king_moves(square).0,
    }
}

const fn pairs() -> [[[u16; Square::NUM]; Square::NUM]; Piece::NUM] {
    let mut table = [[[0; Square::NUM]; Square::NUM]; Piece::NUM];
    let mut row = 0;
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut from = 0;
        while from < Square::NUM {
            let goes = goes(Piece::index_const(piece), Square::index_const(from));
            let mut to = 0;
            while to < Square::NUM {
                if goes >> to & 1 == 1 {
                    table[piece][from][to] = row;
                    row += 1;
                }
                to += 1;
            }
            from += 1;
        }
        piece += 1;
    }
    assert!(row as usize == PAIRS);
    table
}

/// What the kinds of moves of a position depend on.
struct Situation<'p> {
    position: &'p ChessPosition,
    threats: Threats,
    /// From where each piece gives check.
    checks: [u64; Piece::NUM],
}

impl<'p> Situation<'p> {
    fn of(position: &'p ChessPosition) -> Self {
        let board = position.board();
        let own = board.side_to_move();
        let king = board.king(!own);
        let occupied = board.occupied();
        let (slanted, straight) = (get_bishop_moves(king, occupied).0, get_rook_moves(king, occupied).0);
        let pawns = get_pawn_attacks(king, !own).0;
        let checks = [pawns, get_knight_moves(king).0, slanted, straight, slanted | straight, 0];
        Self { position, threats: Threats::to(board, own), checks }
    }

    #[inline]
    fn kind(&self, mv: ChessMove) -> usize {
        let (from, to) = (mv.from.bitboard().0, mv.to.bitboard().0);
        let escapes = usize::from(self.threats.hanging & from != 0);
        let checks = usize::from(self.checks[mv.promotion.unwrap_or(mv.piece) as usize] & to != 0);
        (self.exchange(mv, from, to) * 2 + escapes) * 2 + checks
    }

    /// Which of the [`EXCHANGES`]; played out only where a look does not tell.
    #[inline]
    fn exchange(&self, mv: ChessMove, from: u64, to: u64) -> usize {
        let captured = self.position.captured(mv);
        // Where neither square is attacked, nothing is taken in return: a line to the second leads through the first.
        let safe = mv.piece == Piece::King || self.threats.all & (from | to) == 0;
        match captured {
            None if safe => QUIET,
            None if mv.piece != Piece::Pawn && self.threats.by_pawns & to != 0 => LOSES,
            Some(piece) if safe || worth(piece) > worth(mv.piece) => WINS,
            _ => match (exchange(self.position, mv), captured) {
                (..0, _) => LOSES,
                (0, None) => QUIET,
                (0, Some(_)) => EVEN,
                (1.., _) => WINS,
            },
        }
    }
}

impl ChessEncoding {
    #[inline]
    fn row(situation: &Situation<'_>, view: View, mv: ChessMove) -> usize {
        if situation.position.is_castling(mv) {
            let side = usize::from(mv.to < mv.from);
            return (PAIRS + PROMOTION_ROWS) * KINDS + side;
        }
        let from = view.square(mv.from as u8);
        let to = view.square(mv.to as u8);
        let ends = match mv.promotion {
            Some(piece) => {
                const FILES: u8 = File::NUM as u8;
                let (file, target) = (from % FILES, to % FILES);
                let way = usize::from(target + 1 - file);
                let piece = piece as usize - Piece::Knight as usize;
                PAIRS + (usize::from(file) * WAYS + way) * PROMOTIONS + piece
            }
            None => usize::from(PAIR[mv.piece as usize][usize::from(from)][usize::from(to)]),
        };
        ends * KINDS + situation.kind(mv)
    }
}

/// What the kinds of moves mean, for programs that use a net without this one.
const MOVES: &str = "a piece moves between these squares, but for the following; the exchange is what the move wins if \
    then both players take on its square with their least valuable piece as long as it pays (pawn 100, knight 310, bishop \
    330, rook 500, queen 930, king 20000; pins aside); the piece is attacked by a lesser one where a pawn attacks a knight \
    or bishop, these a rook, or any of these a queen";

impl MoveEncoding<ChessPosition> for ChessEncoding {
    fn count(&self) -> usize {
        (PAIRS + PROMOTION_ROWS) * KINDS + CASTLING_ROWS
    }

    fn layout(&self) -> Layout {
        let names: Vec<String> = square_names().collect();
        let ends = Piece::ALL.into_iter().flat_map(|piece| {
            let names = &names;
            Square::ALL.into_iter().flat_map(move |from| {
                let to = Square::ALL.into_iter().filter(move |to| goes(piece, from) >> *to as u8 & 1 == 1);
                to.map(move |to| {
                    format!("{} {}{}", piece_name(piece), names[from as usize], names[to as usize])
                })
            })
        });
        let kinds = || {
            [
                Axis::new(
                    "exchange",
                    ["loses", "quiet", "takes as much as it loses", "wins"].map(String::from),
                ),
                Axis::new(
                    "the piece where it stood",
                    ["safe", "attacked by a lesser piece, or not defended"].map(String::from),
                ),
                Axis::new("check", ["none", "by the piece that moves"].map(String::from)),
            ]
        };
        let promotion = [
            Axis::new("file of the pawn", ('a'..='h').map(String::from)),
            Axis::new(
                "way",
                ["captures to the left", "straight on", "captures to the right"].map(String::from),
            ),
            Axis::new("piece", ["knight", "bishop", "rook", "queen"].map(String::from)),
        ];
        let castling = Axis::new("side", ["towards h in the view", "towards a in the view"]);
        let moves = iter::once(Axis::new("piece and ends", ends)).chain(kinds()).collect();
        Layout::seen(VIEW)
            .with("moves", MOVES, moves)
            .with(
                "promotions",
                "a pawn reaches the last rank; left and right in the view",
                promotion.into_iter().chain(kinds()).collect(),
            )
            .with("castling", "by where the king goes", vec![castling])
    }

    fn rows(&self, position: &ChessPosition, moves: &[ChessMove], out: &mut Vec<u32>) {
        out.clear();
        let view = View::of(position.board(), position.board().side_to_move());
        let situation = Situation::of(position);
        out.extend(moves.iter().map(|mv| Self::row(&situation, view, *mv) as u32));
    }
}
