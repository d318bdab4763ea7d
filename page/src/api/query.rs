//! What to search: the fields that `search` and `analyse` share, and the search itself.

use std::time::Duration;

use damier_engine::{
    AnyEngine,
    analysis::{self, Finding, MoveReview},
    engine::{BookUse, EngineOptions, Level, Searcher},
    search::{Limits, StopHandle},
};
use damier_rules::{AnyMove, Game as _, GameSoFar};
use serde::Deserialize;

use super::{finding::FindingView, judge::Judgement};
use crate::{
    context::{Context, Knowledge},
    engines::{EngineKey, Lent},
    error::ApiError,
    game_request,
    settings::Settings,
};

/// Time of a search without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Most lines of a search.
const MOST_LINES: usize = 100;
/// Priorities are within this of 0.
const MOST_PRIORITY: i32 = 1_000;
/// Longest name of a query, in bytes.
const LONGEST_ID: usize = 200;

/// A position to search, and how.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// What answers carry, too.
    #[serde(default)]
    pub(super) id: Option<String>,
    /// Of two searches that wait, the one with the higher priority runs first.
    #[serde(default)]
    pub(super) priority: i32,
    /// Numbers of moves after which positions are to be searched; all moves where it is not given.
    #[serde(default)]
    pub(super) plies: Option<Vec<usize>>,
    /// 1 to 20; full strength where it is not given.
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default = "one")]
    lines: usize,
    #[serde(default)]
    built_in: bool,
    #[serde(default)]
    searcher: Option<String>,
    /// Whether the opening book may answer.
    #[serde(default = "yes")]
    book: bool,
    /// Seed of the moves that levels draw.
    #[serde(default)]
    seed: u64,
    /// The moves to look at; all where it is empty.
    #[serde(default)]
    only: Vec<String>,
}

fn one() -> usize {
    1
}

fn yes() -> bool {
    true
}

/// What ends a search; the first limit that is reached counts.
#[derive(Deserialize, Clone, Copy, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsRequest {
    /// Time in milliseconds.
    #[serde(default)]
    millis: Option<u64>,
    /// Simulations of the tree search, nodes of alpha-beta.
    #[serde(default)]
    nodes: Option<u64>,
    /// Plies.
    #[serde(default)]
    depth: Option<u32>,
}

impl LimitsRequest {
    /// Returns the limits of a search; its time is always bounded. `place` as in [`game_request::read`].
    ///
    /// # Errors
    /// A limit is 0, or the time longer than the server allows.
    pub(super) fn limits(self, place: &str, settings: &Settings) -> Result<Limits, ApiError> {
        let Self { millis, nodes, depth } = self;
        let most = settings.longest_search;
        if millis.is_some_and(|millis| millis == 0 || u128::from(millis) > most.as_millis()) {
            let message = format!("the time of a search is 1 to {} ms here", most.as_millis());
            return Err(ApiError::at(format!("{place}limits.millis"), message));
        }
        if nodes == Some(0) || depth == Some(0) {
            let name = if nodes == Some(0) { "nodes" } else { "depth" };
            return Err(ApiError::at(format!("{place}limits.{name}"), format!("{name} is at least 1")));
        }
        let unbounded = if nodes.is_some() || depth.is_some() { most } else { DEFAULT_TIME.min(most) };
        let time = millis.map_or(unbounded, Duration::from_millis);
        Ok(Limits { time: Some(time), nodes, depth, ..Limits::default() })
    }
}

/// A query that was read.
pub(super) struct Plan {
    pub(super) so_far: GameSoFar,
    key: EngineKey,
    options: EngineOptions,
    limits: Limits,
    only: Vec<AnyMove>,
    knowledge: Knowledge,
}

impl Query {
    /// Returns the query of a game for the tree search, which judges every move; all else is as by default.
    pub(super) fn of_game(
        game: String,
        start: Option<String>,
        moves: Vec<String>,
        limits: LimitsRequest,
        built_in: bool,
    ) -> Self {
        Self {
            game,
            start,
            moves,
            limits,
            built_in,
            searcher: Some(Searcher::Tree.to_string()),
            id: None,
            priority: 0,
            plies: None,
            level: None,
            lines: 1,
            book: false,
            seed: 0,
            only: Vec::new(),
        }
    }

