//! Tags and settings of any game.

use super::{
    AnyGame, AnyPosition,
    game::{ErasedTags, Typed},
};
use crate::{
    game::Game,
    game_text::{TagError, Tags, TextStyle},
    notation::NotationFormat,
    tags::GameTags,
    text_error::TextError,
};

impl<G: Game> ErasedTags for Typed<G> {
    fn text_style(&self) -> TextStyle {
        self.0.text_style()
    }

    fn start_tags(&self, format: NotationFormat, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.0.start_tags(format, start.typed())
    }

    fn of_tags(&self, format: NotationFormat, tags: &Tags) -> Result<AnyGame, TagError> {
        self.0.of_tags(format, tags).map(AnyGame::new)
    }

    fn switches(&self, format: NotationFormat) -> &'static [&'static str] {
        self.0.switches(format)
    }

    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<AnyGame, TextError> {
        self.0.with_setting(format, name, value).map(AnyGame::new)
    }

    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        self.0.settings(format)
    }
}

impl GameTags<AnyPosition> for AnyGame {
    fn text_style(&self) -> TextStyle {
        self.0.text_style()
    }

    fn start_tags(&self, format: NotationFormat, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.0.start_tags(format, start)
    }

    fn of_tags(&self, format: NotationFormat, tags: &Tags) -> Result<AnyGame, TagError> {
        self.0.of_tags(format, tags)
    }

    fn switches(&self, format: NotationFormat) -> &'static [&'static str] {
        self.0.switches(format)
    }

    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<AnyGame, TextError> {
        self.0.with_setting(format, name, value)
    }

    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        self.0.settings(format)
    }
}
