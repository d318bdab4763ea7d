//! Games without their type.

use std::{any::Any, sync::Arc};

use super::{
    AnyEncoding, AnyFeatures, AnyPosition, Counters, PackedCounters,
    encoder::{self, TypedEncoder},
    tablebase_index::AnyTablebaseIndex,
};
use crate::{
    display::GameDisplay,
    game::Game,
    game_text::{TagError, Tags, TextStyle},
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat},
    options::GameOption,
    player::Player,
    registry::{self, GameVisitor},
    symmetry::Symmetry,
    syzygy_board::SyzygyBoard,
    tablebase_index::TablebaseIndex,
    text_error::TextError,
};

/// Any game, with its options fixed.
#[derive(Clone)]
pub struct AnyGame(pub(super) Arc<dyn ErasedGame>);

/// A game in its own types that answers about positions of any game.
pub(super) struct Typed<G>(pub(super) G);

impl AnyGame {
    /// Wraps a game.
    pub fn new<G: Game>(game: G) -> Self {
        Self(Arc::new(Typed(game)))
    }

    /// Returns the game of an identity: a name of the registry, and options behind a colon.
    ///
    /// # Errors
    /// There is no such game, or its options are not what it knows.
    pub fn of_id(identity: &str) -> Result<Self, TextError> {
        registry::dispatch(identity, Wrap)
    }

    /// Returns the game in its own type; `None` where it is another one.
    pub fn typed<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// Calls the visitor with the game in its own type.
    ///
    /// # Panics
    /// If the game is not of the registry.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
        let typed = InOwnType { game: self, visitor };
        registry::dispatch(self.id(), typed).expect("a game of the registry")
    }
}

/// Makes a value of a game.
struct Wrap;

impl GameVisitor for Wrap {
    type Output = AnyGame;

    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

/// Hands on the game that was wrapped: what a program switched on in it is not in its identity.
struct InOwnType<'g, V> {
    game: &'g AnyGame,
    visitor: V,
}

impl<V: GameVisitor> GameVisitor for InOwnType<'_, V> {
    type Output = V::Output;

    fn visit<G: Game>(self, game: G) -> V::Output {
        let game = self.game.typed::<G>().cloned().unwrap_or(game);
        self.visitor.visit(game)
    }
}

/// What [`AnyGame`] asks of a game; as in [`GameTags`], whose methods return the game's own type.
pub(super) trait ErasedTags {
    fn text_style(&self) -> TextStyle;
    fn start_tags(&self, format: NotationFormat, start: &AnyPosition) -> Vec<(&'static str, String)>;
    fn of_tags(&self, format: NotationFormat, tags: &Tags) -> Result<AnyGame, TagError>;
    fn switches(&self, format: NotationFormat) -> &'static [&'static str];
    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<AnyGame, TextError>;
    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)>;
}

/// What [`AnyGame`] asks of a game; as in [`Game`].
pub(super) trait ErasedGame:
    Notation<AnyPosition>
    + ErasedTags
    + Symmetry<AnyPosition>
    + GameDisplay<AnyPosition>
    + SearchHeuristics<AnyPosition>
    + Send
    + Sync
{
    fn as_any(&self) -> &dyn Any;
    fn id(&self) -> &str;
    fn net_id(&self) -> &str;
    fn aliases(&self) -> &'static [&'static str];
    fn options(&self) -> &'static [GameOption];
    fn start(&self) -> AnyPosition;
    fn feature_sets(&self) -> &'static [&'static str];
    fn features(&self, id: &str) -> Option<AnyFeatures>;
    fn encoding(&self) -> AnyEncoding;
    fn encoder(&self, feature_set: &str) -> Option<Box<dyn encoder::Erased>>;
    fn can_win(&self, position: &AnyPosition, player: Player) -> bool;
    fn seen_by(&self, position: &AnyPosition, player: Player) -> AnyPosition;
    fn tablebase_index(&self) -> Option<Box<dyn TablebaseIndex<AnyPosition>>>;
    fn syzygy_board(&self, position: &AnyPosition, clock: PackedCounters) -> Option<SyzygyBoard>;
}

impl<G: Game> ErasedGame for Typed<G> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn id(&self) -> &str {
        self.0.id()
    }

    fn net_id(&self) -> &str {
        self.0.net_id()
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.0.aliases()
    }

    fn options(&self) -> &'static [GameOption] {
        self.0.options()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.0.start())
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        self.0.feature_sets()
    }

    fn features(&self, id: &str) -> Option<AnyFeatures> {
        self.0.features(id).map(AnyFeatures::new)
    }

    fn encoding(&self) -> AnyEncoding {
        AnyEncoding::new(self.0.encoding())
    }

    fn encoder(&self, feature_set: &str) -> Option<Box<dyn encoder::Erased>> {
        Some(Box::new(TypedEncoder::new(&self.0, feature_set)?))
    }

    fn can_win(&self, position: &AnyPosition, player: Player) -> bool {
        self.0.can_win(position.typed(), player)
    }

    fn seen_by(&self, position: &AnyPosition, player: Player) -> AnyPosition {
        AnyPosition::new(self.0.seen_by(position.typed(), player))
    }

    fn tablebase_index(&self) -> Option<Box<dyn TablebaseIndex<AnyPosition>>> {
        let typed = self.0.tablebase_index()?;
        Some(Box::new(AnyTablebaseIndex(typed)))
    }

    fn syzygy_board(&self, position: &AnyPosition, clock: PackedCounters) -> Option<SyzygyBoard> {
        self.0.syzygy_board(position.typed(), Counters::unpack(clock))
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Features = AnyFeatures;
    type Encoding = AnyEncoding;

    fn id(&self) -> &str {
        self.0.id()
    }

    fn net_id(&self) -> &str {
        self.0.net_id()
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.0.aliases()
    }

    fn options(&self) -> &'static [GameOption] {
        self.0.options()
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        self.0.feature_sets()
    }

    fn features(&self, id: &str) -> Option<AnyFeatures> {
        self.0.features(id)
    }

    fn encoding(&self) -> AnyEncoding {
        self.0.encoding()
    }

    fn can_win(&self, position: &AnyPosition, player: Player) -> bool {
        self.0.can_win(position, player)
    }

    fn seen_by(&self, position: &AnyPosition, player: Player) -> AnyPosition {
        self.0.seen_by(position, player)
    }

    fn tablebase_index(&self) -> Option<Box<dyn TablebaseIndex<AnyPosition>>> {
        self.0.tablebase_index()
    }

    fn syzygy_board(&self, position: &AnyPosition, clock: PackedCounters) -> Option<SyzygyBoard> {
        self.0.syzygy_board(position, clock)
    }
}
