//! Boards for people.

use super::{
    bits::Bits,
    board::DraughtsPosition,
    description::{Colour, Notation},
    fen::colour_of,
    squares::{cell_of, file_letter, name_of},
    variant::Variant,
};
use crate::{
    diagram::{Cell, Diagram, Ink, Piece, Surface},
    player::Player,
};

/// The board as cells, White at the bottom.
pub(super) fn diagram<V: Variant>(position: &DraughtsPosition<V>) -> Diagram {
    let size = V::DESCRIPTION.rows;
    let mut rows = vec![vec![Cell::Outside; size]; size];
    for bit in V::Bits::from_mask(V::GEOMETRY.board).squares() {
        let (row, column) = cell_of::<V>(bit);
        let here = V::Bits::one(bit);
        let owner =
            [Player::FIRST, Player::SECOND].into_iter().find(|p| !(position.pieces(*p) & here).is_empty());
        let king = !(position.kings & here).is_empty();
        let piece = owner.map(|player| piece_of(player, colour_of::<V>(player), king));
        rows[row][column] = Cell::Square { name: name_of::<V>(bit), piece, tint: None };
    }
    let (row_labels, column_labels) = match V::DESCRIPTION.notation {
        Notation::Numeric => (Vec::new(), Vec::new()),
        Notation::Algebraic => (
            (1..=size).rev().map(|rank| rank.to_string()).collect(),
            (0..size).map(|column| file_letter(column).to_string()).collect(),
        ),
    };
    Diagram { surface: Surface::Squares, rows, row_labels, column_labels }
}

/// A man is a disc, a king has the crown of a chess queen: the characters for draughts are missing in common fonts.
fn piece_of(player: Player, colour: Colour, king: bool) -> Piece {
    let (outline, solid) = if king { ('♕', '♛') } else { ('○', '●') };
    let (letter, ink) = match colour {
        Colour::White => ('w', Ink::White),
        Colour::Black => ('b', Ink::Black),
    };
    let letter = if king { letter.to_ascii_uppercase() } else { letter };
    Piece { player, outline, solid, letter, ink }
}

/// The men and kings of both sides.
pub(super) fn piece_kinds<V: Variant>() -> Vec<Piece> {
    let of = |player| [false, true].map(|king| piece_of(player, colour_of::<V>(player), king));
    [Player::FIRST, Player::SECOND].into_iter().flat_map(of).collect()
}

/// The board in plain letters (`w`, `W`, `b`, `B`: men and kings), with the names of the squares at both
/// sides, or of ranks and files.
pub(super) fn board_text<V: Variant>(position: &DraughtsPosition<V>) -> String {
    let diagram = diagram(position);
    let mut text = String::new();
    for row in &diagram.rows {
        let names: Vec<&str> = row
            .iter()
            .filter_map(|cell| match cell {
                Cell::Square { name, .. } => Some(name.as_str()),
                Cell::Outside => None,
            })
            .collect();
        let (left, right) = match V::DESCRIPTION.notation {
            Notation::Numeric => (names[0], names[names.len() - 1]),
            Notation::Algebraic => (&names[0][1..], ""),
        };
        text.push_str(&format!("{left:>3} "));
        for cell in row {
            text.push(' ');
            text.push(letter(cell));
        }
        text.push_str(&format!("  {right}"));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if !diagram.column_labels.is_empty() {
        text.push_str(&format!("     {}\n", diagram.column_labels.join(" ")));
    }
    text
}

fn letter(cell: &Cell) -> char {
    match cell {
        Cell::Outside => ' ',
        Cell::Square { piece: None, .. } => '.',
        Cell::Square { piece: Some(piece), .. } => piece.letter,
    }
}
