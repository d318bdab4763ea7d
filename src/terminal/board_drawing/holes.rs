//! Boards of holes in rows that are shifted by half a hole.

use damier_rules::diagram::{Cell, Ink, Piece};

use super::{Canvas, Pen, Scale, Style, colour, name_width};

pub(super) fn draw(pen: &Pen<'_>, scale: Scale) -> Canvas {
    let names = name_width(pen.diagram);
    // A hole has room for its peg and its name.
    let peg = if scale == Scale::Large { 3 } else { 1 };
    let half = (peg + names).div_ceil(2);
    let columns = pen.diagram.rows[0].len();
    let mut canvas = Canvas::new(pen.diagram.rows.len(), (columns + 1) * half);
    for (row, cells) in pen.diagram.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Cell::Square { name, piece, tint } = cell else { continue };
            let at = column * half;
            let marked = pen.is_marked(name);
            let (content, style) = match piece {
                Some(piece) => peg_text(pen, *piece),
                None => hole_text(pen, *tint),
            };
            let content = match (scale, marked) {
                // There is no room for brackets.
                (Scale::Small, true) if piece.is_none() => "*".to_owned(),
                (Scale::Small, true) => content.to_lowercase().to_string(),
                (Scale::Small, false) => content.to_string(),
                (Scale::Large, true) => format!("[{content}]"),
                (Scale::Large, false) => format!(" {content} "),
            };
            canvas.put(row, at, &content, style);
            let number = match (pen.has_colours(), marked) {
                (false, _) => Style::PLAIN,
                (true, false) => Style::PLAIN.ink(colour::NUMBER),
                (true, true) => Style::BOLD.on(colour::MARKED_DARK).ink(colour::WHITE),
            };
            canvas.put(row, at + peg, name, number);
        }
    }
    canvas
}

fn peg_text(pen: &Pen<'_>, piece: Piece) -> (char, Style) {
    let letter = super::plain_glyph(piece, pen.kind.charset);
    if pen.has_colours() {
        (letter, Style::BOLD.on(colour::of_ink(piece.ink)).ink(colour::letter_on(piece.ink)))
    } else {
        (letter, Style::PLAIN)
    }
}

fn hole_text(pen: &Pen<'_>, tint: Option<Ink>) -> (char, Style) {
    let style = match tint {
        Some(tint) if pen.has_colours() => Style::BOLD.ink(colour::of_ink(tint)),
        _ => Style::PLAIN,
    };
    ('·', style)
}
