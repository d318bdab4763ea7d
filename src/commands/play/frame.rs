//! A whole screen: the board, and beside or below it who plays, the last moves, and what was said.

use damier_rules::diagram::{Diagram, Piece};

use crate::terminal::{
    board_drawing::{self, Canvas, Scale, Style, emblem},
    kind::{Size, TerminalKind},
};

/// The fewest columns in which lines are broken.
pub(super) const NARROWEST: usize = 20;
/// The fewest columns beside a board, and rows below it, that are worth a panel.
const SIDE_COLUMNS: usize = 24;
const BELOW_ROWS: usize = 5;
/// Blank columns before the board, and between board and panel.
const MARGIN: usize = 1;
const GAP: usize = 2;
/// The row in which the person types.
const PROMPT_ROWS: usize = 1;

/// What there is to see of a game.
pub(super) struct Scene {
    /// The board; `None` where the game has only a text.
    pub(super) diagram: Option<Diagram>,
    /// The board as text.
    pub(super) board_text: String,
    /// The squares of the last move.
    pub(super) marked: Vec<String>,
    /// The game.
    pub(super) title: String,
    /// Who plays: a piece of each player where one is on the board, and words.
    pub(super) players: Vec<(Option<Piece>, String)>,
    /// The rounds that were played.
    pub(super) rounds: Vec<String>,
}

impl Scene {
    /// Draws the board alone.
    pub(super) fn board(&self, kind: TerminalKind, scale: Scale) -> Canvas {
        if let Some(diagram) = &self.diagram {
            return board_drawing::draw(diagram, &self.marked, kind, scale);
        }
        let lines: Vec<&str> = self.board_text.lines().collect();
        let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut canvas = Canvas::new(lines.len(), columns);
        lines.iter().enumerate().for_each(|(row, line)| canvas.put(row, 0, line, Style::PLAIN));
        canvas
    }
}

/// A screen, without the row in which the person types.
pub(super) struct Frame {
    pub(super) canvas: Canvas,
    /// What was said and had no room.
    pub(super) rest: Vec<String>,
}

/// Where the panel is.
#[derive(Clone, Copy)]
enum Place {
    Beside,
    Below,
}

/// The columns and rows that the smallest screen with this board needs.
pub(super) fn smallest(board: &Canvas) -> (usize, usize) {
    let beside = (MARGIN + board.columns() + GAP + SIDE_COLUMNS, board.rows() + PROMPT_ROWS);
    let below = (MARGIN + board.columns(), board.rows() + BELOW_ROWS + PROMPT_ROWS);
    // The usual terminal has 80 columns.
    if beside.0 <= 80 { beside } else { below }
}

/// Draws a scene with what was said; `None` where there is no room for the board.
pub(super) fn compose(scene: &Scene, said: &[String], size: Size, kind: TerminalKind) -> Option<Frame> {
    let rows = size.rows.checked_sub(PROMPT_ROWS)?;
    for scale in [Scale::Large, Scale::Small] {
        let board = scene.board(kind, scale);
        let columns = MARGIN + board.columns();
        if board.rows() <= rows && columns + GAP + SIDE_COLUMNS <= size.columns {
            return Some(with_panel(scene, said, &board, [rows, size.columns], (Place::Beside, kind)));
        }
        if board.rows() + BELOW_ROWS <= rows && columns <= size.columns {
            return Some(with_panel(scene, said, &board, [rows, size.columns], (Place::Below, kind)));
        }
    }
    None
}

fn with_panel(
    scene: &Scene,
    said: &[String],
    board: &Canvas,
    [rows, columns]: [usize; 2],
    (place, kind): (Place, TerminalKind),
) -> Frame {
    let [top, left] = match place {
        Place::Beside => [0, MARGIN + board.columns() + GAP],
        Place::Below => [board.rows(), MARGIN],
    };
    let panel = Panel { rows: rows - top, columns: columns - left, kind };
    let whole = said;
    let said: Vec<String> = said.iter().flat_map(|line| wrapped(line, panel.columns)).collect();
    let head = match place {
        Place::Beside => panel.list_of_players(scene),
        Place::Below => panel.row_of_players(scene),
    };
    if head.rows() + said.len() > panel.rows {
        return page(whole, [rows, columns]);
    }
    let mut canvas = Canvas::new(rows, columns);
    canvas.paste(0, MARGIN, board);
    canvas.paste(top, left, &head);
    let first_said = rows - said.len();
    let moves = panel.last_rounds(scene, panel.rows - head.rows() - said.len());
    for (index, line) in moves.iter().enumerate() {
        canvas.put(top + head.rows() + index, left, line, Style::PLAIN);
    }
    for (index, line) in said.iter().enumerate() {
        canvas.put(first_said + index, left, line, Style::BOLD);
    }
    Frame { canvas, rest: Vec::new() }
}

