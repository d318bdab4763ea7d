//! How files and programs say which game they mean, and under which rules.

use crate::{
    game::Game,
    game_text::{self, TagError, Tags, TextStyle, VARIANT},
    notation::NotationFormat,
    position::Position,
    text_error::TextError,
};

/// Tags of files of games and settings of programs, for a game with positions `P`.
pub trait GameTags<P: Position>: Sized {
    /// Returns the style of the game's files (see [`game_text`]).
    fn text_style(&self) -> TextStyle
    where
        Self: Game<Position = P>,
    {
        TextStyle::own(self)
    }

    /// Returns the tags by which a file says which game it is; `start` is where that game begins.
    ///
    /// Together with the start position they have to say it all. Of SGF these are the properties of the root, of PSQ the
    /// board as `Board`.
    fn start_tags(&self, format: NotationFormat, start: &P) -> Vec<(&'static str, String)>
    where
        Self: Game<Position = P>,
    {
        let _ = (format, start);
        vec![(VARIANT, self.id().to_owned())]
    }

    /// Returns the game that tags name: this one, or what they make of it by options of their own.
    ///
    /// Its start position is where a game begins whose tags name none.
    ///
    /// # Errors
    /// They name another game.
    fn of_tags(&self, format: NotationFormat, tags: &Tags) -> Result<Self, TagError>
    where
        Self: Game<Position = P>,
    {
        let _ = format;
        game_text::check_variant(self, tags, &[])?;
        Ok(self.clone())
    }

    /// Returns the settings of the game that programs switch on and off, all off at first.
    fn switches(&self, format: NotationFormat) -> &'static [&'static str] {
        let _ = format;
        &[]
    }

    /// Returns the game as a program wants it: on another board, by another rule, written another way.
    ///
    /// A switch has the value `true` or `false`.
    ///
    /// # Errors
    /// The game has no such setting, or not that value.
    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<Self, TextError> {
        let _ = format;
        Err(TextError::new("setting", &format!("{name}={value}"), 0, "the game has no such setting"))
    }

    /// Returns the settings that say to a program which game this is; [`with_setting`](Self::with_setting) reads them.
    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        let _ = format;
        Vec::new()
    }
}
