//! A competitor before the match: its name, its limits, and how to make one for each thread.

use std::sync::Arc;

use damier_engine::{
    AnyEngine,
    any::AnySearch,
    engine::{EngineOptions, Judge, Searcher},
    net::{Net, NetError},
    opening_book::OpeningBook,
    search::alphabeta::AlphaBetaParams,
};
use damier_rules::{AnyGame, Game, Position, any::AnyTablebase};

use super::{
    AlphaBetaCompetitor, Competitor, Failure, GreedyCompetitor, Introduction, OwnCompetitor, Pace,
    RandomCompetitor, ScoreScale,
};
use crate::play::CompetitorTags;

type Refusal = dyn Fn(&Pace) -> Result<(), String> + Send + Sync;
type Trial = dyn Fn(AfterTrial) -> Result<Introduction, Failure> + Send + Sync;
type Maker = dyn Fn() -> Box<dyn Competitor> + Send + Sync;

/// A competitor before the match.
#[derive(Clone)]
pub struct Participant {
    name: String,
    pace: Option<Pace>,
    searches: Searches,
    ponders: Ponders,
    threads: Option<usize>,
    refuses: Arc<Refusal>,
    trial: Arc<Trial>,
    make: Arc<Maker>,
}

/// Whether a competitor needs limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Searches {
    /// It searches for as long as the limits say.
    Limited,
    /// It takes no time.
    Never,
}

/// What becomes of a program that was started to see that it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterTrial {
    /// It stays and plays the first game.
    KeepsRunning,
    /// It ends, and is started again when its turn comes.
    Quits,
}

/// Whether a competitor can think on its opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ponders {
    /// It can, where a match lets it.
    Can,
    /// It cannot.
    Cannot,
}

