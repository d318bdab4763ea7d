//! Games that begin without some of the pieces: the option `without`.

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Piece, Square};

use super::{
    names::{colour_name, piece_name},
    position::ChessPosition,
};
use crate::{handicap, position::Position};

/// The values of the option.
pub(super) const VALUES: &str =
    "squares or sets of pieces between plus signs, such as b1, queen or black-rooks";

/// Reads the squares of a value, whose pieces are missing from `start`.
///
/// Sets are `queen`, `rooks`, `bishops`, `knights` and `pawns`. They are White's, who gives odds by custom, or those of the
/// colour before a hyphen.
///
/// # Errors
/// Where no piece stands at the start, a king, a piece that is named twice, or a game that is over at once.
pub(super) fn read(value: &str, start: &ChessPosition) -> Result<BitBoard, String> {
    let squares = handicap::read(value, |item| {
        if let Some(set) = set_of(item, start) {
            return Ok(set.into_iter().collect());
        }
        let square: Square = item.parse().map_err(|_| {
            format!("{item:?} is neither a square nor a set of pieces; name b1, queen or black-rooks")
        })?;
        match start.board().piece_on(square) {
            None => Err(format!("no piece stands on {item} at the start; name squares of pieces")),
            Some(Piece::King) => Err(format!("the king on {item} cannot be missing; name other pieces")),
            Some(_) => Ok(vec![square]),
        }
    })?;
    let missing = squares.into_iter().fold(BitBoard::EMPTY, |set, square| set | square.bitboard());
    let left = without(start, missing).ok_or("the position is none of chess; name other pieces")?;
    if left.outcome().is_some() {
        return Err("the game is over before it begins; leave more pieces".into());
    }
    Ok(missing)
}

/// Returns the pieces of a set by its name.
fn set_of(item: &str, start: &ChessPosition) -> Option<BitBoard> {
    let prefixed = |colour: Color| {
        let rest = item.strip_prefix(&colour_name(colour).to_lowercase())?;
        Some((rest.strip_prefix('-')?, colour))
    };
    let (name, colour) = Color::ALL.into_iter().find_map(prefixed).unwrap_or((item, Color::White));
    let is_called = |piece: &Piece| match piece {
        Piece::King => false,
        Piece::Queen => name == piece_name(Piece::Queen),
        other => name.strip_suffix('s') == Some(piece_name(*other)),
    };
    let piece = Piece::ALL.into_iter().find(is_called)?;
    Some(start.board().colored_pieces(colour, piece))
}

/// Returns a start position without the pieces on some squares, and without the rights to castle with rooks among them;
/// `None` where it is no position of chess.
pub(super) fn without(start: &ChessPosition, missing: BitBoard) -> Option<ChessPosition> {
    let mut builder = BoardBuilder::from_board(start.board());
    for square in missing {
        *builder.square_mut(square) = None;
    }
    for colour in Color::ALL {
        let home = start.board().king(colour).rank();
        let is_there = |file: &File| !missing.has(Square::new(*file, home));
        let rights = builder.castle_rights_mut(colour);
        rights.short = rights.short.filter(is_there);
        rights.long = rights.long.filter(is_there);
    }
    Some(ChessPosition::from_board(builder.build().ok()?))
}

/// Writes the value of squares.
pub(super) fn text(missing: BitBoard) -> String {
    handicap::text(missing.into_iter().map(|square| square.to_string()))
}
