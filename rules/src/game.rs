//! A game: its identity, its start position, what a network sees of it.

use crate::{
    display::GameDisplay, encoding::MoveEncoding, features::Features, heuristics::SearchHeuristics,
    notation::Notation, options::GameOption, player::Player, position::Position, symmetry::Symmetry,
    syzygy_board::SyzygyBoard, tablebase_index::TablebaseIndex, tags::GameTags,
};

/// A move of a game's positions.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game with its options fixed: a cheap handle, passed by value.
///
/// What it says beyond its identity, its start and its network features is in traits of their own: [`Notation`],
/// [`GameTags`], [`Symmetry`], [`GameDisplay`] and [`SearchHeuristics`].
pub trait Game:
    Notation<<Self as Game>::Position>
    + GameTags<<Self as Game>::Position>
    + Symmetry<<Self as Game>::Position>
    + GameDisplay<<Self as Game>::Position>
    + SearchHeuristics<<Self as Game>::Position>
    + Clone
    + Send
    + Sync
    + 'static
{
    /// Positions of the game.
    type Position: Position;
    /// Feature sets of the game.
    type Features: Features<Self::Position>;
    /// Move encoding of the game.
    type Encoding: MoveEncoding<Self::Position>;

    /// Returns the identity: the name of the registry, and the options that differ from their defaults.
    ///
    /// Such are `international` and `chinese-checkers:players=3`. Files carry it.
    fn id(&self) -> &str;

    /// Returns the identity of the game whose nets and endgame tables serve this one.
    ///
    /// Options are no part of it that change where a game begins and nothing of what follows. Nor are the size of the board
    /// and the opening of five-in-a-row, which nets see through a frame of 15×15 points, and the hops of Chinese
    /// checkers for two.
    fn net_id(&self) -> &str {
        self.id()
    }

    /// Returns other names of the game, in small letters with single spaces, e.g. `checkers` or `10x10`.
    ///
    /// Several games may share a name: [`registry::named`](crate::registry::named) then asks which one is meant.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the options that the game knows.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// Returns the start position.
    fn start(&self) -> Self::Position;

    /// Returns the identities of the feature sets, the default first.
    fn feature_sets(&self) -> &'static [&'static str];

    /// Returns a feature set by its identity; `None` where the game has no such set.
    fn features(&self, id: &str) -> Option<Self::Features>;

    /// Returns the move encoding.
    fn encoding(&self) -> Self::Encoding;

    /// Says whether `player` can still win by any sequence of moves, the opponents' help included.
    ///
    /// Where not, the opponent's loss on time is a draw, if the rules of the game ask for this.
    fn can_win(&self, position: &Self::Position, player: Player) -> bool {
        let _ = (position, player);
        true
    }

    /// Returns the position as far as `player` may know it, without what the other has sealed.
    fn seen_by(&self, position: &Self::Position, player: Player) -> Self::Position {
        let _ = player;
        position.clone()
    }

    /// Returns the index of endgame tables: positions of few pieces, numbered. `None` where there are no such tables.
    fn tablebase_index(&self) -> Option<Box<dyn TablebaseIndex<Self::Position>>> {
        None
    }

    /// Returns what Syzygy tables know a position of this game by, with the counters that a game has there. `None` where
    /// there are no such tables.
    fn syzygy_board(
        &self,
        position: &Self::Position,
        clock: <Self::Position as Position>::Clock,
    ) -> Option<SyzygyBoard> {
        let _ = (position, clock);
        None
    }
}
