//! From games to text.

use std::fmt::Write;

use cozy_chess::{Color, File};

use super::{CHESS960, FEN, Line, PgnGame, RESULT, SET_UP, VARIANT};
use crate::{
    game::Game,
    games::chess::{fen, game::Chess, position::ChessPosition, san},
    position::Position,
};

/// The tags that every game has, in their order, with the value where it is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    (RESULT, "*"),
];

/// The most characters on a line of moves.
const LINE_LENGTH: usize = 79;

/// Writes a game: the seven tags that every game has, the other ones, the start position where it is not that
/// of chess, and the moves, in lines of at most 79 characters where words allow it. An empty line ends it.
///
/// Every move of the game has to be legal where it stands.
pub fn write(game: &PgnGame) -> String {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let value = if name == RESULT { game.result.text() } else { game.tag(name).unwrap_or(unknown) };
        push_tag(&mut text, name, value);
    }
    let in_roster = |name: &str| ROSTER.iter().any(|(tag, _)| *tag == name);
    for (name, value) in game.tags.iter().filter(|(name, _)| !in_roster(name)) {
        push_tag(&mut text, name, value);
    }
    if game.start != Chess::standard().start() {
        if game.tag(VARIANT).is_none() && needs_960(&game.start) {
            push_tag(&mut text, VARIANT, CHESS960);
        }
        push_tag(&mut text, SET_UP, "1");
        push_tag(&mut text, FEN, &fen::write(&game.start));
    }
    let mut words = Words { words: Vec::new() };
    words.push_line(&game.start, &game.line);
    words.push(game.result.text());
    text.push('\n');
    let mut length = 0;
    for (index, word) in words.words.iter().enumerate() {
        let size = word.chars().count();
        if index > 0 {
            let fits = length + 1 + size <= LINE_LENGTH;
            text.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        text.push_str(word);
        length += size;
    }
    text.push_str("\n\n");
    text
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let mut escaped = String::new();
    for character in value.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

/// Whether a right to castle is one that only Chess960 knows.
fn needs_960(position: &ChessPosition) -> bool {
    let board = position.board();
    Color::ALL.into_iter().any(|colour| {
        let rights = board.castle_rights(colour);
        let home = [(rights.short, File::H), (rights.long, File::A)];
        let any = home.iter().any(|(right, _)| right.is_some());
        any && board.king(colour).file() != File::E
            || home.iter().any(|(right, file)| right.is_some_and(|rook| rook != *file))
    })
}

/// What is separated by spaces or ends of lines.
struct Words {
    words: Vec<String>,
}

impl Words {
    fn push(&mut self, word: &str) {
        self.words.push(word.to_owned());
    }

    fn push_comment(&mut self, comment: &str) {
        let first = self.words.len();
        self.words.extend(comment.split_whitespace().map(|word| word.replace('}', ")")));
        self.enclose(first, ['{', '}']);
    }

    /// Puts the words from `first` between two signs.
    fn enclose(&mut self, first: usize, [open, close]: [char; 2]) {
        if let Some(word) = self.words.get_mut(first) {
            word.insert(0, open);
        }
        if self.words.len() > first
            && let Some(word) = self.words.last_mut()
        {
            word.push(close);
        }
    }

    fn push_line(&mut self, start: &ChessPosition, line: &Line) {
        self.push_comment(&line.comment);
        let mut position = start.clone();
        // A number stands before White's moves, and before Black's where something else came between.
        let mut interrupted = true;
        for played in &line.moves {
            let board = position.board();
            match board.side_to_move() {
                Color::White => self.words.push(format!("{}.", board.fullmove_number())),
                Color::Black if interrupted => self.words.push(format!("{}...", board.fullmove_number())),
                Color::Black => {}
            }
            self.words.push(san::write(&position, played.mv));
            self.words.extend(played.nags.iter().map(|nag| format!("${nag}")));
            self.push_comment(&played.comment);
            for variation in &played.variations {
                let first = self.words.len();
                self.push_line(&position, variation);
                if self.words.len() == first {
                    self.push("");
                }
                self.enclose(first, ['(', ')']);
            }
            interrupted = !played.comment.is_empty() || !played.variations.is_empty();
            position.play(played.mv);
        }
    }
}
