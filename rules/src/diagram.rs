//! A board as rows of cells, for programs that draw it their own way.

use crate::player::Player;

/// A piece as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub player: Player,
    /// A character that shows it, e.g. `⛂`; one terminal column wide.
    pub glyph: char,
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
    },
}

/// A board: rows from the top, cells from the left, turned the way the game's books print it (for draughts
/// and chess: White at the bottom). All rows are equally long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The cells.
    pub rows: Vec<Vec<Cell>>,
    /// A label for each row, or none at all.
    pub row_labels: Vec<String>,
    /// A label for each column, or none at all.
    pub column_labels: Vec<String>,
}

impl Diagram {
    /// The same board seen from the other side.
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
