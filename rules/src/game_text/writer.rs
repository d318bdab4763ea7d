//! From games to text.

use std::fmt::Write;

use super::{
    Annotations, Form, GameText, Line, Mark, MarkStyle, TextMove, TextStyle,
    header::{FEN, SET_UP},
    psq, sgf,
    style::{EndStyle, RESULT, UNKNOWN},
};
use crate::{
    any::{AnyGame, AnyPosition},
    game::Game,
    notation::{Notation, NotationFormat::Native},
    player::Player,
    position::Position,
    tags::GameTags,
};

/// Signs of marks that tell how the game ends, and how words with them end.
const RESULT_SIGNS: [&str; 2] = ["+", "="];
const RESULT_ENDS: [char; 2] = ['+', '='];
/// The most characters on a line of moves.
const LINE_LENGTH: usize = 79;

/// Writes a game: the tags that every game has, the other ones, those that tell the game and its start position
/// where it is not the usual one, and the moves, in lines of at most 79 characters where words allow it. An
/// empty line ends it.
///
/// Every move of the game has to be legal where it stands.
pub fn write(game: &AnyGame, text: &GameText) -> String {
    let style = game.text_style();
    let result = style.result_text(text.outcome);
    let mut out = String::new();
    for (name, unknown) in &style.roster {
        let value = if *name == RESULT { &result } else { text.tags.get(name).unwrap_or(unknown) };
        push_tag(&mut out, name, value);
    }
    let in_roster = |name: &str| style.roster.iter().any(|(tag, _)| *tag == name);
    let mut tags = text.tags.clone();
    for (name, value) in text.tags.iter().filter(|(name, _)| !in_roster(name)) {
        push_tag(&mut out, name, value);
    }
    for (name, value) in game.start_tags(Native, &text.start) {
        if tags.get(name).is_none() {
            push_tag(&mut out, name, &value);
            tags.set(name, &value);
        }
    }
    if game.of_tags(Native, &tags).map_or(true, |told| told.start() != text.start) {
        push_tag(&mut out, SET_UP, "1");
        push_tag(&mut out, FEN, &game.position_text(Native, &text.start));
    }
    let mut words = Words { game, style: &style, words: Vec::new() };
    words.push_line(&text.start, game.first_move_number(&text.start), &text.line);
    words.push(match style.end {
        EndStyle::Result => &result,
        EndStyle::Star => UNKNOWN,
    });
    out.push('\n');
    wrap(&mut out, &words.words);
    out.push_str("\n\n");
    out
}

/// Writes a game in a form; an empty line ends it.
///
/// # Errors
/// The game has no such form, or the form has no words for something in it.
pub fn write_form(game: &AnyGame, form: Form, text: &GameText) -> Result<String, String> {
    if !form.is_of(game) {
        return Err(format!("{} is no form of {}", form.name(), game.id()));
    }
    match form {
        Form::Tagged => Ok(write(game, text)),
        Form::Sgf => Ok(sgf::write(game, text)),
        Form::Psq => psq::write(game, text),
    }
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

fn wrap(out: &mut String, words: &[String]) {
    let mut length = 0;
    for (index, word) in words.iter().enumerate() {
        let size = word.chars().count();
        if index > 0 {
            let fits = length + 1 + size <= LINE_LENGTH;
            out.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        out.push_str(word);
        length += size;
    }
}

/// What is separated by spaces or ends of lines.
struct Words<'g> {
    game: &'g AnyGame,
    style: &'g TextStyle,
    words: Vec<String>,
}

impl Words<'_> {
    fn push(&mut self, word: &str) {
        self.words.push(word.to_owned());
    }

    fn push_comment(&mut self, annotations: &Annotations, comment: &str) {
        let first = self.words.len();
        self.words.extend(annotations.commands());
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

    fn push_line(&mut self, start: &AnyPosition, number: u32, line: &Line) {
        self.push_comment(&Annotations::default(), &line.comment);
        let mut position = start.clone();
        let mut number = number;
        let mut last = None;
        // A number stands before the first move of a round, and before others where something came between.
        let mut interrupted = true;
        for played in &line.moves {
            let mover = position.to_move();
            if last.is_some_and(|last| mover <= last) {
                number += 1;
                interrupted = true;
            }
            if interrupted {
                let points = if mover == Player::FIRST { "." } else { "..." };
                self.words.push(format!("{number}{points}"));
            }
            self.push_move(&position, played);
            self.push_comment(&played.annotations, &played.comment);
            for variation in &played.variations {
                let first = self.words.len();
                self.push_line(&position, number, variation);
                if self.words.len() == first {
                    self.push("");
                }
                self.enclose(first, ['(', ')']);
            }
            let annotations = !played.comment.is_empty() || played.annotations != Annotations::default();
            interrupted = annotations || !played.variations.is_empty();
            last = Some(mover);
            position.play(played.mv);
        }
    }

    /// A move with its marks.
    fn push_move(&mut self, position: &AnyPosition, played: &TextMove) {
        let mut word = self.game.move_text(Native, position, played.mv);
        let mut glyphs = Vec::new();
        for mark in &played.marks {
            match self.sign(*mark) {
                // Side by side strengths would be another one, and so would signs of a result.
                Some(sign)
                    if glyphs.is_empty()
                        && !(mark.is_strength() && word.ends_with(['!', '?']))
                        && !(RESULT_SIGNS.contains(&sign) && word.ends_with(RESULT_ENDS)) =>
                {
                    word.push_str(sign);
                }
                _ => glyphs.push(format!("${}", mark.glyph(position.to_move(), self.style.white))),
            }
        }
        self.words.push(word);
        self.words.extend(glyphs);
    }

    /// The sign of a mark where the style has it written as one.
    fn sign(&self, mark: Mark) -> Option<&'static str> {
        let signs = match self.style.marks {
            MarkStyle::Glyphs => false,
            MarkStyle::StrengthSigns => mark.is_strength(),
            MarkStyle::Signs => true,
        };
        mark.sign().filter(|_| signs)
    }
}
