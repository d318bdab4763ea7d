//! SGF, the Smart Game Format, FF\[4\] (<https://www.red-bean.com/sgf/>), for the games that have it as a notation.
//!
//! What the format has no property for is in properties of our own: `MV` (a move that is no stone, as the game
//! writes it), `NG` (glyphs of marks), `FN` (the start position, where stones alone do not tell it) and `TG` (tags,
//! `TG[Name:value]`).

mod between;
mod properties;
mod reader;
mod result;
mod root;
mod tree;
mod writer;

pub(super) use between::{has_game, skip_text};
pub(super) use reader::read;
pub(super) use writer::write;

use super::{Mark, cursor::Cursor};
use crate::{
    any::{AnyGame, AnyPosition},
    notation::{Notation, NotationFormat},
    player::Player,
    position::{MoveList, Position},
};

/// Black's stones and White's.
const BLACK: &str = "B";
const WHITE: &str = "W";
const COMMENT: &str = "C";
const NODE_NAME: &str = "N";
const RESULT: &str = "RE";
/// How good the game is for Black.
const VALUE: &str = "V";
/// Seconds left to Black and to White.
const BLACK_LEFT: &str = "BL";
const WHITE_LEFT: &str = "WL";
/// Points on a side, and the rules.
const SIZE: &str = "SZ";
const RULES: &str = "RU";
/// Our own.
const OTHER_MOVE: &str = "MV";
const GLYPH: &str = "NG";
const POSITION: &str = "FN";
const TAG: &str = "TG";

/// Properties that make a move.
const MOVES: [&str; 3] = [BLACK, WHITE, OTHER_MOVE];

/// Marks that have properties, with their values.
const MARKS: [(Mark, &str, &str); 6] = [
    (Mark::Good, "TE", "1"),
    (Mark::Brilliant, "TE", "2"),
    (Mark::Mistake, "BM", "1"),
    (Mark::Blunder, "BM", "2"),
    (Mark::Interesting, "IT", ""),
    (Mark::Dubious, "DO", ""),
];
/// A drawn position, and one that is good for a colour.
const EVEN: &str = "DM";
const GOOD_FOR_BLACK: &str = "GB";
const GOOD_FOR_WHITE: &str = "GW";

/// What the root of the game that begins here says of the rules and the size of the board.
pub(super) fn header(cursor: &mut Cursor<'_>) -> (Option<String>, Option<String>) {
    skip_text(cursor);
    let Ok(tree) = tree::read(cursor) else { return (None, None) };
    let value = |name: &str| tree.nodes[0].value(name).map(|value| value.text.trim().to_owned());
    let size = value(SIZE).map(|size| match size.split_once(':') {
        Some((columns, rows)) if columns == rows => columns.to_owned(),
        _ => size,
    });
    (value(RULES), size)
}

/// The player with the black stones as far as the next move or the last stone tells; the first player until then.
fn black_player(game: &AnyGame, position: &AnyPosition, before: Player) -> Player {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let next = moves.first().and_then(|mv| game.try_move_text(NotationFormat::Sgf, position, *mv));
    next.and_then(|text| black_by(&text, position.to_move())).unwrap_or(before)
}

/// The player with the black stones where `mover` makes a move with this text.
fn black_by(text: &str, mover: Player) -> Option<Player> {
    match text.split('[').next() {
        Some(BLACK) => Some(mover),
        Some(WHITE) => Some(mover.opponent()),
        _ => None,
    }
}
