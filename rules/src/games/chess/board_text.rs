//! Boards for people.

use std::collections::BTreeMap;

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

use super::{
    chess_move::ChessMove,
    fen::letter_on,
    position::{ChessPosition, player_of},
    uci::{kings_destination, rooks_destination},
};
use crate::{
    diagram::{self, Cell, Diagram, Ink, Surface},
    games::board_row::board_row,
    player::Player,
    position::{MoveList, Position},
};

/// The board as cells, White at the bottom.
pub(super) fn diagram(position: &ChessPosition) -> Diagram {
    let board = position.board();
    let cell = |file, rank| {
        let square = Square::new(file, rank);
        Cell::Square { name: square.to_string(), piece: piece_on(board, square), tint: None }
    };
    let ranks = || Rank::ALL.into_iter().rev();
    Diagram {
        surface: Surface::Squares,
        rows: ranks().map(|rank| File::ALL.into_iter().map(|file| cell(file, rank)).collect()).collect(),
        row_labels: ranks().map(|rank| rank.to_string()).collect(),
        column_labels: File::ALL.into_iter().map(|file| file.to_string()).collect(),
    }
}

/// Returns the FEN of a board set up by hand: without castling rights, and without a pawn that has just moved.
pub(super) fn set_up_text(letters: &BTreeMap<String, char>, to_move: Player) -> String {
    let letter = |rank, file| letters.get(&Square::new(file, rank).to_string()).copied();
    let row = |rank| board_row(File::ALL.into_iter().map(|file| letter(rank, file)));
    let rows: Vec<String> = Rank::ALL.into_iter().rev().map(row).collect();
    let side = if to_move == player_of(Color::White) { 'w' } else { 'b' };
    format!("{} {side} - - 0 1", rows.join("/"))
}

fn piece_on(board: &Board, square: Square) -> Option<diagram::Piece> {
    let piece = board.piece_on(square)?;
    let colour = board.color_on(square)?;
    let (outline, solid) = match piece {
        Piece::King => ('♔', '♚'),
        Piece::Queen => ('♕', '♛'),
        Piece::Rook => ('♖', '♜'),
        Piece::Bishop => ('♗', '♝'),
        Piece::Knight => ('♘', '♞'),
        Piece::Pawn => ('♙', '♟'),
    };
    let ink = match colour {
        Color::White => Ink::White,
        Color::Black => Ink::Black,
    };
    let letter = letter_on(board, square)?;
    Some(diagram::Piece { player: player_of(colour), outline, solid, letter, ink })
}

/// The board in letters, upper case for White, with ranks and files.
pub(super) fn board_text(position: &ChessPosition) -> String {
    const MARGIN: &str = "    ";
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("{rank:>3} "));
        for file in File::ALL {
            text.push(' ');
            text.push(letter_on(position.board(), Square::new(file, rank)).unwrap_or('.'));
        }
        text.push('\n');
    }
    text.push_str(MARGIN);
    for file in File::ALL {
        text.push_str(&format!(" {file}"));
    }
    text.push('\n');
    text
}

/// The squares that a legal move changes.
pub(super) fn move_squares(position: &ChessPosition, mv: ChessMove) -> Vec<String> {
    let mut squares = vec![mv.from];
    if position.is_castling(mv) {
        squares.extend([mv.to, kings_destination(mv), rooks_destination(mv)]);
    } else {
        squares.push(mv.to);
        squares.extend(position.captured_square(mv).filter(|square| *square != mv.to));
    }
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The origin and the destination of each legal move. Castling is the king's move; where the king may step there, or does
/// not move, it is the king's move onto the rook.
pub(super) fn move_paths(position: &ChessPosition) -> Vec<Vec<String>> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let is_step = |from: Square, to: Square| {
        from == to || moves.iter().any(|mv| (mv.from, mv.to) == (from, to) && !position.is_castling(*mv))
    };
    let path = |mv: &ChessMove| {
        let onto_the_rook = !position.is_castling(*mv) || is_step(mv.from, kings_destination(*mv));
        let to = if onto_the_rook { mv.to } else { kings_destination(*mv) };
        vec![mv.from.to_string(), to.to_string()]
    };
    moves.iter().map(path).collect()
}
