//! Games without their type.

use std::{any::Any, sync::Arc};

use super::{
    AnyEncoding, AnyFeatures, AnyMove, AnyPosition,
    moves::{erased_move, legal, typed_move},
};
use crate::{
    book::OpeningTable,
    diagram::Diagram,
    dialect::Dialect,
    endings::{Ahead, Endings, Numbering, Place, Slice},
    estimate::Estimate,
    game::{BalancedOpenings, Game, SearchKind},
    game_text::{TagError, Tags, TextStyle},
    history::History,
    options::GameOption,
    player::Player,
    position::{MoveList, Position},
    registry::{self, GameVisitor},
    text_error::TextError,
};

/// Any game, with its options fixed.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn Erased>);

impl AnyGame {
    /// Wraps a game.
    pub fn new<G: Game>(game: G) -> Self {
        Self(Arc::new(game))
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
        let typed = Typed { game: self, visitor };
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
struct Typed<'g, V> {
    game: &'g AnyGame,
    visitor: V,
}

impl<V: GameVisitor> GameVisitor for Typed<'_, V> {
    type Output = V::Output;

    fn visit<G: Game>(self, game: G) -> V::Output {
        let game = self.game.typed::<G>().cloned().unwrap_or(game);
        self.visitor.visit(game)
    }
}

