//! Everything the pipeline needs to know about one game.

use crate::{encoding::MoveEncoding, features::Features, position::Position, text_error::TextError};

/// A move of a game's positions.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game with its options fixed: a cheap handle, passed by value.
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;
    /// Its feature sets.
    type Features: Features<Self::Position>;
    /// Its move encoding.
    type Encoding: MoveEncoding<Self::Position>;

    /// The identity: lower case, e.g. `international`. Files carry it.
    fn id(&self) -> &'static str;

    /// One line for people: board, pieces, and what is special.
    fn summary(&self) -> &'static str;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The identities of the feature sets, the default first.
    fn feature_sets(&self) -> &'static [&'static str];

    /// A feature set by its identity; `None` where the game has no such set.
    fn features(&self, id: &str) -> Option<Self::Features>;

    /// The move encoding.
    fn encoding(&self) -> Self::Encoding;

    /// Reads a position (for draughts and chess: FEN). Refuses what cannot be on a board.
    ///
    /// # Errors
    /// Where and why the text is not a legal position.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Writes a position in the form that [`parse_position`](Game::parse_position) reads.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a move in the game's notation.
    ///
    /// # Errors
    /// Why it is not a legal move of `position`: unreadable, illegal (with the reason, such as a capture
    /// that has to be made), or ambiguous.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<MoveOf<Self>, TextError>;

    /// Writes a legal move of `position`, as short as it is unambiguous.
    fn move_text(&self, position: &Self::Position, mv: MoveOf<Self>) -> String;

    /// The board for a terminal, several lines with coordinates.
    fn board_text(&self, position: &Self::Position) -> String;

    /// The number of symmetries of the game, the identity included; symmetry 0 is the identity.
    /// A symmetry may exchange the players.
    fn symmetries(&self) -> usize;

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position;

    /// The image of a legal move of `position` under a symmetry: legal in the transformed position.
    fn transform_move(&self, position: &Self::Position, mv: MoveOf<Self>, symmetry: usize) -> MoveOf<Self>;

    /// Material balance seen from the player to move, in hundredths of a man (pawn): what the built-in
    /// yardstick judges by. Stays within ±20,000.
    fn material(&self, position: &Self::Position) -> i32;
}
