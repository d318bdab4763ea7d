//! A player made of everything here: what protocols, analysis and matches drive.
//!
//! An [`Engine`] has a game, something to judge by and [options](EngineOptions). It is asked for one move at a
//! time with [`think`](Engine::think), keeps its tree between moves, ponders, and tells a listener what it
//! thinks.

#[cfg(test)]
mod contempt_tests;
mod evaluator;
mod level;
mod options;

use std::sync::Arc;

use damier_numerics::seed::Seed;
use damier_rules::{Game, History, Position, SearchKind, game::MoveOf};

pub(crate) use evaluator::Leaf;
pub use evaluator::{EngineEvaluator, Judge, Recording};
pub use level::Level;
pub use options::{BookUse, EngineOptions, Searcher};

use crate::{
    Evaluation, Value,
    evaluation::{self, Wdl, evaluation},
    net::NetError,
    opening_book::OpeningBook,
    search::{
        Limits, MemoryShortage, Request, RootMove, SearchReport, SearchTablebase, StopHandle,
        alphabeta::{AlphaBeta, AlphaBetaParams},
        mcts::{Mcts, MctsParams},
        memory::search_bytes,
    },
    time::Clock,
};

/// Plays one game after another, by tree search or by alpha-beta search.
pub struct Engine<G: Game> {
    game: G,
    options: EngineOptions,
    /// MiB that its evaluator takes of the memory that the options allow.
    judge_mib: usize,
    search: Mcts<G::Position, EngineEvaluator<G>>,
    /// Where it plays by that.
    alpha_beta: Option<AlphaBeta<G::Position, G, EngineEvaluator<G>>>,
    tables: SearchTablebase<G::Position>,
    book: Option<Arc<OpeningBook>>,
    /// What it expected of the game when it moved last, and after how many plies that was.
    expected: Option<(usize, f32)>,
}