/// What [`AnyGame`] asks of a game; as in [`Game`].
trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn id_(&self) -> &str;
    fn aliases_(&self) -> &'static [&'static str];
    fn options_(&self) -> &'static [GameOption];
    fn summary_(&self) -> &'static str;
    fn start_(&self) -> AnyPosition;
    fn feature_sets_(&self) -> &'static [&'static str];
    fn features_(&self, id: &str) -> Option<AnyFeatures>;
    fn encoding_(&self) -> AnyEncoding;
    fn parse_position_(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn position_text_(&self, position: &AnyPosition) -> String;
    fn parse_move_(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, TextError>;
    fn move_text_(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn dialects_(&self) -> &'static [Dialect];
    fn parse_position_in_(&self, dialect: Dialect, text: &str) -> Result<AnyPosition, TextError>;
    fn position_text_in_(&self, dialect: Dialect, position: &AnyPosition) -> String;
    fn parse_move_in_(
        &self,
        dialect: Dialect,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, TextError>;
    fn move_text_in_(&self, dialect: Dialect, position: &AnyPosition, mv: AnyMove) -> Option<String>;
    fn switches_(&self, dialect: Dialect) -> &'static [&'static str];
    fn adjusted_(&self, dialect: Dialect, name: &str, value: &str) -> Result<AnyGame, TextError>;
    fn settings_in_(&self, dialect: Dialect) -> Vec<(&'static str, String)>;
    fn board_text_(&self, position: &AnyPosition) -> String;
    fn player_name_(&self, player: Player) -> &'static str;
    fn diagram_(&self, position: &AnyPosition) -> Option<Diagram>;
    fn move_squares_(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String>;
    fn ending_text_(&self, position: &AnyPosition, history: &History<AnyPosition>) -> Option<&'static str>;
    fn can_win_(&self, position: &AnyPosition, player: Player) -> bool;
    fn seen_by_(&self, position: &AnyPosition, player: Player) -> AnyPosition;
    fn announced_move_(
        &self,
        position: &AnyPosition,
        estimate: &mut dyn FnMut(&AnyPosition) -> Estimate,
    ) -> Option<AnyMove>;
    fn result_text_(&self, position: &AnyPosition) -> Option<String>;
    fn endings_(&self) -> Option<Box<dyn Endings<AnyPosition>>>;
    fn opening_tables_(&self) -> &'static [OpeningTable];
    fn text_style_(&self) -> TextStyle;
    fn start_tags_(&self, start: &AnyPosition) -> Vec<(&'static str, String)>;
    fn start_tags_in_(&self, dialect: Dialect, start: &AnyPosition) -> Vec<(&'static str, String)>;
    fn of_tags_in_(&self, dialect: Dialect, tags: &Tags) -> Result<AnyGame, TagError>;
    fn of_tags_(&self, tags: &Tags) -> Result<AnyGame, TagError>;
    fn first_move_number_(&self, start: &AnyPosition) -> u32;
    fn position_words_(&self) -> usize;
    fn with_counters_(&self, position: AnyPosition, quiet: Option<u32>, number: Option<u32>) -> AnyPosition;
    fn symmetries_(&self) -> usize;
    fn seen_symmetries_(&self) -> Vec<usize>;
    fn transform_player_(&self, player: Player, symmetry: usize) -> Player;
    fn transform_(&self, position: &AnyPosition, symmetry: usize) -> AnyPosition;
    fn transform_move_(&self, position: &AnyPosition, mv: AnyMove, symmetry: usize) -> AnyMove;
    fn judge_(&self, position: &AnyPosition, player: Player) -> i32;
    fn material_(&self, position: &AnyPosition, player: Player) -> Option<i32>;
    fn suited_search_(&self) -> SearchKind;
    fn balanced_openings_(&self) -> Option<BalancedOpenings>;
    fn promise_(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32>;
    fn tactical_moves_(&self, position: &AnyPosition, out: &mut MoveList<AnyMove>);
    fn gain_(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32>;
}

impl<G: Game> Erased for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn id_(&self) -> &str {
        self.id()
    }

    fn aliases_(&self) -> &'static [&'static str] {
        self.aliases()
    }

    fn options_(&self) -> &'static [GameOption] {
        self.options()
    }

    fn summary_(&self) -> &'static str {
        self.summary()
    }

    fn start_(&self) -> AnyPosition {
        AnyPosition::new(self.start())
    }

    fn feature_sets_(&self) -> &'static [&'static str] {
        self.feature_sets()
    }

    fn features_(&self, id: &str) -> Option<AnyFeatures> {
        self.features(id).map(AnyFeatures::new)
    }

    fn encoding_(&self) -> AnyEncoding {
        AnyEncoding::new(self.encoding())
    }

    fn parse_position_(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.parse_position(text).map(AnyPosition::new)
    }

    fn position_text_(&self, position: &AnyPosition) -> String {
        self.position_text(position.typed())
    }

    fn parse_move_(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, TextError> {
        let position = position.typed();
        Ok(erased_move(position, self.parse_move(position, text)?))
    }

    fn move_text_(&self, position: &AnyPosition, mv: AnyMove) -> String {
        let position = position.typed();
        self.move_text(position, typed_move(position, mv))
    }

    fn dialects_(&self) -> &'static [Dialect] {
        self.dialects()
    }

    fn parse_position_in_(&self, dialect: Dialect, text: &str) -> Result<AnyPosition, TextError> {
        self.parse_position_in(dialect, text).map(AnyPosition::new)
    }

    fn position_text_in_(&self, dialect: Dialect, position: &AnyPosition) -> String {
        self.position_text_in(dialect, position.typed())
    }

    fn parse_move_in_(
        &self,
        dialect: Dialect,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, TextError> {
        let position = position.typed();
        Ok(erased_move(position, self.parse_move_in(dialect, position, text)?))
    }

    fn move_text_in_(&self, dialect: Dialect, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        let position = position.typed();
        self.move_text_in(dialect, position, typed_move(position, mv))
    }

    fn switches_(&self, dialect: Dialect) -> &'static [&'static str] {
        self.switches(dialect)
    }

    fn adjusted_(&self, dialect: Dialect, name: &str, value: &str) -> Result<AnyGame, TextError> {
        self.adjusted(dialect, name, value).map(AnyGame::new)
    }

    fn settings_in_(&self, dialect: Dialect) -> Vec<(&'static str, String)> {
        self.settings_in(dialect)
    }

    fn board_text_(&self, position: &AnyPosition) -> String {
        self.board_text(position.typed())
    }

    fn player_name_(&self, player: Player) -> &'static str {
        self.player_name(player)
    }

    fn diagram_(&self, position: &AnyPosition) -> Option<Diagram> {
        self.diagram(position.typed())
    }

    fn move_squares_(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String> {
        let position = position.typed();
        self.move_squares(position, typed_move(position, mv))
    }

    fn ending_text_(&self, position: &AnyPosition, history: &History<AnyPosition>) -> Option<&'static str> {
        self.ending_text(position.typed(), &history.typed())
    }

    fn can_win_(&self, position: &AnyPosition, player: Player) -> bool {
        self.can_win(position.typed(), player)
    }

    fn seen_by_(&self, position: &AnyPosition, player: Player) -> AnyPosition {
        AnyPosition::new(self.seen_by(position.typed(), player))
    }

    fn announced_move_(
        &self,
        position: &AnyPosition,
        estimate: &mut dyn FnMut(&AnyPosition) -> Estimate,
    ) -> Option<AnyMove> {
        let position = position.typed();
        let mv = self.announced_move(position, &mut |other| estimate(&AnyPosition::new(other.clone())))?;
        Some(erased_move(position, mv))
    }

    fn result_text_(&self, position: &AnyPosition) -> Option<String> {
        self.result_text(position.typed())
    }

    fn endings_(&self) -> Option<Box<dyn Endings<AnyPosition>>> {
        let typed = self.endings()?;
        Some(Box::new(AnyEndings(typed)))
    }

    fn opening_tables_(&self) -> &'static [OpeningTable] {
        self.opening_tables()
    }

    fn text_style_(&self) -> TextStyle {
        self.text_style()
    }

    fn start_tags_(&self, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.start_tags(start.typed())
    }

    fn start_tags_in_(&self, dialect: Dialect, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.start_tags_in(dialect, start.typed())
    }

    fn of_tags_in_(&self, dialect: Dialect, tags: &Tags) -> Result<AnyGame, TagError> {
        self.of_tags_in(dialect, tags).map(AnyGame::new)
    }

    fn of_tags_(&self, tags: &Tags) -> Result<AnyGame, TagError> {
        self.of_tags(tags).map(AnyGame::new)
    }

    fn first_move_number_(&self, start: &AnyPosition) -> u32 {
        self.first_move_number(start.typed())
    }

    fn position_words_(&self) -> usize {
        self.position_words()
    }

    fn with_counters_(&self, position: AnyPosition, quiet: Option<u32>, number: Option<u32>) -> AnyPosition {
        AnyPosition::new(self.with_counters(position.typed::<G::Position>().clone(), quiet, number))
    }

    fn symmetries_(&self) -> usize {
        self.symmetries()
    }

    fn seen_symmetries_(&self) -> Vec<usize> {
        self.seen_symmetries()
    }

    fn transform_player_(&self, player: Player, symmetry: usize) -> Player {
        self.transform_player(player, symmetry)
    }

    fn transform_(&self, position: &AnyPosition, symmetry: usize) -> AnyPosition {
        AnyPosition::new(self.transform(position.typed(), symmetry))
    }

    fn transform_move_(&self, position: &AnyPosition, mv: AnyMove, symmetry: usize) -> AnyMove {
        let position = position.typed();
        let mv = self.transform_move(position, typed_move(position, mv), symmetry);
        erased_move(&self.transform(position, symmetry), mv)
    }

    fn judge_(&self, position: &AnyPosition, player: Player) -> i32 {
        self.judge(position.typed(), player)
    }

    fn material_(&self, position: &AnyPosition, player: Player) -> Option<i32> {
        self.material(position.typed(), player)
    }

    fn suited_search_(&self) -> SearchKind {
        self.suited_search()
    }

    fn balanced_openings_(&self) -> Option<BalancedOpenings> {
        self.balanced_openings()
    }

    fn promise_(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        let position = position.typed();
        self.promise(position, typed_move(position, mv))
    }

    fn tactical_moves_(&self, position: &AnyPosition, out: &mut MoveList<AnyMove>) {
        let position = position.typed::<G::Position>();
        let mut typed = MoveList::new();
        self.tactical_moves(position, &mut typed);
        let all = legal(position);
        out.clear();
        out.extend(typed.iter().filter_map(|mv| all.binary_search(mv).ok()).map(AnyMove::at));
    }

    fn gain_(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        let position = position.typed();
        self.gain(position, typed_move(position, mv))
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Features = AnyFeatures;
    type Encoding = AnyEncoding;

    fn id(&self) -> &str {
        self.0.id_()
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.0.aliases_()
    }

    fn options(&self) -> &'static [GameOption] {
        self.0.options_()
    }

    fn summary(&self) -> &'static str {
        self.0.summary_()
    }

    fn start(&self) -> AnyPosition {
        self.0.start_()
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        self.0.feature_sets_()
    }

    fn features(&self, id: &str) -> Option<AnyFeatures> {
        self.0.features_(id)
    }

    fn encoding(&self) -> AnyEncoding {
        self.0.encoding_()
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.0.parse_position_(text)
    }

    fn position_text(&self, position: &AnyPosition) -> String {
        self.0.position_text_(position)
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move_(position, text)
    }

    fn move_text(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.0.move_text_(position, mv)
    }

    fn dialects(&self) -> &'static [Dialect] {
        self.0.dialects_()
    }

    fn parse_position_in(&self, dialect: Dialect, text: &str) -> Result<AnyPosition, TextError> {
        self.0.parse_position_in_(dialect, text)
    }

    fn position_text_in(&self, dialect: Dialect, position: &AnyPosition) -> String {
        self.0.position_text_in_(dialect, position)
    }

    fn parse_move_in(
        &self,
        dialect: Dialect,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, TextError> {
        self.0.parse_move_in_(dialect, position, text)
    }

    fn move_text_in(&self, dialect: Dialect, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        self.0.move_text_in_(dialect, position, mv)
    }

    fn switches(&self, dialect: Dialect) -> &'static [&'static str] {
        self.0.switches_(dialect)
    }

    fn adjusted(&self, dialect: Dialect, name: &str, value: &str) -> Result<AnyGame, TextError> {
        self.0.adjusted_(dialect, name, value)
    }

    fn settings_in(&self, dialect: Dialect) -> Vec<(&'static str, String)> {
        self.0.settings_in_(dialect)
    }

    fn board_text(&self, position: &AnyPosition) -> String {
        self.0.board_text_(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name_(player)
    }

    fn diagram(&self, position: &AnyPosition) -> Option<Diagram> {
        self.0.diagram_(position)
    }

    fn move_squares(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String> {
        self.0.move_squares_(position, mv)
    }

    fn ending_text(&self, position: &AnyPosition, history: &History<AnyPosition>) -> Option<&'static str> {
        self.0.ending_text_(position, history)
    }

    fn can_win(&self, position: &AnyPosition, player: Player) -> bool {
        self.0.can_win_(position, player)
    }

    fn seen_by(&self, position: &AnyPosition, player: Player) -> AnyPosition {
        self.0.seen_by_(position, player)
    }

    fn announced_move(
        &self,
        position: &AnyPosition,
        estimate: &mut dyn FnMut(&AnyPosition) -> Estimate,
    ) -> Option<AnyMove> {
        self.0.announced_move_(position, estimate)
    }

    fn result_text(&self, position: &AnyPosition) -> Option<String> {
        self.0.result_text_(position)
    }

    fn endings(&self) -> Option<Box<dyn Endings<AnyPosition>>> {
        self.0.endings_()
    }

    fn opening_tables(&self) -> &'static [OpeningTable] {
        self.0.opening_tables_()
    }

    fn text_style(&self) -> TextStyle {
        self.0.text_style_()
    }

    fn start_tags(&self, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.0.start_tags_(start)
    }

    fn start_tags_in(&self, dialect: Dialect, start: &AnyPosition) -> Vec<(&'static str, String)> {
        self.0.start_tags_in_(dialect, start)
    }

    fn of_tags_in(&self, dialect: Dialect, tags: &Tags) -> Result<AnyGame, TagError> {
        self.0.of_tags_in_(dialect, tags)
    }

    fn of_tags(&self, tags: &Tags) -> Result<AnyGame, TagError> {
        self.0.of_tags_(tags)
    }

    fn first_move_number(&self, start: &AnyPosition) -> u32 {
        self.0.first_move_number_(start)
    }

    fn position_words(&self) -> usize {
        self.0.position_words_()
    }

    fn with_counters(&self, position: AnyPosition, quiet: Option<u32>, number: Option<u32>) -> AnyPosition {
        self.0.with_counters_(position, quiet, number)
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries_()
    }

    fn seen_symmetries(&self) -> Vec<usize> {
        self.0.seen_symmetries_()
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        self.0.transform_player_(player, symmetry)
    }

    fn transform(&self, position: &AnyPosition, symmetry: usize) -> AnyPosition {
        self.0.transform_(position, symmetry)
    }

    fn transform_move(&self, position: &AnyPosition, mv: AnyMove, symmetry: usize) -> AnyMove {
        self.0.transform_move_(position, mv, symmetry)
    }

    fn judge(&self, position: &AnyPosition, player: Player) -> i32 {
        self.0.judge_(position, player)
    }

    fn material(&self, position: &AnyPosition, player: Player) -> Option<i32> {
        self.0.material_(position, player)
    }

    fn suited_search(&self) -> SearchKind {
        self.0.suited_search_()
    }

    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        self.0.balanced_openings_()
    }

    fn promise(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        self.0.promise_(position, mv)
    }

    fn tactical_moves(&self, position: &AnyPosition, out: &mut MoveList<AnyMove>) {
        self.0.tactical_moves_(position, out)
    }

    fn gain(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        self.0.gain_(position, mv)
    }
}

/// Numbers the positions of few pieces of any game.
struct AnyEndings<P: Position>(Box<dyn Endings<P>>);

impl<P: Position> Numbering for AnyEndings<P> {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn slices(&self) -> &[Slice] {
        self.0.slices()
    }

    fn look_ahead(
        &self,
        slice: usize,
        part: usize,
        range: std::ops::Range<u64>,
        visit: &mut dyn FnMut(u64, Ahead<'_>),
    ) {
        self.0.look_ahead(slice, part, range, visit);
    }

    fn look_back(
        &self,
        slice: usize,
        part: usize,
        indices: &mut dyn Iterator<Item = u64>,
        visit: &mut dyn FnMut(Place, u64),
    ) {
        self.0.look_back(slice, part, indices, visit);
    }
}

impl<P: Position> Endings<AnyPosition> for AnyEndings<P> {
    fn place(&self, position: &AnyPosition) -> Option<Place> {
        self.0.place(position.typed())
    }

    fn position(&self, place: Place) -> Option<AnyPosition> {
        self.0.position(place).map(AnyPosition::new)
    }
}
