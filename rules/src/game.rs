//! Everything the pipeline needs to know about one game.

use crate::{
    diagram::Diagram,
    encoding::MoveEncoding,
    features::Features,
    history::History,
    player::{MAX_PLAYERS, Player},
    position::Position,
    text_error::TextError,
};

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

    /// What people call a player, e.g. `White`.
    fn player_name(&self, player: Player) -> &'static str {
        const NAMES: [&str; MAX_PLAYERS] = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
        NAMES[player.index()]
    }

    /// The board as cells, for programs that draw it themselves; `None` where
    /// [`board_text`](Game::board_text) is all there is.
    fn diagram(&self, position: &Self::Position) -> Option<Diagram> {
        let _ = position;
        None
    }

    /// The names of the squares that a legal move of `position` changes (where it starts, ends and
    /// captures), as in [`diagram`](Game::diagram).
    fn move_squares(&self, position: &Self::Position, mv: MoveOf<Self>) -> Vec<String> {
        let _ = (position, mv);
        Vec::new()
    }

    /// Which rule ended the game, for people, e.g. `third repetition`; `None` while it goes on.
    /// `position` has to be the current one of `history`.
    fn ending_text(
        &self,
        position: &Self::Position,
        history: &History<Self::Position>,
    ) -> Option<&'static str> {
        history.outcome(position)?;
        Some(if position.outcome().is_some() {
            "the position decides"
        } else if position.ruled_outcome(history.clock(), 1).is_some() {
            "a limit on moves without progress"
        } else {
            "repetition of the position"
        })
    }

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
