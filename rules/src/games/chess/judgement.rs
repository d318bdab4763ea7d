//! What beginners count: material, and how well the pieces stand.

use cozy_chess::{Board, Color, Piece, Square};

use super::chess_move::ChessMove;

/// What each kind of piece is worth, in hundredths of a pawn, pawn first.
pub(super) const WORTH: [i32; Piece::NUM] = [100, 310, 330, 500, 930, 0];

/// How much of the opening each piece keeps: with all pieces on the board the sum is [`OPENING`].
const PRESENCE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const OPENING: i32 = 24;

/// Hundredths of a pawn by square, from a1, for White.
type Squares = [i16; Square::NUM];

/// By phase (opening, ending) and kind of piece.
const PLACES: [[Squares; Piece::NUM]; 2] = [
    [squares(0, 0), squares(0, 1), squares(0, 2), squares(0, 3), squares(0, 4), squares(0, 5)],
    [squares(1, 0), squares(1, 1), squares(1, 2), squares(1, 3), squares(1, 4), squares(1, 5)],
];

const fn squares(phase: usize, piece: usize) -> Squares {
    let mut squares = [0; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        squares[square] = place(phase, piece, square as i16 % 8, square as i16 / 8);
        square += 1;
    }
    squares
}

/// How well a piece stands on a square: pawns forward and in the centre, knights and bishops towards the
/// centre, rooks on the seventh rank, the king at home in a corner in the opening and in the centre in the
/// ending.
const fn place(phase: usize, piece: usize, file: i16, rank: i16) -> i16 {
    // 0 on the edge, 3 on the two middle lines.
    let across = if file < 4 { file } else { 7 - file };
    let along = if rank < 4 { rank } else { 7 - rank };
    let centre = across + along;
    let opening = phase == 0;
    match piece {
        0 if opening => 4 * across * (rank - 1) / 2 + 2 * (rank - 1) - if across == 3 { 6 } else { 0 },
        0 => 3 * (rank - 1) * (rank - 1),
        1 => 7 * centre - 24 - if along == 0 { 6 } else { 0 },
        2 => 4 * centre - 12 - if along == 0 { 6 } else { 0 },
        3 if opening => 3 * across - 4 + if rank == 6 { 15 } else { 0 },
        3 => {
            if rank == 6 {
                12
            } else {
                0
            }
        }
        4 if opening => 2 * centre - 6,
        4 => 5 * centre - 15,
        5 if opening => 12 - 25 * rank - if across >= 2 { 14 } else { -14 },
        _ => 9 * centre - 27,
    }
}

/// How much better `colour` stands, in hundredths of a pawn.
pub(super) fn judge(board: &Board, colour: Color) -> i32 {
    let mut material = 0;
    let mut places = [0; 2];
    let mut presence = 0;
    for side in Color::ALL {
        let sign = if side == colour { 1 } else { -1 };
        // For Black the board is turned upside down.
        let turned = if side == Color::White { 0 } else { Square::A8 as usize };
        for piece in Piece::ALL {
            let pieces = board.colored_pieces(side, piece);
            material += sign * WORTH[piece as usize] * pieces.len() as i32;
            presence += PRESENCE[piece as usize] * pieces.len() as i32;
            for square in pieces {
                for (phase, sum) in places.iter_mut().enumerate() {
                    *sum += sign * i32::from(PLACES[phase][piece as usize][square as usize ^ turned]);
                }
            }
        }
    }
    let presence = presence.min(OPENING);
    material + (places[0] * presence + places[1] * (OPENING - presence)) / OPENING
}

/// How much better a piece of the player to move stands after a move that does not castle, in hundredths of a pawn: by
/// the opening's places as long as there is a queen.
pub(super) fn gain_of_place(board: &Board, mv: ChessMove) -> i32 {
    let turned = if board.side_to_move() == Color::White { 0 } else { Square::A8 as usize };
    let phase = usize::from(board.pieces(Piece::Queen).is_empty());
    let place = |square: Square| i32::from(PLACES[phase][mv.piece as usize][square as usize ^ turned]);
    place(mv.to) - place(mv.from)
}
