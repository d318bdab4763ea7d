//! Tables of text, for terminals and for pages.

use std::fmt;

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// What is in it.
    pub cell: Cell,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Words, to the left.
    Text,
    /// Numbers, to the right.
    Number,
    /// The results against one opponent; left out in a terminal where there are many.
    Cross,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// More columns of results do not fit into a terminal.
const MOST_CROSS_COLUMNS: usize = 16;

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: &[(&str, Cell)]) -> Self {
        let columns = columns.iter().map(|(name, cell)| Column { name: (*name).to_owned(), cell: *cell });
        Self { title: title.into(), columns: columns.collect(), rows: Vec::new() }
    }

    /// Adds a column to the right, with its cells.
    pub(crate) fn push_column(&mut self, name: impl Into<String>, cell: Cell, cells: Vec<String>) {
        self.columns.push(Column { name: name.into(), cell });
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let crosses = self.columns.iter().filter(|column| column.cell == Cell::Cross).count();
        let shown: Vec<usize> = (0..self.columns.len())
            .filter(|at| self.columns[*at].cell != Cell::Cross || crosses <= MOST_CROSS_COLUMNS)
            .collect();
        let width_of = |at: usize| {
            let cells = self.rows.iter().map(|row| row[at].chars().count());
            cells.chain([self.columns[at].name.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = shown.iter().map(|at| width_of(*at)).collect();
        let line = |cells: &dyn Fn(usize) -> String| -> String {
            let cells = shown.iter().zip(&widths).map(|(at, width)| match self.columns[*at].cell {
                Cell::Text => format!("{:width$}", cells(*at)),
                Cell::Number | Cell::Cross => format!("{:>width$}", cells(*at)),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", self.title)?;
        writeln!(out, "  {}", line(&|at| self.columns[at].name.clone()))?;
        for row in &self.rows {
            writeln!(out, "  {}", line(&|at| row[at].clone()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new("Standing", &[("Name", Cell::Text), ("Points", Cell::Number)]);
        table.rows =
            vec![vec!["Ann".to_owned(), "1½".to_owned()], vec!["Bartholomew".to_owned(), "½".to_owned()]];
        table.push_column("1", Cell::Cross, vec!["·".to_owned(), "0".to_owned()]);
        let expected =
            "Standing\n  Name         Points  1\n  Ann              1½  ·\n  Bartholomew       ½  0\n";
        assert_eq!(table.to_string(), expected);
    }
}
