//! Boards for people.

use super::{
    colours::{ink_of, letter_of},
    notation::number_of,
    position::StarPosition,
    star::{COLUMNS, POINT_CELLS, POINTS, ROW_WIDTHS, bit, first_column, first_of_row},
};
use crate::diagram::{Cell, Diagram, Piece, Surface};

/// The board as cells, the first player's point at the top: rows of half cells, every second one outside.
pub(super) fn diagram(position: &StarPosition) -> Diagram {
    let rules = position.rules;
    let mut rows = Vec::new();
    for (row, width) in ROW_WIDTHS.into_iter().enumerate() {
        let mut cells = vec![Cell::Outside; COLUMNS];
        for index in 0..width {
            let cell = (first_of_row(row) + index) as u8;
            let owner = rules.players().find(|player| position.pieces[player.index()] & bit(cell) != 0);
            let piece = owner.map(|player| {
                let letter = letter_of(rules.point(player));
                Piece { player, outline: letter, solid: letter, letter, ink: ink_of(rules.point(player)) }
            });
            let tint = (0..POINTS).find(|point| POINT_CELLS[*point] & bit(cell) != 0).map(ink_of);
            cells[first_column(row) + 2 * index] = Cell::Square { name: number_of(cell), piece, tint };
        }
        rows.push(cells);
    }
    Diagram { surface: Surface::Holes, rows, row_labels: Vec::new(), column_labels: Vec::new() }
}

/// The star in letters, the numbers of the first and last cell at both sides of a row.
pub(super) fn board_text(position: &StarPosition) -> String {
    let mut text = String::new();
    for (row, cells) in diagram(position).rows.iter().enumerate() {
        let drawn: String = cells.iter().map(letter).collect();
        let first = first_of_row(row) + 1;
        let last = first_of_row(row) + ROW_WIDTHS[row];
        text.push_str(&format!("{first:>3}  {drawn}  {last:>3}\n"));
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