    /// Returns the same query, judged without a net.
    pub(super) fn without_net(self) -> Self {
        Self { built_in: true, ..self }
    }

    /// Returns the game with all its moves.
    ///
    /// # Errors
    /// As [`game_request::read`].
    pub(super) fn read_game(&self, place: &str) -> Result<GameSoFar, ApiError> {
        game_request::read(place, &self.game, self.start.as_deref(), &self.moves)
    }

    /// Reads it without playing its moves. `place` as in [`game_request::read`].
    ///
    /// # Errors
    /// A name, a priority or a number of lines is out of range.
    pub(super) fn check(&self, place: &str) -> Result<(), ApiError> {
        let refuse = |field: &str, message: String| Err(ApiError::at(format!("{place}{field}"), message));
        if self.id.as_ref().is_some_and(|id| id.len() > LONGEST_ID) {
            return refuse("id", format!("an id has at most {LONGEST_ID} bytes"));
        }
        if !(-MOST_PRIORITY..=MOST_PRIORITY).contains(&self.priority) {
            return refuse("priority", format!("a priority is -{MOST_PRIORITY} to {MOST_PRIORITY}"));
        }
        if !(1..=MOST_LINES).contains(&self.lines) {
            return refuse("lines", format!("the lines are 1 to {MOST_LINES}"));
        }
        Ok(())
    }

    /// Refuses a query of several plies of a game.
    ///
    /// # Errors
    /// `plies` is given.
    pub(super) fn check_one_position(&self) -> Result<(), ApiError> {
        if self.plies.is_some() {
            let message = "a search is of one position; /api/v1/analyse takes several plies of a game";
            return Err(ApiError::at("plies", message));
        }
        Ok(())
    }

    /// Reads the game and everything else; `plies` moves are played, all where it is `None`.
    ///
    /// # Errors
    /// Something is out of range, the game is over, or there is no net.
    pub(super) fn plan(
        &self,
        place: &str,
        plies: Option<usize>,
        context: &Context,
    ) -> Result<Plan, ApiError> {
        self.check(place)?;
        let moves = match plies {
            Some(plies) => self.moves.get(..plies).ok_or_else(|| {
                let message = format!("there is no position after {plies} of {} moves", self.moves.len());
                ApiError::at(format!("{place}plies"), message)
            })?,
            None => &self.moves,
        };
        let so_far = game_request::read(place, &self.game, self.start.as_deref(), moves)?;
        if let Some(ending) = so_far.ending() {
            let message = format!("the game is over ({ending}): there is no move to search for");
            return Err(ApiError::at(format!("{place}moves"), message));
        }
        self.plan_for(so_far, place, context)
    }

    /// Reads everything but the game, which may be over.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub(super) fn plan_for(
        &self,
        so_far: GameSoFar,
        place: &str,
        context: &Context,
    ) -> Result<Plan, ApiError> {
        let level = match self.level {
            None => Level::FULL,
            Some(number) => Level::new(number).ok_or_else(|| {
                let message = format!("a level is 1 to {}", Level::FULL.number());
                ApiError::at(format!("{place}level"), message)
            })?,
        };
        let searcher = match &self.searcher {
            Some(name) => {
                name.parse().map_err(|error: String| ApiError::at(format!("{place}searcher"), error))?
            }
            // The built-in judgement knows no priors, without which the tree search plays badly.
            None if self.built_in => Searcher::AlphaBeta,
            None => Searcher::Suited,
        };
        let only = self
            .only
            .iter()
            .enumerate()
            .map(|(index, text)| game_request::legal(&so_far, text, || format!("{place}only[{index}]")));
        let only = only.collect::<Result<_, _>>()?;
        let game = so_far.game();
        let knowledge = context.knowledge(game, self.built_in).map_err(|mut error| {
            error.at = error.at.map(|at| format!("{place}{at}"));
            error
        })?;
        Ok(Plan {
            key: EngineKey { game: game.id().to_owned(), built_in: self.built_in, searcher, level },
            options: EngineOptions {
                searcher,
                memory_mib: context.settings.memory_mib.max(1),
                multipv: self.lines,
                overhead: Duration::ZERO,
                level,
                seed: self.seed,
                book: if self.book { BookUse::Play } else { BookUse::Search },
                ..EngineOptions::default()
            },
            limits: self.limits.limits(place, &context.settings)?,
            only,
            knowledge,
            so_far,
        })
    }
}

