//! Boards as SVG, for notebooks.

use std::fmt::Write as _;

use damier_rules::diagram::{Cell, Diagram, Ink, Piece, Surface};

/// Width and height of a cell, in units of the picture.
const CELL: usize = 40;
/// Room for labels at the left and below.
const MARGIN: usize = 24;
const LIGHT: &str = "#e8d0a8";
const DARK: &str = "#a8784c";
const LINES: &str = "#46301a";
/// The shape of pieces that are discs; letters stand on discs, too.
const DISC: char = '●';

/// Returns the board as a picture that needs nothing else.
pub(crate) fn drawn(diagram: &Diagram) -> String {
    let columns = diagram.rows.first().map_or(0, Vec::len);
    let (width, height) = (MARGIN + columns * CELL, diagram.rows.len() * CELL + MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
    );
    for (row, cells) in diagram.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            ground(&mut out, diagram, row, column, cell);
        }
    }
    for (row, cells) in diagram.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if let Cell::Square { piece: Some(piece), .. } = cell {
                draw_piece(&mut out, centre(row, column), *piece);
            }
        }
    }
    for (row, label) in diagram.row_labels.iter().enumerate() {
        text(&mut out, (MARGIN / 2, centre(row, 0).1), 14, "fill=\"gray\"", label);
    }
    for (column, label) in diagram.column_labels.iter().enumerate() {
        let y = diagram.rows.len() * CELL + MARGIN / 2;
        text(&mut out, (centre(0, column).0, y), 14, "fill=\"gray\"", label);
    }
    out.push_str("</svg>\n");
    out
}

fn centre(row: usize, column: usize) -> (usize, usize) {
    (MARGIN + column * CELL + CELL / 2, row * CELL + CELL / 2)
}

/// Draws a cell without its piece.
fn ground(out: &mut String, diagram: &Diagram, row: usize, column: usize, cell: &Cell) {
    let (x, y) = centre(row, column);
    let (left, top) = (x - CELL / 2, y - CELL / 2);
    match (diagram.surface, cell) {
        (Surface::Squares, _) => {
            // Where only dark squares are played on, the light ones are outside the game.
            let is_dark = (row + column) % 2 == 1;
            square(out, (left, top), if is_dark { DARK } else { LIGHT });
        }
        (Surface::Points, Cell::Square { .. }) => {
            square(out, (left, top), LIGHT);
            let is_point = |row: Option<usize>, column: Option<usize>| {
                let cell = diagram.rows.get(row?)?.get(column?)?;
                Some(*cell != Cell::Outside)
            };
            let half = CELL / 2;
            let neighbours = [
                (row.checked_sub(1), Some(column), (x, y - half)),
                (Some(row + 1), Some(column), (x, y + half)),
                (Some(row), column.checked_sub(1), (x - half, y)),
                (Some(row), Some(column + 1), (x + half, y)),
            ];
            for (row, column, (to_x, to_y)) in neighbours {
                if is_point(row, column) == Some(true) {
                    let _ = writeln!(out, "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"{LINES}\"/>");
                }
            }
        }
        (Surface::Holes, Cell::Square { tint, .. }) => {
            let fill = tint.map_or(LIGHT, colour);
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"{fill}\" fill-opacity=\"0.4\" stroke=\"{LINES}\"/>"
            );
        }
        (Surface::Points | Surface::Holes, Cell::Outside) => {}
    }
}

fn square(out: &mut String, (left, top): (usize, usize), fill: &str) {
    let _ =
        writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
}

/// Draws a disc, a letter on a disc, or the piece's own shape.
fn draw_piece(out: &mut String, (x, y): (usize, usize), piece: Piece) {
    let (fill, edge) = (colour(piece.ink), if piece.ink == Ink::Black { "#ffffff" } else { "#000000" });
    let is_letter = piece.solid.is_ascii_alphanumeric();
    if is_letter || piece.solid == DISC {
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"{edge}\"/>");
        if is_letter {
            text(out, (x, y), 18, &format!("fill=\"{edge}\""), &piece.solid.to_string());
        }
    } else {
        let style = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.8\"");
        text(out, (x, y), 34, &style, &piece.solid.to_string());
    }
}

/// Writes words around a point.
fn text(out: &mut String, (x, y): (usize, usize), size: usize, style: &str, words: &str) {
    let base = y + size * 7 / 20;
    // Labels and pieces are letters, digits and shapes, none of which means anything to XML.
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\" {style}>{words}</text>");
}

fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::White => "#ffffff",
        Ink::Black => "#000000",
        Ink::Red => "#d03030",
        Ink::Orange => "#e08020",
        Ink::Yellow => "#e8d020",
        Ink::Green => "#30a040",
        Ink::Blue => "#3060d0",
        Ink::Purple => "#9040b0",
    }
}
