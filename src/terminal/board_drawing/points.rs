//! Boards of points on which lines cross.

use damier_rules::diagram::Cell;

use super::{Canvas, Pen, Style, colour};
use crate::terminal::kind::Charset;

/// Columns from one point to the next: as far, to the eye, as from one row to the next.
const PITCH: usize = 2;
/// Rows between the edge and the points that are emphasised, on boards that have room for them.
const STAR_INSET: usize = 3;
const SMALLEST_WITH_STARS: usize = 13;

pub(super) fn draw(pen: &Pen<'_>) -> Canvas {
    let (rows, columns) = (pen.diagram.rows.len(), pen.diagram.rows[0].len());
    let left = pen.margin();
    let labels = usize::from(!pen.diagram.column_labels.is_empty());
    // A blank at either side, for the brackets of a marked point.
    let mut canvas = Canvas::new(rows + labels, left + columns * PITCH);
    let board =
        if pen.has_colours() { Style::PLAIN.on(colour::WOOD).ink(colour::LINES) } else { Style::PLAIN };
    for (row, cells) in pen.diagram.rows.iter().enumerate() {
        canvas.put(row, 0, &format!("{:>width$}", pen.label(row), width = left - 1), Style::PLAIN);
        canvas.put(row, left, &line(pen.kind.charset, [row, rows], columns), board);
        for (column, cell) in cells.iter().enumerate() {
            if let Cell::Square { name, piece, .. } = cell {
                let at = left + column * PITCH;
                point(pen, &mut canvas, [row, at], (*piece, pen.is_marked(name)), board);
            }
        }
    }
    for (index, label) in pen.diagram.column_labels.iter().enumerate() {
        canvas.put(rows, left + index * PITCH, label, Style::PLAIN);
    }
    canvas
}

fn point(
    pen: &Pen<'_>,
    canvas: &mut Canvas,
    [row, at]: [usize; 2],
    (piece, marked): (Option<damier_rules::diagram::Piece>, bool),
    board: Style,
) {
    if let Some(piece) = piece {
        let background = if marked { colour::MARKED_WOOD } else { colour::WOOD };
        let (shape, style) = pen.piece(piece, background);
        canvas.put(row, at, shape.encode_utf8(&mut [0; 4]), style);
    }
    if marked {
        // On eight colours the stone has a background of its own.
        let style = if pen.has_colours() { Style::PLAIN.on(colour::MARKED_WOOD) } else { board };
        let [left, right] = if pen.has_colours() { [" ", " "] } else { ["[", "]"] };
        let style = if pen.has_colours() { style.ink(colour::BLACK) } else { style };
        canvas.put(row, at - 1, left, style);
        canvas.put(row, at + 1, right, style);
    }
}

/// The lines of an empty row.
fn line(charset: Charset, [row, rows]: [usize; 2], columns: usize) -> String {
    let mut text = String::new();
    for column in 0..columns {
        let is_star = rows >= SMALLEST_WITH_STARS && is_star(row, rows) && is_star(column, columns);
        let place = |index: usize, count: usize| usize::from(index > 0) + usize::from(index + 1 == count);
        let crossing = match charset {
            Charset::Ascii if is_star => '+',
            Charset::Ascii => '.',
            Charset::Unicode if is_star => '╋',
            Charset::Unicode => {
                [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][place(row, rows)][place(column, columns)]
            }
        };
        text.push(crossing);
        let is_last = column + 1 == columns;
        text.push(if is_last || charset == Charset::Ascii { ' ' } else { '─' });
    }
    text
}

/// Whether a row or column is one of those whose crossings are emphasised: near the edges, and the middle.
fn is_star(index: usize, count: usize) -> bool {
    index == STAR_INSET || index + STAR_INSET + 1 == count || (count % 2 == 1 && index == count / 2)
}
