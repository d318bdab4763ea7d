//! Moves as the protocol UCI writes them: `e2e4`, `e7e8q`, castling as `e1g1`, or in Chess960 as `e1h1`.

use cozy_chess::{File, Move, Piece, Rank, Square};

use super::{castling::Castling, chess_move::ChessMove, position::ChessPosition};

/// Writes a legal move.
pub(super) fn write(position: &ChessPosition, mv: ChessMove, castling: Castling) -> String {
    let mut plain = mv.plain();
    if castling == Castling::Standard && position.is_castling(mv) {
        plain.to = kings_destination(mv);
    }
    plain.to_string()
}

/// Where the king stands after castling.
pub(super) fn kings_destination(mv: ChessMove) -> Square {
    Square::new(if mv.to > mv.from { File::G } else { File::C }, mv.from.rank())
}

/// Where the rook stands after castling.
pub(super) fn rooks_destination(mv: ChessMove) -> Square {
    Square::new(if mv.to > mv.from { File::F } else { File::D }, mv.from.rank())
}

/// Reads the form of a move: origin, destination, promotion; `None` for a text of another form. Castling is
/// still as it was written.
pub(super) fn form(text: &str) -> Option<Move> {
    const PLAIN: usize = 4;
    if !text.is_ascii() || !(PLAIN..=PLAIN + 1).contains(&text.len()) {
        return None;
    }
    let square = |at: usize| text[at..at + 2].parse::<Square>().ok();
    let promotion = match text[PLAIN..].chars().next() {
        None => None,
        Some(letter) => Some(Piece::try_from(letter.to_ascii_lowercase()).ok()?),
    };
    Some(Move { from: square(0)?, to: square(2)?, promotion })
}

/// The legal move of that form, castling in either form; `None` if there is none.
pub(super) fn find(position: &ChessPosition, form: Move) -> Option<ChessMove> {
    if let Some(mv) = position.legal(form) {
        return Some(mv);
    }
    let board = position.board();
    let mover = board.side_to_move();
    let rights = board.castle_rights(mover);
    if form.from != board.king(mover) || form.promotion.is_some() {
        return None;
    }
    [rights.short, rights.long].into_iter().flatten().find_map(|rook| {
        let to = Square::new(rook, Rank::First.relative_to(mover));
        let mv = ChessMove { piece: Piece::King, from: form.from, to, promotion: None };
        (kings_destination(mv) == form.to && board.is_legal(mv.plain())).then_some(mv)
    })
}
