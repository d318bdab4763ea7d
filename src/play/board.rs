//! Drawing a board for a terminal.

use damier_rules::{
    Game,
    diagram::{Cell, Diagram},
};

use crate::terminal::Colours;

/// Which side is at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    /// As the game's books print it.
    Printed,
    /// The other way round.
    Turned,
}

impl Orientation {
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Printed => Self::Turned,
            Self::Turned => Self::Printed,
        }
    }
}

/// Background (256-colour palette) of cells that are never occupied.
const OUTSIDE: u8 = 230;
/// Background of squares.
const SQUARE: u8 = 180;
/// Background of the squares of the last move.
const MARKED: u8 = 150;
/// The ink of pieces, readable on all three.
const INK: u8 = 16;
/// The ink of square names.
const FAINT: u8 = 101;

/// Characters of a square beside its name: its piece and its edges.
const EDGES: usize = 3;
/// Boards that would be wider, in characters, are drawn closer where there is room beside every square.
const WIDEST: usize = 100;

/// The board as lines; the squares in `marked` (those of the last move) stand out.
pub(super) fn draw<G: Game>(
    game: &G,
    position: &G::Position,
    marked: &[String],
    orientation: Orientation,
    colours: Colours,
) -> String {
    match game.diagram(position) {
        Some(diagram) if orientation == Orientation::Turned => lines(&diagram.turned(), marked, colours),
        Some(diagram) => lines(&diagram, marked, colours),
        None => game.board_text(position).trim_end_matches('\n').to_owned(),
    }
}

fn lines(diagram: &Diagram, marked: &[String], colours: Colours) -> String {
    let margin = diagram.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 1;
    // Without labels at the edges every square shows its own name.
    let name_width = if diagram.column_labels.is_empty() {
        names(diagram).map(|name| name.chars().count()).max().unwrap_or(0)
    } else {
        0
    };
    let half = is_staggered(diagram) && diagram.rows[0].len() * (name_width + EDGES) > WIDEST;
    let mut text = String::new();
    for (index, row) in diagram.rows.iter().enumerate() {
        let label = diagram.row_labels.get(index).map_or("", String::as_str);
        text.push_str(&format!("{label:>margin$} "));
        let mut cells = row.iter();
        while let Some(cell) = cells.next() {
            if half && *cell == Cell::Outside {
                text.push_str(&" ".repeat((name_width + EDGES).div_ceil(2)));
                continue;
            }
            text.push_str(&cell_text(cell, marked, name_width, colours));
            if half {
                // The square has taken the room of the cell behind it.
                cells.next();
            }
        }
        text.push('\n');
    }
    if !diagram.column_labels.is_empty() {
        text.push_str(&" ".repeat(margin + 1));
        for label in &diagram.column_labels {
            text.push_str(&format!(" {label:<width$}", width = name_width + 2));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

/// Whether there is room beside every square, as on boards of hexagons.
fn is_staggered(diagram: &Diagram) -> bool {
    diagram.rows.iter().all(|row| row.windows(2).all(|pair| pair.contains(&Cell::Outside)))
}

fn names(diagram: &Diagram) -> impl Iterator<Item = &String> {
    diagram.rows.iter().flatten().filter_map(|cell| match cell {
        Cell::Outside => None,
        Cell::Square { name, .. } => Some(name),
    })
}

/// A cell: its edges (brackets where marked), the piece, and the name where the board shows names.
fn cell_text(cell: &Cell, marked: &[String], name_width: usize, colours: Colours) -> String {
    let (content, name, background, is_marked) = match cell {
        Cell::Outside => (' ', String::new(), OUTSIDE, false),
        Cell::Square { name, piece } => {
            let is_marked = marked.contains(name);
            let empty = if colours == Colours::Ansi { ' ' } else { '·' };
            let shown = if name_width > 0 { subscript(name) } else { String::new() };
            let background = if is_marked { MARKED } else { SQUARE };
            (piece.map_or(empty, |piece| piece.glyph), shown, background, is_marked)
        }
    };
    match colours {
        Colours::Ansi => format!(
            "\x1b[48;5;{background};38;5;{INK}m {content}\x1b[38;5;{FAINT}m{name:<name_width$} \x1b[0m"
        ),
        Colours::None => {
            let (left, right) = if is_marked { ('[', ']') } else { (' ', ' ') };
            format!("{left}{content}{name:<name_width$}{right}")
        }
    }
}

/// Digits as small digits below the line.
fn subscript(name: &str) -> String {
    const ZERO: u32 = '₀' as u32;
    name.chars()
        .map(|letter| match letter.to_digit(10) {
            Some(digit) => char::from_u32(ZERO + digit).unwrap_or(letter),
            None => letter,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use damier_rules::{Player, diagram::Piece};

    use super::*;

    /// Two rows of two cells: empty square 1, and a piece on square 2.
    fn diagram(row_labels: &[&str], column_labels: &[&str]) -> Diagram {
        let piece = Piece { player: Player::FIRST, glyph: 'o' };
        let texts = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect();
        Diagram {
            rows: vec![
                vec![Cell::Outside, Cell::Square { name: "1".to_owned(), piece: None }],
                vec![Cell::Square { name: "2".to_owned(), piece: Some(piece) }, Cell::Outside],
            ],
            row_labels: texts(row_labels),
            column_labels: texts(column_labels),
        }
    }

    #[test]
    fn squares_show_their_names_where_the_edges_have_none() {
        let text = lines(&diagram(&[], &[]), &["2".to_owned()], Colours::None);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words, ["·₁", "[o₂]"]);
    }

    #[test]
    fn labels_stand_at_the_edges() {
        let text = lines(&diagram(&["2", "1"], &["a", "b"]), &[], Colours::None);
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().next().expect("a line").starts_with(" 2 "));
    }

    #[test]
    fn without_colours_there_is_no_escape_sequence() {
        assert!(!lines(&diagram(&[], &[]), &[], Colours::None).contains('\x1b'));
        assert!(lines(&diagram(&[], &[]), &[], Colours::Ansi).contains('\x1b'));
    }
}
