//! A rectangle of characters with colours, written as lines of text.

use super::colour::Colour;
use crate::terminal::kind::{Charset, Colours, TerminalKind, to_ascii};

/// The colours of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    ink: Option<Colour>,
    background: Option<Colour>,
    bold: bool,
}

impl Style {
    /// The terminal's own colours.
    pub(crate) const PLAIN: Self = Self { ink: None, background: None, bold: false };
    /// The same, emphasised.
    pub(crate) const BOLD: Self = Self { bold: true, ..Self::PLAIN };

    pub(super) fn ink(self, ink: Colour) -> Self {
        Self { ink: Some(ink), ..self }
    }

    pub(super) fn on(self, background: Colour) -> Self {
        Self { background: Some(background), ..self }
    }

    /// Returns the sequence that selects it; empty where the terminal has no colours.
    fn sequence(self, colours: Colours) -> String {
        if colours == Colours::None || self == Self::PLAIN {
            return String::new();
        }
        let mut parameters: Vec<String> = Vec::new();
        parameters.extend(self.bold.then(|| "1".to_owned()));
        parameters.extend(self.ink.and_then(|ink| ink.as_ink(colours)));
        parameters.extend(self.background.and_then(|background| background.as_background(colours)));
        format!("\x1b[{}m", parameters.join(";"))
    }
}

/// A rectangle of characters.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    columns: usize,
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Returns an empty one.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { columns, rows: vec![vec![(' ', Style::PLAIN); columns]; rows] }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Writes a text; what is beyond the edges is left out.
    pub(crate) fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        let Some(cells) = self.rows.get_mut(row) else { return };
        for (cell, letter) in cells.iter_mut().skip(column).zip(text.chars()) {
            *cell = (letter, style);
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, [row, column]: [usize; 2], [rows, columns]: [usize; 2], style: Style) {
        for row in row..row + rows {
            self.put(row, column, &" ".repeat(columns), style);
        }
    }

    /// Copies another one into this one.
    pub(crate) fn paste(&mut self, row: usize, column: usize, other: &Self) {
        for (index, line) in other.rows.iter().enumerate() {
            for (offset, (letter, style)) in line.iter().enumerate() {
                self.put(row + index, column + offset, letter.encode_utf8(&mut [0; 4]), *style);
            }
        }
    }

    /// Returns the lines, without blanks at their ends.
    pub(crate) fn lines(&self, kind: TerminalKind) -> Vec<String> {
        self.rows.iter().map(|row| line(row, kind)).collect()
    }
}

fn line(row: &[(char, Style)], kind: TerminalKind) -> String {
    const RESET: &str = "\x1b[0m";
    let blank = |cell: &(char, Style)| cell.0 == ' ' && cell.1.background.is_none();
    let end = row.iter().rposition(|cell| !blank(cell)).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut current = String::new();
    for (letter, style) in &row[..end] {
        let wanted = style.sequence(kind.colours);
        if wanted != current {
            if !current.is_empty() {
                text.push_str(RESET);
            }
            text.push_str(&wanted);
            current = wanted;
        }
        match kind.charset {
            Charset::Unicode => text.push(*letter),
            // One column stays one column.
            Charset::Ascii => text.extend(to_ascii(letter.encode_utf8(&mut [0; 4])).chars().next()),
        }
    }
    if !current.is_empty() {
        text.push_str(RESET);
    }
    text
}
