//! Texts and drawings of any game, for people.

use std::collections::BTreeMap;

use super::{AnyGame, AnyMove, AnyPosition, game::Typed, moves::typed_move};
use crate::{
    diagram::{Diagram, Piece},
    display::GameDisplay,
    game::Game,
    history::History,
    player::Player,
};

impl<G: Game> GameDisplay<AnyPosition> for Typed<G> {
    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn family(&self) -> &'static str {
        self.0.family()
    }

    fn board_text(&self, position: &AnyPosition) -> String {
        self.0.board_text(position.typed())
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name(player)
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        self.0.piece_kinds()
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        self.0.set_up_text(letters, to_move)
    }

    fn diagram(&self, position: &AnyPosition) -> Option<Diagram> {
        self.0.diagram(position.typed())
    }

    fn move_squares(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String> {
        let position = position.typed();
        self.0.move_squares(position, typed_move(position, mv))
    }

    fn move_paths(&self, position: &AnyPosition) -> Vec<Vec<String>> {
        self.0.move_paths(position.typed())
    }

    fn ending_text(&self, position: &AnyPosition, history: &History<AnyPosition>) -> Option<&'static str> {
        self.0.ending_text(position.typed(), &history.typed())
    }

    fn result_text(&self, position: &AnyPosition) -> Option<String> {
        self.0.result_text(position.typed())
    }
}

impl GameDisplay<AnyPosition> for AnyGame {
    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn family(&self) -> &'static str {
        self.0.family()
    }

    fn board_text(&self, position: &AnyPosition) -> String {
        self.0.board_text(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name(player)
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        self.0.piece_kinds()
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        self.0.set_up_text(letters, to_move)
    }

    fn diagram(&self, position: &AnyPosition) -> Option<Diagram> {
        self.0.diagram(position)
    }

    fn move_squares(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String> {
        self.0.move_squares(position, mv)
    }

    fn move_paths(&self, position: &AnyPosition) -> Vec<Vec<String>> {
        self.0.move_paths(position)
    }

    fn ending_text(&self, position: &AnyPosition, history: &History<AnyPosition>) -> Option<&'static str> {
        self.0.ending_text(position, history)
    }

    fn result_text(&self, position: &AnyPosition) -> Option<String> {
        self.0.result_text(position)
    }
}
