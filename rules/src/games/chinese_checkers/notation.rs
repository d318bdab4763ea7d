//! Moves as text: `from-to` in the numbers of cells, or `pass`.

use super::{
    board_move::StarMove,
    colours::name_of,
    position::StarPosition,
    reader::Reader,
    star::{NEIGHBOURS, bit},
};
use crate::{
    position::{MoveList, Position},
    text_error::TextError,
};

/// How a pass is written.
const PASS: &str = "pass";

/// The number of a cell for people.
pub(super) fn number_of(cell: u8) -> String {
    (cell + 1).to_string()
}

/// Writes a move.
pub(super) fn write(mv: StarMove) -> String {
    if mv == StarMove::PASS {
        return PASS.into();
    }
    format!("{}-{}", number_of(mv.from), number_of(mv.to))
}

/// Reads a move.
pub(super) fn read(position: &StarPosition, text: &str) -> Result<StarMove, TextError> {
    let fail = |reason: String| Err(TextError::new("move", text, 0, reason));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return fail("the game is over".into());
    }
    if text.trim() == PASS {
        if moves.contains(&StarMove::PASS) {
            return Ok(StarMove::PASS);
        }
        return fail(format!("only a player without a move passes, e.g. {} is one", write(moves[0])));
    }
    let mut reader = Reader::new("move", text);
    let from = reader.cell()?;
    if !reader.accept('-') {
        return Err(reader.error("a dash and another cell are expected here, e.g. 7-15"));
    }
    let to = reader.cell()?;
    if reader.peek().is_some() {
        return Err(reader.error("the move is complete before this: only its two ends are written"));
    }
    let mv = StarMove { from, to };
    if moves.contains(&mv) { Ok(mv) } else { fail(problem(position, mv, &moves)) }
}

/// Why a move is not legal.
fn problem(position: &StarPosition, mv: StarMove, moves: &[StarMove]) -> String {
    let rules = position.rules;
    let [from, to] = [mv.from, mv.to].map(number_of);
    let to_move = name_of(rules.point(position.to_move));
    let owner = rules.players().find(|player| position.pieces[player.index()] & bit(mv.from) != 0);
    match owner {
        None => return format!("no piece on {from}"),
        Some(owner) if owner != position.to_move => {
            let owner = name_of(rules.point(owner));
            return format!("the piece on {from} is {owner}'s, and {to_move} is to move");
        }
        Some(_) => {}
    }
    if mv.from == mv.to {
        return "a move that ends where it began is none".into();
    }
    if position.occupied() & bit(mv.to) != 0 {
        return format!("{to} is occupied");
    }
    if moves == [StarMove::PASS] {
        return format!("{to_move} has no move and has to pass: write {PASS}");
    }
    debug_assert!(NEIGHBOURS[usize::from(mv.from)] & bit(mv.to) == 0, "a step to an empty cell is legal");
    let own: Vec<String> =
        moves.iter().filter(|other| other.from == mv.from).map(|other| write(*other)).collect();
    if own.is_empty() {
        return format!("the piece on {from} cannot move");
    }
    format!("no step and no chain of hops leads to {to}; that piece has {}", own.join(" "))
}
