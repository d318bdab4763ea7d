//! The forms in which games are written.

use super::{
    cursor::{LINE_ENDS, begins_with_tag},
    psq, sgf,
};
use crate::{
    any::AnyGame,
    notation::{Notation, NotationFormat},
    tags::GameTags,
};

/// A form of files of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tags, then moves: PDN, PGN, and the same for games without a standard of their own.
    Tagged,
    /// SGF, for games of stones.
    Sgf,
    /// PSQ, the files of Piskvork and Gomocup.
    Psq,
}

/// Begins a game of SGF.
const SGF_BEGIN: char = '(';

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tagged, Self::Sgf, Self::Psq];

    /// Endings of names of files, with the form that they tell.
    pub const EXTENSIONS: [(&str, Self); 5] = [
        ("pdn", Self::Tagged),
        ("pgn", Self::Tagged),
        ("txt", Self::Tagged),
        ("sgf", Self::Sgf),
        ("psq", Self::Psq),
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tagged => "PDN or PGN",
            Self::Sgf => "SGF",
            Self::Psq => "PSQ",
        }
    }

    /// Returns the form that the ending of a file's name tells, in letters of any size; `None` where it tells none.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let known = Self::EXTENSIONS.iter().find(|(name, _)| extension.eq_ignore_ascii_case(name));
        known.map(|(_, form)| *form)
    }

    /// Returns what names of files with a game's games in this form end with.
    pub fn extension(self, game: &AnyGame) -> &'static str {
        match self {
            Self::Tagged => game.text_style().extension,
            Self::Sgf => "sgf",
            Self::Psq => "psq",
        }
    }

    /// Returns the notation in which its moves are written.
    pub const fn notation(self) -> NotationFormat {
        match self {
            Self::Tagged => NotationFormat::Native,
            Self::Sgf => NotationFormat::Sgf,
            Self::Psq => NotationFormat::Psq,
        }
    }

    /// Says whether a game's games can be written in it.
    pub fn is_of(self, game: &AnyGame) -> bool {
        game.has_format(self.notation())
    }
}

/// The form of a text of games, told by how it begins; `None` where no game begins like that.
pub fn form_of(text: &str) -> Option<Form> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().strip_prefix(SGF_BEGIN).is_some_and(|rest| rest.trim_start().starts_with(';')) {
        return Some(Form::Sgf);
    }
    let mut lines = text.split(LINE_ENDS).map(str::trim_start);
    // Lines that begin with % are for programs; those with a semicolon are comments.
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';']))?;
    let tag = begins_with_tag(first);
    let digits = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = digits.len() < first.len() && digits.starts_with('.');
    if first.starts_with(psq::BEGIN) {
        return Some(Form::Psq);
    }
    if tag || number || first.starts_with('{') {
        return Some(Form::Tagged);
    }
    // Text may stand before the first game of SGF.
    sgf::has_game(text).then_some(Form::Sgf)
}
