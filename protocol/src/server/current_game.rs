//! The current game.

use damier_engine::GameSoFar;
use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, History, MoveList, Notation, NotationFormat, Position, TextError,
};

/// Game in progress, with the notation of the peer.
#[derive(Clone)]
pub(super) struct CurrentGame {
    game: AnyGame,
    /// How moves and positions are read and written.
    format: NotationFormat,
    so_far: GameSoFar<AnyGame>,
}

impl CurrentGame {
    /// Creates a game at its start position.
    pub(super) fn new(game: AnyGame, format: NotationFormat) -> Self {
        let so_far = GameSoFar::new(game.start());
        Self { game, format, so_far }
    }

    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Replaces the game by one with other rules or notation; the position stays.
    pub(super) fn set_game(&mut self, game: AnyGame) {
        self.game = game;
    }

    /// Sets the format in which moves and positions are read and written; the position stays.
    pub(super) fn set_format(&mut self, format: NotationFormat) {
        self.format = format;
    }

    pub(super) fn position(&self) -> &AnyPosition {
        self.so_far.position()
    }

    pub(super) fn history(&self) -> &History<AnyPosition> {
        self.so_far.history()
    }

    /// Returns the moves since the position that was set up.
    pub(super) fn moves(&self) -> &[AnyMove] {
        self.so_far.moves()
    }

    /// Returns the legal moves.
    pub(super) fn legal(&self) -> MoveList<AnyMove> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        moves
    }

    /// Sets up the position of a text, or the start of the game, and plays moves from there. Changes nothing where
    /// one of them is wrong.
    pub(super) fn set_up(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), TextError> {
        let position = match text {
            None => self.game.start(),
            Some(text) => self.read_position(text)?,
        };
        let so_far = GameSoFar::new(position);
        let mut next = Self { game: self.game.clone(), format: self.format, so_far };
        for text in moves {
            let mv = next.read_move(text)?;
            next.play(mv);
        }
        *self = next;
        Ok(())
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.game.parse_position(self.format, text)
    }

    pub(super) fn read_move(&self, text: &str) -> Result<AnyMove, TextError> {
        self.game.parse_move(self.format, self.position(), text)
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: AnyMove) {
        self.so_far.play(mv);
    }

    /// Takes back all moves but the first `plies`.
    pub(super) fn back_to(&mut self, plies: usize) {
        self.so_far.back_to(plies);
    }

    pub(super) fn move_text(&self, mv: AnyMove) -> Option<String> {
        self.text_at(self.position(), mv)
    }

    fn text_at(&self, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        self.game.try_move_text(self.format, position, mv)
    }

    /// Returns a line of moves from here as text, up to the first that the format cannot express.
    pub(super) fn line_text(&self, line: &[AnyMove]) -> Vec<String> {
        let mut position = self.position().clone();
        let mut texts = Vec::with_capacity(line.len());
        for mv in line {
            let Some(text) = self.text_at(&position, *mv) else { break };
            texts.push(text);
            position.play(*mv);
        }
        texts
    }
}
