//! Positions as text: FEN, with the rights to castle as X-FEN and Shredder-FEN have them for Chess960.

mod counts;
mod reader;

pub(super) use reader::read;

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square};

use super::position::ChessPosition;

/// Stands for "none" in a field.
const NONE: &str = "-";
/// The fields of EPD: all but the two counters.
pub(super) const EPD_FIELDS: usize = 4;

/// Returns a position with other counters, as far as they are given.
pub(super) fn with_counters(
    position: &ChessPosition,
    quiet: Option<u32>,
    number: Option<u32>,
) -> ChessPosition {
    let mut builder = BoardBuilder::from_board(position.board());
    reader::set_counters(&mut builder, quiet, number);
    ChessPosition::from_board(builder.build().expect("counters make no position impossible"))
}

/// Writes a position. Castling rights are `KQkq`, or the file of the rook where another rook of the player
/// stands further out (X-FEN); the square behind a pawn that went two squares is given where the pawn can be
/// captured en passant.
pub(super) fn write(position: &ChessPosition) -> String {
    let board = position.board();
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some(letter) = letter_on(board, square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(letter);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    let en_passant = match position.en_passant() {
        Some(file) => Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).to_string(),
        None => NONE.to_owned(),
    };
    let [mover, castling] = [board.side_to_move().to_string(), castling_text(board)];
    let [quiet, number] = [u32::from(board.halfmove_clock()), u32::from(board.fullmove_number())];
    format!("{text} {mover} {castling} {en_passant} {quiet} {number}")
}

/// The letter of the piece on a square, upper case for White.
pub(super) fn letter_on(board: &Board, square: Square) -> Option<char> {
    let letter: char = board.piece_on(square)?.into();
    Some(if board.colors(Color::White).has(square) { letter.to_ascii_uppercase() } else { letter })
}

fn castling_text(board: &Board) -> String {
    let mut text = String::new();
    for colour in Color::ALL {
        let rights = board.castle_rights(colour);
        let king = board.king(colour).file();
        for (right, side) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = right else { continue };
            let outermost = outermost_rook(board.colored_pieces(colour, Piece::Rook), colour, king, side);
            let letter = if outermost == Some(file) { side } else { file.into() };
            text.push(if colour == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.is_empty() { NONE.to_owned() } else { text }
}

/// The file of the rook that stands furthest out on a player's first rank, on the `k` or `q` side of the king.
fn outermost_rook(rooks: BitBoard, colour: Color, king: File, side: char) -> Option<File> {
    let has_rook = |file: &File| rooks.has(Square::new(*file, Rank::First.relative_to(colour)));
    if side == 'k' {
        File::ALL.into_iter().rev().take_while(|file| *file > king).find(has_rook)
    } else {
        File::ALL.into_iter().take_while(|file| *file < king).find(has_rook)
    }
}