/// A screen of what was said alone.
fn page(said: &[String], [rows, columns]: [usize; 2]) -> Frame {
    let mut canvas = Canvas::new(rows, columns);
    let said: Vec<String> = said.iter().flat_map(|line| wrapped(line, columns - MARGIN)).collect();
    let shown = said.len().min(rows);
    for (row, line) in said[..shown].iter().enumerate() {
        canvas.put(row, MARGIN, line, Style::PLAIN);
    }
    Frame { canvas, rest: said[shown..].to_vec() }
}

/// The part of the screen that is not the board.
struct Panel {
    rows: usize,
    columns: usize,
    kind: TerminalKind,
}

impl Panel {
    /// The game, and a line for each player.
    fn list_of_players(&self, scene: &Scene) -> Canvas {
        let title = wrapped(&scene.title, self.columns);
        let players: Vec<(Option<Piece>, String)> = scene
            .players
            .iter()
            .flat_map(|(piece, words)| {
                let lines = wrapped(words, self.columns - 2).into_iter();
                lines.enumerate().map(move |(index, line)| (piece.filter(|_| index == 0), line))
            })
            .collect();
        let mut canvas = Canvas::new(title.len() + players.len() + 2, self.columns);
        title.iter().enumerate().for_each(|(row, line)| canvas.put(row, 0, line, Style::BOLD));
        for (index, (piece, words)) in players.iter().enumerate() {
            self.put_player(&mut canvas, [title.len() + 1 + index, 0], *piece, words);
        }
        canvas
    }

    /// The players one beside the other, in as few rows as can be.
    fn row_of_players(&self, scene: &Scene) -> Canvas {
        let mut places = Vec::new();
        let [mut row, mut column] = [0, 0];
        for (piece, words) in &scene.players {
            let width = words.chars().count() + 2;
            if column > 0 && column + width > self.columns {
                [row, column] = [row + 1, 0];
            }
            places.push(([row, column], *piece, words));
            column += width + 2;
        }
        let mut canvas = Canvas::new(row + 1, self.columns);
        for (at, piece, words) in places {
            self.put_player(&mut canvas, at, piece, words);
        }
        canvas
    }

    fn put_player(&self, canvas: &mut Canvas, [row, column]: [usize; 2], piece: Option<Piece>, words: &str) {
        if let Some(piece) = piece {
            let (shape, style) = emblem(piece, self.kind);
            canvas.put(row, column, shape.encode_utf8(&mut [0; 4]), style);
        }
        canvas.put(row, column + 2, words, Style::PLAIN);
    }

    /// The last rounds in that many rows, one left blank behind them.
    fn last_rounds(&self, scene: &Scene, rows: usize) -> Vec<String> {
        let room = rows.saturating_sub(1);
        let mut lines: Vec<String> = Vec::new();
        for round in scene.rounds.iter().rev() {
            let own = wrapped(round, self.columns);
            if lines.len() + own.len() > room {
                break;
            }
            lines.splice(0..0, own);
        }
        lines
    }
}

/// Breaks a text into lines of at most that many columns, between words where that can be done; blanks at its beginning
/// stay, and every line has them.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let indent: String = text.chars().take_while(|letter| *letter == ' ').take(columns / 2).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut line = indent.clone();
    let mut length = indent.len();
    let mut is_empty = true;
    let mut gap = 0;
    for word in text.trim_start_matches(' ').split(' ') {
        let mut word = word;
        if word.is_empty() {
            gap += 1;
            continue;
        }
        let width = word.chars().count();
        let blanks = if is_empty { 0 } else { gap + 1 };
        gap = 0;
        if !is_empty && length + blanks + width > columns {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            length = indent.len();
        } else {
            line.push_str(&" ".repeat(blanks));
            length += blanks;
        }
        while length + word.chars().count() > columns {
            let cut = word.char_indices().nth(columns - length).map_or(word.len(), |(at, _)| at);
            line.push_str(&word[..cut]);
            lines.push(std::mem::replace(&mut line, indent.clone()));
            length = indent.len();
            word = &word[cut..];
        }
        line.push_str(word);
        length += word.chars().count();
        is_empty = false;
    }
    if !is_empty || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("help       this list", 30), ["help       this list"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("", 4), [""]);
        for columns in [4, 10, 20] {
            for text in ["a bb ccc dddd eeeee ffffff", "   indented words here", "word"] {
                assert!(wrapped(text, columns).iter().all(|line| line.chars().count() <= columns));
            }
        }
    }
}
