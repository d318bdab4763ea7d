//! Boards for people.

use super::{
    bits::Bits,
    description::{Colour, Notation},
    fen::colour_of,
    position::DraughtsPosition,
    squares::{cell_of, file_letter, name_of},
    variant::Variant,
};
use crate::{
    diagram::{Cell, Diagram, Piece},
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
        let piece = owner.map(|player| Piece {
            player,
            glyph: match (colour_of::<V>(player), king) {
                (Colour::White, false) => '⛀',
                (Colour::White, true) => '⛁',
                (Colour::Black, false) => '⛂',
                (Colour::Black, true) => '⛃',
            },
        });
        rows[row][column] = Cell::Square { name: name_of::<V>(bit), piece };
    }
    let (row_labels, column_labels) = match V::DESCRIPTION.notation {
        Notation::Numeric => (Vec::new(), Vec::new()),
        Notation::Algebraic => (
            (1..=size).rev().map(|rank| rank.to_string()).collect(),
            (0..size).map(|column| file_letter(column).to_string()).collect(),
        ),
    };
    Diagram { rows, row_labels, column_labels }
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
        Cell::Square { piece: Some(piece), .. } => match piece.glyph {
            '⛀' => 'w',
            '⛁' => 'W',
            '⛂' => 'b',
            _ => 'B',
        },
    }
}