impl Participant {
    /// Makes a participant of any kind of competitor: `make` is called once for each thread of the match.
    pub fn new(
        name: impl Into<String>,
        searches: Searches,
        make: impl Fn() -> Box<dyn Competitor> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            pace: None,
            searches,
            ponders: Ponders::Cannot,
            threads: None,
            refuses: Arc::new(|_| Ok(())),
            trial: Arc::new(|_| Ok(Introduction::default())),
            make: Arc::new(make),
        }
    }

    /// Makes one that plays random moves.
    pub fn random() -> Self {
        Self::new("random", Searches::Never, || Box::new(RandomCompetitor::default()))
    }

    /// Makes one that looks a single ply ahead.
    pub fn greedy(game: AnyGame) -> Self {
        Self::new("greedy", Searches::Never, move || Box::new(GreedyCompetitor::new(game.clone())))
    }

    /// Alpha-beta with the handcrafted evaluation ([`static_eval`](damier_rules::SearchHeuristics::static_eval)), asking
    /// `tables`; with more than two players the paranoid search, for whose games there are no tables.
    pub fn material(game: AnyGame, params: AlphaBetaParams, tables: Option<Arc<AnyTablebase>>) -> Self {
        let scale = if game.start().players() > 2 { ScoreScale::Paranoid } else { ScoreScale::TwoPlayers };
        Self::new("ab:material", Searches::Limited, move || {
            let search = AnySearch::material(&game, params, tables.clone());
            Box::new(AlphaBetaCompetitor::new(search, scale))
        })
        .with_threads(Some(1))
    }

    /// Alpha-beta with a net's value, asking `tables`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn alpha_beta(
        game: AnyGame,
        net: Arc<Net>,
        params: AlphaBetaParams,
        tables: Option<Arc<AnyTablebase>>,
    ) -> Result<Self, NetError> {
        Judge::Net(Arc::clone(&net)).check_fits(&game)?;
        Ok(Self::new("ab:net", Searches::Limited, move || {
            let search = AnySearch::net(&game, Arc::clone(&net), params, tables.clone());
            let search = search.expect("the net fits the game");
            Box::new(AlphaBetaCompetitor::new(search, ScoreScale::TwoPlayers))
        })
        .with_threads(Some(1)))
    }

    /// Damier's engine, asking `tables`, and playing by `book` as long as that answers.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn own(
        game: AnyGame,
        judge: Judge,
        options: EngineOptions,
        tables: Option<Arc<AnyTablebase>>,
        book: Option<Arc<OpeningBook>>,
    ) -> Result<Self, NetError> {
        let search = match options.searcher {
            Searcher::Tree => "mcts",
            Searcher::AlphaBeta => "ab",
            Searcher::Suited => "suited",
        };
        let judged_by = match judge {
            Judge::BuiltIn => "material",
            Judge::Net(_) => "net",
        };
        let engine = move || AnyEngine::new(game.clone(), judge.clone(), options);
        engine()?;
        let participant = Self::new(format!("{search}:{judged_by}"), Searches::Limited, move || {
            let mut engine = engine().expect("it was possible before");
            engine.set_tables(tables.clone());
            engine.set_book(book.clone());
            Box::new(OwnCompetitor::new(engine))
        });
        Ok(participant.pondering(Ponders::Can).with_threads(Some(options.threads)))
    }

    /// Returns the same under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Returns the same with a pace of its own, which takes the place of the match's limits and clock.
    #[must_use]
    pub fn with_pace(self, pace: impl Into<Pace>) -> Self {
        Self { pace: Some(pace.into()), ..self }
    }

    /// Returns the same; a pace of its own is that which `change` makes of it.
    #[must_use]
    pub(crate) fn repaced(self, change: impl FnOnce(Pace) -> Pace) -> Self {
        Self { pace: self.pace.map(change), ..self }
    }

    /// The same, but it cannot play at a pace for which `refuses` gives a reason.
    #[must_use]
    pub fn refusing(self, refuses: impl Fn(&Pace) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Self { refuses: Arc::new(refuses), ..self }
    }

    /// The same, which shows in a trial before the match that it can play.
    #[must_use]
    pub fn trying(
        self,
        trial: impl Fn(AfterTrial) -> Result<Introduction, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self { trial: Arc::new(trial), ..self }
    }

    /// Returns the same, which is known to search with that many threads.
    #[must_use]
    pub fn with_threads(self, threads: Option<usize>) -> Self {
        Self { threads, ..self }
    }

    /// Returns the same, which can think on its opponent's time, or not.
    #[must_use]
    pub fn pondering(self, ponders: Ponders) -> Self {
        Self { ponders, ..self }
    }

    /// Returns whether it can think on its opponent's time.
    pub fn ponders(&self) -> Ponders {
        self.ponders
    }

    /// Returns whether it searches.
    pub fn searches(&self) -> Searches {
        self.searches
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the pace it plays at in a match with `pace`; `None` where it would search for ever.
    pub fn pace_in(&self, pace: &Pace) -> Option<Pace> {
        let pace = self.pace.unwrap_or(*pace);
        (self.searches == Searches::Never || !pace.is_infinite()).then_some(pace)
    }

    /// Returns whether time bounds its moves in a match with `pace`.
    pub fn counts_time(&self, pace: &Pace) -> bool {
        self.searches == Searches::Limited && self.pace_in(pace).is_some_and(|pace| pace.counts_time())
    }

    /// Returns the threads that it searches with; `None` where that is not known, or it does not search.
    pub fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// Returns what the head of a game says about it.
    pub fn tags(&self) -> CompetitorTags {
        CompetitorTags { name: self.name.clone(), threads: self.threads }
    }

    /// Starts its program, if it has one, to see that it gets ready, and returns what it then says of itself.
    ///
    /// # Errors
    /// Why it does not.
    pub fn try_out(&self, after: AfterTrial) -> Result<Introduction, String> {
        (self.trial)(after).map_err(|failure| failure.to_string())
    }

    /// Whether it can be told that pace.
    ///
    /// # Errors
    /// What it cannot be told, and what would be right.
    pub fn can_play(&self, pace: &Pace) -> Result<(), String> {
        (self.refuses)(pace)
    }

    /// Makes a competitor: one for each seat of a thread of the match.
    pub fn competitor(&self) -> Box<dyn Competitor> {
        (self.make)()
    }
}