impl Plan {
    /// Searches, with an engine of the server, and calls `report` with what is known on the way.
    ///
    /// # Errors
    /// The net does not fit.
    pub(super) fn search(
        &self,
        context: &Context,
        stop: &StopHandle,
        report: &mut dyn FnMut(FindingView),
    ) -> Result<FindingView, ApiError> {
        let mut lent = self.engine(context)?;
        let judge = self.knowledge.judge.to_string();
        let position = self.so_far.position();
        let view = |found: &damier_engine::search::SearchReport<AnyMove>| {
            let tables = self.knowledge.tables.as_deref();
            FindingView::new(&self.so_far, &Finding::of_search(position, found.clone()), &judge, tables)
        };
        // The tree of some of the moves is not that of the position.
        if self.only.is_empty() {
            lent.open(stop);
        }
        let engine = lent.engine();
        let history = self.so_far.history();
        let found = engine
            .think_of(&self.only, position, history, &self.limits, stop, &mut |found| report(view(found)));
        let view = view(&found);
        lent.keep();
        Ok(view)
    }

    /// Makes the engine that searches the position, and keeps it for the search. Returns what it judges by, in words.
    ///
    /// # Errors
    /// The net does not fit.
    pub(super) fn prepare(&self, context: &Context) -> Result<String, ApiError> {
        self.engine(context)?.keep();
        Ok(self.knowledge.judge.to_string())
    }

    /// Judges the position by the net alone.
    ///
    /// # Errors
    /// The net does not fit.
    pub(super) fn judge(&self, context: &Context) -> Result<Judgement, ApiError> {
        let mut lent = self.engine(context)?;
        let (game, so_far) = (self.so_far.game(), &self.so_far);
        let seen = game.seen_by(so_far.position(), so_far.to_move());
        let mut logits = Vec::new();
        let evaluation = lent.engine().evaluate(&seen, &mut logits);
        lent.keep();
        let Knowledge { judge, tables, .. } = &self.knowledge;
        Ok(Judgement::new(so_far, &evaluation, logits, judge.to_string(), tables.as_deref()))
    }

    /// Reviews all moves of the game, and calls `progress` with the number of positions done and their total.
    ///
    /// # Errors
    /// The net does not fit.
    pub(super) fn review(
        &self,
        context: &Context,
        stop: &StopHandle,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(Vec<MoveReview<AnyMove>>, String), ApiError> {
        let mut lent = self.engine(context)?;
        let text = self.so_far.game_text();
        let reviews = analysis::review(lent.engine(), &text, &self.limits, stop, progress);
        lent.keep();
        Ok((reviews, self.knowledge.judge.to_string()))
    }

    /// Returns the longest time that a search of each position of the game may take together.
    pub(super) fn longest_review(&self) -> Duration {
        let positions = self.so_far.positions().len().try_into().unwrap_or(u32::MAX);
        self.limits.time.unwrap_or_default().saturating_mul(positions)
    }

    /// Lends an engine, set as the query wants it.
    fn engine(&self, context: &Context) -> Result<Lent, ApiError> {
        let Knowledge { judge, book, tables } = &self.knowledge;
        let mut lent = context.engines.lend(&self.key, &self.so_far, || {
            let mut engine = AnyEngine::new(self.so_far.game().clone(), judge.clone(), self.options)
                .map_err(|error| ApiError::at("game", error))?;
            // Only once: new tables make it forget its game.
            engine.set_tables(tables.clone());
            Ok(engine)
        })?;
        let engine = lent.engine();
        engine.set_options(self.options);
        engine.set_book(book.clone());
        Ok(lent)
    }
}
