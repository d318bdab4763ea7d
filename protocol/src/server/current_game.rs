//! The current game.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameSoFar, History, MoveList, Notation, NotationFormat, Outcome,
    TextError, notation::line_texts,
};

/// Game in progress, with the notation of the peer.
#[derive(Clone)]
pub(super) struct CurrentGame {
    /// How moves and positions are read and written.
    format: NotationFormat,
    so_far: GameSoFar,
}

impl CurrentGame {
    /// Creates a game at its start position.
    pub(super) fn new(game: AnyGame, format: NotationFormat) -> Self {
        Self { format, so_far: GameSoFar::at_start(game) }
    }

    /// Returns how moves and positions are read and written.
    pub(super) fn format(&self) -> NotationFormat {
        self.format
    }

    pub(super) fn game(&self) -> &AnyGame {
        self.so_far.game()
    }

    /// Replaces the game by one with other rules or notation; the position stays.
    pub(super) fn set_game(&mut self, game: AnyGame) {
        self.so_far.set_game(game);
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

    /// Returns the result; `None` while the game goes on.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.so_far.outcome()
    }

    /// Returns how the game ended and why, for people; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        self.so_far.ending()
    }

    /// Returns the legal moves.
    pub(super) fn legal(&self) -> MoveList<AnyMove> {
        self.so_far.legal_moves()
    }

    /// Sets up the position of a text, or the start of the game, and plays moves from there. Changes nothing where
    /// one of them is wrong.
    pub(super) fn set_up(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), TextError> {
        let position = match text {
            None => self.game().start(),
            Some(text) => self.game().parse_position(self.format, text)?,
        };
        let mut so_far = GameSoFar::new(self.game().clone(), position);
        for text in moves {
            let mv = so_far.parse_move(self.format, text)?;
            so_far.play(mv);
        }
        self.so_far = so_far;
        Ok(())
    }

    pub(super) fn read_move(&self, text: &str) -> Result<AnyMove, TextError> {
        self.so_far.parse_move(self.format, text)
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
        self.game().try_move_text(self.format, self.position(), mv)
    }

    /// Returns a line of moves from here as text, up to the first that the format cannot express.
    pub(super) fn line_text(&self, line: &[AnyMove]) -> Vec<String> {
        line_texts(self.game(), self.format, self.position(), line).map_while(|text| text).collect()
    }
}
