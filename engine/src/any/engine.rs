//! The engine of any game.

use std::sync::Arc;

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Estimate, Game, History, MoveList, Position,
    any::{AnyTablebase, typed_move},
    registry::GameVisitor,
};

use super::report::{erased, erased_moves};
use crate::{
    Evaluation, Evaluator,
    engine::{Engine, EngineOptions, Judge},
    net::NetError,
    opening_book::OpeningBook,
    search::{Limits, MemoryShortage, RootMove, SearchReport, SearchTablebase, StopHandle},
};

/// A player of any game: an [`Engine`] whose game is a value.
pub struct AnyEngine {
    game: AnyGame,
    engine: Box<dyn Erased>,
}

impl AnyEngine {
    /// Makes an engine of `game`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: AnyGame, judge: Judge, options: EngineOptions) -> Result<Self, NetError> {
        let engine = game.visit(Make { judge, options })?;
        Ok(Self { game, engine })
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the options.
    pub fn options(&self) -> &EngineOptions {
        self.engine.options()
    }

    /// Changes the options; see [`Engine::set_options`].
    pub fn set_options(&mut self, options: EngineOptions) {
        self.engine.set_options(options);
    }

    /// Returns by how much less memory its search has than the options say, if the system did not give it.
    pub fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.engine.memory_shortage()
    }

    /// Gives it an opening book of its game, or takes it away; see [`Engine::set_book`].
    pub fn set_book(&mut self, book: Option<Arc<OpeningBook>>) {
        self.engine.set_book(book);
    }

    /// Gives it tables of exact values; see [`Engine::set_tables`].
    ///
    /// # Panics
    /// If the tables are those of another game.
    pub fn set_tables(&mut self, tables: Option<Arc<AnyTablebase>>) {
        self.engine.set_tables(tables.as_deref());
    }

    /// Forgets the game: what comes next is another.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Thinks about the current position of a game; see [`Engine::think`].
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn think(
        &mut self,
        position: &AnyPosition,
        history: &History<AnyPosition>,
        limits: &Limits,
        control: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<AnyMove>),
    ) -> SearchReport<AnyMove> {
        self.think_of(&[], position, history, limits, control, watch)
    }

    /// Thinks about nothing but the legal moves `only`; see [`Engine::think_of`].
    ///
    /// # Panics
    /// If the position has no legal move, or none of `only` is legal.
    pub fn think_of(
        &mut self,
        only: &[AnyMove],
        position: &AnyPosition,
        history: &History<AnyPosition>,
        limits: &Limits,
        control: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<AnyMove>),
    ) -> SearchReport<AnyMove> {
        self.engine.think_of(only, (position, history), limits, control, watch)
    }

    /// Returns the moves behind a line in the tree of its last search, with their statistics; see
    /// [`Engine::moves_behind`].
    ///
    /// # Panics
    /// If a move of the line is not legal.
    pub fn moves_behind(&self, position: &AnyPosition, line: &[AnyMove]) -> Option<Vec<RootMove<AnyMove>>> {
        self.engine.moves_behind(position, line)
    }

    /// Returns what it expects of a position, whether or not it is the end of a game.
    pub fn estimate(&mut self, position: &AnyPosition) -> Estimate {
        self.engine.estimate(position)
    }

    /// Judges a position without a search, and replaces the content of `logits` by one for each legal move.
    pub fn evaluate(&mut self, position: &AnyPosition, logits: &mut Vec<f32>) -> Evaluation {
        self.engine.evaluate(position, logits)
    }
}

/// What [`AnyEngine`] asks of an engine; see the methods of the same names there.
trait Erased: Send {
    fn options(&self) -> &EngineOptions;
    fn set_options(&mut self, options: EngineOptions);
    fn memory_shortage(&self) -> Option<MemoryShortage>;
    fn set_book(&mut self, book: Option<Arc<OpeningBook>>);
    fn set_tables(&mut self, tables: Option<&AnyTablebase>);
    fn new_game(&mut self);
    fn think_of(
        &mut self,
        only: &[AnyMove],
        game: (&AnyPosition, &History<AnyPosition>),
        limits: &Limits,
        control: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<AnyMove>),
    ) -> SearchReport<AnyMove>;
    fn moves_behind(&self, position: &AnyPosition, line: &[AnyMove]) -> Option<Vec<RootMove<AnyMove>>>;
    fn estimate(&mut self, position: &AnyPosition) -> Estimate;
    fn evaluate(&mut self, position: &AnyPosition, logits: &mut Vec<f32>) -> Evaluation;
}

impl<G: Game> Erased for Engine<G> {
    fn options(&self) -> &EngineOptions {
        self.options()
    }

    fn set_options(&mut self, options: EngineOptions) {
        self.set_options(options);
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.memory_shortage()
    }

    fn set_book(&mut self, book: Option<Arc<OpeningBook>>) {
        self.set_book(book);
    }

    fn set_tables(&mut self, tables: Option<&AnyTablebase>) {
        self.set_tables(SearchTablebase::of(tables));
    }

    fn new_game(&mut self) {
        self.new_game();
    }

    fn think_of(
        &mut self,
        only: &[AnyMove],
        (position, history): (&AnyPosition, &History<AnyPosition>),
        limits: &Limits,
        control: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<AnyMove>),
    ) -> SearchReport<AnyMove> {
        let position = position.typed::<G::Position>();
        let only: Vec<_> = only.iter().map(|mv| typed_move(position, *mv)).collect();
        let mut watch = |report: &SearchReport<_>| watch(&erased(position, report));
        erased(position, &self.think_of(&only, position, &history.typed(), limits, control, &mut watch))
    }

    fn moves_behind(&self, position: &AnyPosition, line: &[AnyMove]) -> Option<Vec<RootMove<AnyMove>>> {
        let position = position.typed::<G::Position>();
        let mut at = position.clone();
        let line: Vec<_> = line
            .iter()
            .map(|mv| {
                let mv = typed_move(&at, *mv);
                at.play(mv);
                mv
            })
            .collect();
        Some(erased_moves(&at, &self.moves_behind(position, &line)?))
    }

    fn estimate(&mut self, position: &AnyPosition) -> Estimate {
        self.estimate(position.typed())
    }

    fn evaluate(&mut self, position: &AnyPosition, logits: &mut Vec<f32>) -> Evaluation {
        let position = position.typed::<G::Position>();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        self.evaluator().evaluate(position, &moves, logits)
    }
}

struct Make {
    judge: Judge,
    options: EngineOptions,
}

impl GameVisitor for Make {
    type Output = Result<Box<dyn Erased>, NetError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        Ok(Box::new(Engine::new(game, self.judge, self.options)?))
    }
}
