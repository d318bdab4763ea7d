//! A board as rows of cells, for programs that draw it their own way.

use crate::player::Player;

/// A piece as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its owner.
    pub player: Player,
    /// Its shape as an outline, e.g. `○`; one terminal column wide.
    pub outline: char,
    /// Its shape filled, e.g. `●`, to be drawn in the colour of [`ink`](Self::ink).
    pub solid: char,
    /// The letter for places that have nothing but ASCII, e.g. `w`.
    pub letter: char,
    /// Its colour.
    pub ink: Ink,
}

impl Piece {
    /// Returns the shape for places without colours: filled for Black, an outline for all others.
    pub fn glyph(self) -> char {
        if self.ink == Ink::Black { self.solid } else { self.outline }
    }
}

/// A colour of pieces, or of a part of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names of colours")]
pub enum Ink {
    White,
    Black,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
}

/// What the cells of a board look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Squares of two alternating colours.
    Squares,
    /// Crossings of a grid of lines.
    Points,
    /// Holes in rows that are shifted by half a hole: every second cell of a row is outside the board.
    Holes,
}

/// One cell of a [`Diagram`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No piece ever stands here.
    Outside,
    /// A square of the game.
    Square {
        /// Its name in the game's notation, e.g. `32` or `c3`.
        name: String,
        /// What stands on it.
        piece: Option<Piece>,
        /// The colour of the part of the board to which it belongs, where boards have coloured parts.
        tint: Option<Ink>,
    },
}

/// A board: rows from the top, cells from the left, turned the way the game's books print it (for draughts
/// and chess: White at the bottom). All rows are equally long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What the cells look like.
    pub surface: Surface,
    /// The cells.
    pub rows: Vec<Vec<Cell>>,
    /// A label for each row, or none at all.
    pub row_labels: Vec<String>,
    /// A label for each column, or none at all.
    pub column_labels: Vec<String>,
}

impl Diagram {
    /// Returns the kinds of pieces on it, in the order of their first squares.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut kinds: Vec<Piece> = Vec::new();
        for cell in self.rows.iter().flatten() {
            if let Cell::Square { piece: Some(piece), .. } = cell
                && !kinds.contains(piece)
            {
                kinds.push(*piece);
            }
        }
        kinds
    }

    /// Returns the same board seen from the other side.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.rows.reverse();
        for row in &mut self.rows {
            row.reverse();
        }
        self.row_labels.reverse();
        self.column_labels.reverse();
        self
    }
}
