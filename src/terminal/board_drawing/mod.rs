//! Boards of every game, drawn with what a terminal has: squares, points of a grid, or holes of a star.

mod canvas;
mod colour;
mod holes;
mod points;
mod squares;

use damier_rules::diagram::{Cell, Diagram, Ink, Piece, Surface};

pub(crate) use canvas::{Canvas, Style};

use colour::Colour;

use crate::terminal::kind::{Charset, Colours, TerminalKind};

/// How large a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Squares of several rows.
    Large,
    /// As small as can still be read.
    Small,
}

/// Draws a board; the squares called `marked` (those of the last move) stand out.
pub(crate) fn draw(diagram: &Diagram, marked: &[String], kind: TerminalKind, scale: Scale) -> Canvas {
    let pen = Pen { diagram, marked, kind };
    match diagram.surface {
        Surface::Squares => squares::draw(&pen, scale),
        Surface::Points => points::draw(&pen),
        Surface::Holes => holes::draw(&pen, scale),
    }
}

/// Returns how a piece looks where it is named beside the board.
pub(crate) fn emblem(piece: Piece, kind: TerminalKind) -> (char, Style) {
    match kind.colours {
        Colours::None => (plain_glyph(piece, kind.charset), Style::PLAIN),
        _ if ![Ink::White, Ink::Black].contains(&piece.ink) => {
            (piece.letter, Style::PLAIN.on(colour::of_ink(piece.ink)).ink(colour::letter_on(piece.ink)))
        }
        _ => chip(piece, kind.charset),
    }
}

/// What is drawn, and with what.
struct Pen<'d> {
    diagram: &'d Diagram,
    marked: &'d [String],
    kind: TerminalKind,
}

impl Pen<'_> {
    fn has_colours(&self) -> bool {
        self.kind.colours != Colours::None
    }

    fn is_marked(&self, name: &str) -> bool {
        self.marked.iter().any(|marked| marked == name)
    }

    /// A piece on a background, white or black by its ink. Eight colours have no background on which both can be seen:
    /// there the piece has one of its own.
    fn piece(&self, piece: Piece, background: Colour) -> (char, Style) {
        match self.kind.colours {
            Colours::None => (plain_glyph(piece, self.kind.charset), Style::PLAIN),
            Colours::Eight => chip(piece, self.kind.charset),
            _ => {
                let ink = if piece.ink == Ink::White { colour::WHITE } else { colour::BLACK };
                (self.shape(piece), Style::PLAIN.on(background).ink(ink))
            }
        }
    }

    fn shape(&self, piece: Piece) -> char {
        if self.kind.charset == Charset::Ascii { piece.letter } else { piece.solid }
    }

    /// The width of the longest label of a row, with the blank behind it.
    fn margin(&self) -> usize {
        let longest = self.diagram.row_labels.iter().map(|label| label.chars().count()).max();
        longest.map_or(0, |longest| longest + 1)
    }

    fn label(&self, row: usize) -> &str {
        self.diagram.row_labels.get(row).map_or("", String::as_str)
    }
}

/// A piece on a background of its own colour: an outline in the other one.
fn chip(piece: Piece, charset: Charset) -> (char, Style) {
    let (own, other) = match piece.ink {
        Ink::White => (colour::WHITE, colour::BLACK),
        _ => (colour::BLACK, colour::WHITE),
    };
    let shape = if charset == Charset::Ascii { piece.letter } else { piece.outline };
    (shape, Style::PLAIN.on(own).ink(other))
}

fn plain_glyph(piece: Piece, charset: Charset) -> char {
    if charset == Charset::Ascii { piece.letter } else { piece.glyph() }
}

/// The width of the longest name of a square.
fn name_width(diagram: &Diagram) -> usize {
    let names = diagram.rows.iter().flatten().map(|cell| match cell {
        Cell::Outside => 0,
        Cell::Square { name, .. } => name.chars().count(),
    });
    names.max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