impl<G: Game> Engine<G> {
    /// For `game`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: G, judge: Judge, options: EngineOptions) -> Result<Self, NetError> {
        let judge_mib = judge.bytes() >> 20;
        let evaluator = EngineEvaluator::new(game.clone(), judge)?;
        let mut search = Mcts::new(evaluator, params(&options, judge_mib));
        search.set_threads(options.threads);
        let tables = SearchTablebase::none();
        let mut engine =
            Self { game, options, judge_mib, search, alpha_beta: None, tables, book: None, expected: None };
        engine.choose_search();
        Ok(engine)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the options, from the next move on. What is known of the game is kept, unless there is to be less memory.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.search.set_params(params(&options, self.judge_mib));
        self.search.set_threads(options.threads);
        self.options = options;
        self.choose_search();
    }

    /// Returns by how much less memory its search has than the options say, if the system did not give it.
    pub fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.alpha_beta.as_ref()?.memory_shortage()
    }

    /// Has the search ready that the options ask for.
    fn choose_search(&mut self) {
        let options = &self.options;
        if options.level.search_kind(options.searcher, &self.game) != SearchKind::AlphaBeta {
            self.alpha_beta = None;
            return;
        }
        let params = alphabeta_params(options, self.judge_mib);
        let (game, search, tables) = (&self.game, &mut self.search, &self.tables);
        let alpha_beta = self.alpha_beta.get_or_insert_with(|| {
            let mut fresh = AlphaBeta::new(game.clone(), search.evaluator().clone(), params);
            fresh.set_tables(tables.clone());
            fresh
        });
        alpha_beta.set_params(params);
        alpha_beta.set_threads(options.threads);
    }

    /// Changes what it judges by, and forgets the game.
    ///
    /// # Errors
    /// The net is for another game or another version of it; nothing has changed then.
    pub fn set_judge(&mut self, judge: Judge) -> Result<(), NetError> {
        let (tables, book) = (self.tables.clone(), self.book.clone());
        *self = Self::new(self.game.clone(), judge, self.options)?;
        self.set_tables(tables);
        self.book = book;
        Ok(())
    }

    /// Gives it an opening book of its game, or takes it away. It plays by the book as long as that answers, at full
    /// strength and with one line to tell; a search without bounds, or for a win within limited plies, is one. Where a
    /// position occurs again, the book has had its chance.
    pub fn set_book(&mut self, book: Option<Arc<OpeningBook>>) {
        self.book = book;
    }

    /// Gives it tables of exact values, and forgets the game. Where they know the position that it is asked about,
    /// its value is theirs, and it plays no move that gives less.
    pub fn set_tables(&mut self, tables: SearchTablebase<G::Position>) {
        self.tables = tables.clone();
        self.search.set_tables(tables.clone());
        if let Some(alpha_beta) = &mut self.alpha_beta {
            alpha_beta.set_tables(tables);
        }
        self.new_game();
    }

    /// Forgets the game: what comes next is another.
    pub fn new_game(&mut self) {
        self.search.clear();
        if let Some(alpha_beta) = &mut self.alpha_beta {
            alpha_beta.clear();
        }
        self.expected = None;
    }

    /// Thinks about the current position of a game and returns when the first of `limits` is reached, when
    /// `stop` says so, or when there is nothing left to find out; a search that ponders returns neither
    /// before its time starts nor before it is stopped. An infinite search returns when the result is proven:
    /// who must not answer before being told to can [wait](StopHandle::wait_for_stop).
    ///
    /// `watch` gets a report when the line changes, a few times a second at most, and every second. What
    /// it thinks at the end is returned only. Position and history are the game's; what a player must not know
    /// is hidden from the search.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn think(
        &mut self,
        position: &G::Position,
        history: &History<G::Position>,
        limits: &Limits,
        stop: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<MoveOf<G>>),
    ) -> SearchReport<MoveOf<G>> {
        self.think_of(&[], position, history, limits, stop, watch)
    }

    /// The same, about nothing but the legal moves `only`, or about all where that is empty. What it finds about a
    /// part of the moves is forgotten after the search.
    ///
    /// # Panics
    /// If the position has no legal move, or none of `only` is legal.
    pub fn think_of(
        &mut self,
        only: &[MoveOf<G>],
        position: &G::Position,
        history: &History<G::Position>,
        limits: &Limits,
        stop: &StopHandle,
        watch: &mut dyn FnMut(&SearchReport<MoveOf<G>>),
    ) -> SearchReport<MoveOf<G>> {
        let position = &self.game.seen_by(position, position.to_move());
        if let Some(report) = self.announced(position).filter(|_| only.is_empty()) {
            stop.wait_for_clock();
            return report;
        }
        if only.is_empty()
            && let Some(report) = self.by_the_book(position, history, limits)
        {
            stop.wait_for_clock();
            return report;
        }
        let plies = history.plies();
        let expected = self.expected.filter(|(before, _)| *before < plies).map(|(_, share)| share);
        let overhead = self.options.overhead;
        let with_margin = |clock: Clock| clock.with_overhead(clock.overhead.max(overhead));
        // A search for a win within limited plies needs the tree, which leaves out no move.
        let asks_tree = self.alpha_beta.is_none() || limits.proof_plies.is_some();
        let kind = if asks_tree { SearchKind::Tree } else { SearchKind::AlphaBeta };
        let limits = Limits { clock: limits.clock.map(with_margin), ..*limits };
        let limits = self.options.level.limits(&limits, kind);
        let request = Request { limits, stop, overhead, expected, lines: self.options.multipv, only };
        let tables = &self.tables;
        let mut search = |watch: &mut dyn FnMut(&SearchReport<MoveOf<G>>)| match &mut self.alpha_beta {
            Some(alpha_beta) if kind == SearchKind::AlphaBeta => {
                alpha_beta.search_watched(position, history, &request, watch)
            }
            _ => self.search.search_watched(position, history, &request, watch),
        };
        let mut report = if tables.know(position) {
            let mut corrected = |report: &SearchReport<MoveOf<G>>| {
                let mut report = report.clone();
                tables.correct(position, history, &mut report);
                watch(&report);
            };
            let mut report = search(&mut corrected);
            tables.correct(position, history, &mut report);
            report
        } else {
            search(watch)
        };
        if self.alpha_beta.is_some() && report.kind == SearchKind::Tree {
            // The memory is the table's.
            self.search.release();
        }
        self.expected = Some((plies, report.value.score()));
        let seed = Seed::new(self.options.seed).part(plies as u64).part(position.key());
        self.options.level.weaken(&mut report, seed);
        report
    }

    /// Returns the moves behind a line in the tree of its last search, with their statistics; see [`Mcts::moves_behind`].
    pub fn moves_behind(
        &self,
        position: &G::Position,
        line: &[MoveOf<G>],
    ) -> Option<Vec<RootMove<MoveOf<G>>>> {
        self.search.moves_behind(&self.game.seen_by(position, position.to_move()), line)
    }

    /// Returns what judges positions for it.
    pub(crate) fn evaluator(&mut self) -> &mut EngineEvaluator<G> {
        self.search.evaluator()
    }

    /// What it expects of a position, whether or not it is the end of a game.
    pub fn estimate(&mut self, position: &G::Position) -> damier_rules::Estimate {
        evaluation::estimate(self.search.evaluator(), position)
    }

    /// The move of its opening book, if it is to play by that and the book answers.
    fn by_the_book(
        &mut self,
        position: &G::Position,
        history: &History<G::Position>,
        limits: &Limits,
    ) -> Option<SearchReport<MoveOf<G>>> {
        let EngineOptions { book, level, multipv, .. } = self.options;
        let asks = limits.is_infinite() || limits.proof_plies.is_some();
        // A book knows no repetitions: it would go round in a circle.
        let again = history.occurrences() > 1;
        if asks || again || book != BookUse::Play || level != Level::FULL || multipv > 1 {
            return None;
        }
        let book = self.book.as_ref()?;
        let best = book.best(position)?;
        let Evaluation { value, moves_left } = evaluation(self.search.evaluator(), position);
        let value = Value::Two(Wdl::of_share(best.share.value(), value.draw()));
        let report = SearchReport::announced(best.mv, Evaluation { value, moves_left });
        Some(report.by_the_book(book.line(position)))
    }

    /// The move that the game's rules let it make without a search, if this is one.
    fn announced(&mut self, position: &G::Position) -> Option<SearchReport<MoveOf<G>>> {
        let evaluator = self.search.evaluator();
        let mv = self.game.announced_move(position, &mut |other| evaluation::estimate(evaluator, other))?;
        Some(SearchReport::announced(mv, evaluation(evaluator, position)))
    }
}

fn alphabeta_params(options: &EngineOptions, judge_mib: usize) -> AlphaBetaParams {
    let hash_mb = (search_bytes(memory_mib(options, judge_mib)) >> 20).max(1);
    AlphaBetaParams { hash_mb, contempt: options.contempt, ..AlphaBetaParams::default() }
}

fn params(options: &EngineOptions, judge_mib: usize) -> MctsParams {
    MctsParams {
        memory_mib: memory_mib(options, judge_mib),
        contempt: options.contempt,
        ..MctsParams::playing()
    }
}

/// Of the memory, what is left beside the judge; but at least half.
fn memory_mib(options: &EngineOptions, judge_mib: usize) -> usize {
    options.memory_mib.saturating_sub(judge_mib).max(options.memory_mib.div_ceil(2))
}

#[cfg(test)]
mod tests;
