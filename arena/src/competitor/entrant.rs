//! A competitor before the match: its name, its limits, and how to make one for each thread.

use std::sync::Arc;

use damier_engine::{
    Engine,
    engine::{EngineOptions, Judge},
    net::{Net, NetError, NetEvaluator},
    search::{
        Limits,
        alphabeta::{AlphaBeta, AlphaBetaParams, Material, NetScore},
        paranoid::Paranoid,
    },
};
use damier_rules::{Game, Position};

use super::{
    AlphaBetaCompetitor, Competitor, GreedyCompetitor, ParanoidCompetitor, RandomCompetitor, TreeCompetitor,
};

type Maker<G> = dyn Fn() -> Box<dyn Competitor<<G as Game>::Position>> + Send + Sync;

/// A competitor before the match.
#[derive(Clone)]
pub struct Entrant<G: Game> {
    name: String,
    limits: Option<Limits>,
    searches: Searches,
    make: Arc<Maker<G>>,
}

/// Whether a competitor needs limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Searches {
    /// It searches for as long as the limits say.
    Limited,
    /// It takes no time.
    Never,
}

impl<G: Game> Entrant<G> {
    /// Any competitor: `make` is called once for each thread of the match.
    pub fn new(
        name: impl Into<String>,
        searches: Searches,
        make: impl Fn() -> Box<dyn Competitor<G::Position>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), limits: None, searches, make: Arc::new(make) }
    }

    /// One that plays random moves.
    pub fn random() -> Self {
        Self::new("random", Searches::Never, || Box::new(RandomCompetitor::default()))
    }

    /// One that looks a single ply ahead.
    pub fn greedy(game: G) -> Self {
        Self::new("greedy", Searches::Never, move || Box::new(GreedyCompetitor::new(game.clone())))
    }

    /// Alpha-beta with the game's material ([`Game::judge`]); with more than two players the paranoid one.
    pub fn material(game: G, params: AlphaBetaParams) -> Self {
        if game.start().players() > 2 {
            return Self::new("ab:material", Searches::Limited, move || {
                Box::new(ParanoidCompetitor::new(Paranoid::new(game.clone())))
            });
        }
        Self::new("ab:material", Searches::Limited, move || {
            Box::new(AlphaBetaCompetitor::new(AlphaBeta::new(Material::new(game.clone()), params)))
        })
    }

    /// Alpha-beta with a net's value.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn alpha_beta(game: G, net: Arc<Net>, params: AlphaBetaParams) -> Result<Self, NetError> {
        let evaluator = NetEvaluator::new(game.clone(), net)?;
        Ok(Self::new("ab:net", Searches::Limited, move || {
            Box::new(AlphaBetaCompetitor::new(AlphaBeta::new(
                NetScore::new(game.clone(), evaluator.clone()),
                params,
            )))
        }))
    }

    /// Monte-Carlo tree search.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn mcts(game: G, judge: Judge, options: EngineOptions) -> Result<Self, NetError> {
        let name = match judge {
            Judge::BuiltIn => "mcts:material",
            Judge::Net(_) => "mcts:net",
        };
        let engine = move || Engine::new(game.clone(), judge.clone(), options);
        engine()?;
        Ok(Self::new(name, Searches::Limited, move || {
            Box::new(TreeCompetitor::new(engine().expect("it was possible before")))
        }))
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with limits of its own, which take the place of the match's.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limits it plays with in a match with `limits`; `None` where it would search for ever.
    pub fn limits_in(&self, limits: &Limits) -> Option<Limits> {
        let limits = self.limits.unwrap_or(*limits);
        (self.searches == Searches::Never || limits != Limits::default()).then_some(limits)
    }

    /// One of them.
    pub fn enter(&self) -> Box<dyn Competitor<G::Position>> {
        (self.make)()
    }
}
