//! Boards of squares.

use damier_rules::diagram::Cell;

use super::{Canvas, Pen, Scale, Style, colour, name_width};
use crate::terminal::kind::Charset;

pub(super) fn draw(pen: &Pen<'_>, scale: Scale) -> Canvas {
    match (pen.has_colours(), scale) {
        (true, _) => coloured(pen, scale),
        (false, Scale::Large) => ruled(pen),
        (false, Scale::Small) => plain(pen),
    }
}

/// Without labels at the edges every square shows its own name.
fn shown_width(pen: &Pen<'_>) -> usize {
    if pen.diagram.column_labels.is_empty() { name_width(pen.diagram) } else { 0 }
}

/// Squares of two colours.
fn coloured(pen: &Pen<'_>, scale: Scale) -> Canvas {
    let names = shown_width(pen);
    let [height, width] = match scale {
        Scale::Large => [2, 5],
        Scale::Small if names > 0 => [1, names + 2],
        Scale::Small => [1, 3],
    };
    let mut canvas = empty(pen, height, width);
    let left = pen.margin();
    // Where no piece ever stands on squares of one colour, that is the light one.
    let is_dark_only = pen.diagram.rows.iter().flatten().any(|cell| *cell == Cell::Outside);
    for (row, cells) in pen.diagram.rows.iter().enumerate() {
        let top = row * height;
        canvas.put(top + height - 1, 0, pen.label(row), Style::PLAIN);
        for (column, cell) in cells.iter().enumerate() {
            let at = [top, left + column * width];
            let is_dark = is_dark_only || (row + column) % 2 == 1;
            let Cell::Square { name, piece, .. } = cell else {
                canvas.fill(at, [height, width], Style::PLAIN.on(colour::LIGHT));
                continue;
            };
            let background = match (pen.is_marked(name), is_dark) {
                (false, true) => colour::DARK,
                (false, false) => colour::LIGHT,
                (true, true) => colour::MARKED_DARK,
                (true, false) => colour::MARKED_LIGHT,
            };
            let square = Style::PLAIN.on(background);
            canvas.fill(at, [height, width], square);
            if names > 0 {
                canvas.put(at[0], at[1], name, square.ink(colour::NAME));
            }
            if let Some(piece) = piece {
                let (shape, style) = pen.piece(*piece, background);
                let column = if height > 1 || names == 0 { width / 2 } else { names };
                canvas.put(top + height - 1, at[1] + column, shape.encode_utf8(&mut [0; 4]), style);
            }
        }
    }
    column_labels(pen, &mut canvas, left + width / 2, width);
    canvas
}

/// Squares between lines.
fn ruled(pen: &Pen<'_>) -> Canvas {
    let names = shown_width(pen);
    let width = if names > 0 { names + 3 } else { 4 };
    let left = pen.margin();
    let columns = pen.diagram.rows[0].len();
    let rows = pen.diagram.rows.len();
    let mut canvas = Canvas::new(2 * rows + 1 + label_rows(pen), left + columns * width + 1);
    for row in 0..=rows {
        canvas.put(2 * row, left, &rule(pen.kind.charset, [row, rows], [columns, width]), Style::PLAIN);
    }
    let wall = if pen.kind.charset == Charset::Ascii { "|" } else { "│" };
    for (row, cells) in pen.diagram.rows.iter().enumerate() {
        let top = 2 * row + 1;
        canvas.put(top, 0, pen.label(row), Style::PLAIN);
        canvas.put(top, left + columns * width, wall, Style::PLAIN);
        for (column, cell) in cells.iter().enumerate() {
            let at = left + column * width;
            canvas.put(top, at, wall, Style::PLAIN);
            canvas.put(top, at + 1, &content(pen, cell, names, ' '), Style::PLAIN);
        }
    }
    column_labels(pen, &mut canvas, left + 2, width);
    canvas
}

/// A line between rows of squares, over row `row` of `rows`.
fn rule(charset: Charset, [row, rows]: [usize; 2], [columns, width]: [usize; 2]) -> String {
    let (dash, [first, inner, last]) = match charset {
        Charset::Ascii => ("-", ["+"; 3]),
        Charset::Unicode if row == 0 => ("─", ["┌", "┬", "┐"]),
        Charset::Unicode if row == rows => ("─", ["└", "┴", "┘"]),
        Charset::Unicode => ("─", ["├", "┼", "┤"]),
    };
    format!("{first}{}{last}", vec![dash.repeat(width - 1); columns].join(inner))
}

/// Pieces and dots.
fn plain(pen: &Pen<'_>) -> Canvas {
    let names = shown_width(pen);
    let width = if names > 0 { names + 2 } else { 3 };
    let mut canvas = empty(pen, 1, width);
    let left = pen.margin();
    for (row, cells) in pen.diagram.rows.iter().enumerate() {
        canvas.put(row, 0, pen.label(row), Style::PLAIN);
        for (column, cell) in cells.iter().enumerate() {
            canvas.put(row, left + column * width, &content(pen, cell, names, '·'), Style::PLAIN);
        }
    }
    column_labels(pen, &mut canvas, left + 1, width);
    canvas
}

/// A square without colours: brackets or an arrow where it is marked, its piece or `empty`, its name.
fn content(pen: &Pen<'_>, cell: &Cell, names: usize, empty: char) -> String {
    let Cell::Square { name, piece, .. } = cell else { return String::new() };
    let shape = piece.map_or(empty, |piece| super::plain_glyph(piece, pen.kind.charset));
    match (pen.is_marked(name), names) {
        (false, 0) => format!(" {shape} "),
        (true, 0) => format!("[{shape}]"),
        (false, _) => format!(" {shape}{name}"),
        (true, _) => format!(">{shape}{name}"),
    }
}

/// Squares of that size, with room for the labels.
fn empty(pen: &Pen<'_>, height: usize, width: usize) -> Canvas {
    let (rows, columns) = (pen.diagram.rows.len(), pen.diagram.rows[0].len());
    Canvas::new(rows * height + label_rows(pen), pen.margin() + columns * width)
}

fn label_rows(pen: &Pen<'_>) -> usize {
    usize::from(!pen.diagram.column_labels.is_empty())
}

/// Writes the labels of the columns into the last row, the first one at `first`.
fn column_labels(pen: &Pen<'_>, canvas: &mut Canvas, first: usize, width: usize) {
    let last = canvas.rows() - 1;
    for (index, label) in pen.diagram.column_labels.iter().enumerate() {
        canvas.put(last, first + index * width, label, Style::PLAIN);
    }
}
