//! Notation of any game.

use super::{
    AnyGame, AnyMove, AnyPosition,
    game::Typed,
    moves::{erased_move, typed_move},
};
use crate::{
    game::Game,
    notation::{Notation, NotationFormat},
    opening_table::OpeningTable,
    text_error::TextError,
};

impl<G: Game> Notation<AnyPosition> for Typed<G> {
    fn formats(&self) -> &'static [NotationFormat] {
        self.0.formats()
    }

    fn parse_position(&self, format: NotationFormat, text: &str) -> Result<AnyPosition, TextError> {
        self.0.parse_position(format, text).map(AnyPosition::new)
    }

    fn position_text(&self, format: NotationFormat, position: &AnyPosition) -> String {
        self.0.position_text(format, position.typed())
    }

    fn parse_move(
        &self,
        format: NotationFormat,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, TextError> {
        let position = position.typed();
        Ok(erased_move(position, self.0.parse_move(format, position, text)?))
    }

    fn move_text(&self, format: NotationFormat, position: &AnyPosition, mv: AnyMove) -> String {
        let position = position.typed();
        self.0.move_text(format, position, typed_move(position, mv))
    }

    fn try_move_text(&self, format: NotationFormat, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        let position = position.typed();
        self.0.try_move_text(format, position, typed_move(position, mv))
    }

    fn position_words(&self) -> Option<usize> {
        self.0.position_words()
    }

    fn with_counters(&self, position: AnyPosition, quiet: Option<u32>, number: Option<u32>) -> AnyPosition {
        AnyPosition::new(self.0.with_counters(position.typed::<G::Position>().clone(), quiet, number))
    }

    fn first_move_number(&self, start: &AnyPosition) -> u32 {
        self.0.first_move_number(start.typed())
    }

    fn opening_tables(&self) -> &'static [OpeningTable] {
        self.0.opening_tables()
    }
}

impl Notation<AnyPosition> for AnyGame {
    fn formats(&self) -> &'static [NotationFormat] {
        self.0.formats()
    }

    fn parse_position(&self, format: NotationFormat, text: &str) -> Result<AnyPosition, TextError> {
        self.0.parse_position(format, text)
    }

    fn position_text(&self, format: NotationFormat, position: &AnyPosition) -> String {
        self.0.position_text(format, position)
    }

    fn parse_move(
        &self,
        format: NotationFormat,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, TextError> {
        self.0.parse_move(format, position, text)
    }

    fn move_text(&self, format: NotationFormat, position: &AnyPosition, mv: AnyMove) -> String {
        self.0.move_text(format, position, mv)
    }

    fn try_move_text(&self, format: NotationFormat, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        self.0.try_move_text(format, position, mv)
    }

    fn position_words(&self) -> Option<usize> {
        self.0.position_words()
    }

    fn with_counters(&self, position: AnyPosition, quiet: Option<u32>, number: Option<u32>) -> AnyPosition {
        self.0.with_counters(position, quiet, number)
    }

    fn first_move_number(&self, start: &AnyPosition) -> u32 {
        self.0.first_move_number(start)
    }

    fn opening_tables(&self) -> &'static [OpeningTable] {
        self.0.opening_tables()
    }
}
