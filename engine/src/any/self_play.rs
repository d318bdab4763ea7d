//! Searches for self-play of any game.

use std::{any::Any, sync::Arc};

use damier_rules::{AnyGame, Game, Position, heuristics::SearchKind, registry::GameVisitor};

use crate::{
    engine::EngineEvaluator,
    net::{Net, NetError},
    self_play::{AlphaBetaSelfPlay, SelfPlaySearch, TreeSelfPlay},
};

/// Makes searches by which a net plays against itself, one for each thread.
///
/// They are compiled here, with the other searches, and asked in the type of the game's own positions.
pub struct SelfPlaySearches(Box<dyn Any + Send + Sync>);

/// What [`SelfPlaySearches`] has for positions `P`.
type Maker<P> = Box<dyn Fn() -> Box<dyn SelfPlaySearch<P>> + Send + Sync>;

impl SelfPlaySearches {
    /// Returns searches by `net`, in which the handcrafted evaluation has a weight of `guide` (0..=1); see
    /// [`Guided`](crate::Guided).
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: &AnyGame, net: Arc<Net>, guide: f32, kind: SearchKind) -> Result<Self, NetError> {
        game.visit(Make { net, guide, kind }).map(Self)
    }

    /// Returns a search of the game whose positions are `P`.
    ///
    /// # Panics
    /// If it is another game's.
    pub fn make<P: Position>(&self) -> Box<dyn SelfPlaySearch<P>> {
        let maker: &Maker<P> = self.0.downcast_ref().expect("positions of this game");
        maker()
    }
}

struct Make {
    net: Arc<Net>,
    guide: f32,
    kind: SearchKind,
}

impl GameVisitor for Make {
    type Output = Result<Box<dyn Any + Send + Sync>, NetError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Self { net, guide, kind } = self;
        let evaluator = EngineEvaluator::guided(game.clone(), net, guide)?;
        let maker: Maker<G::Position> = match kind {
            SearchKind::Tree => Box::new(move || Box::new(TreeSelfPlay::new(evaluator.clone()))),
            SearchKind::AlphaBeta => {
                Box::new(move || Box::new(AlphaBetaSelfPlay::new(game.clone(), evaluator.clone())))
            }
        };
        Ok(Box::new(maker))
    }
}
