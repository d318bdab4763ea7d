//! What positions of any game are worth after a look ahead.

use std::sync::Arc;

use damier_engine::{
    Guided, Value,
    net::{Net, NetError, NetEvaluator},
};
use damier_rules::{AnyGame, AnyPosition, Game, Position, registry::GameVisitor};

use crate::searcher::{AlphaBetaSearcher, Searcher};

/// Alpha-beta search of limited nodes by a net, for games of two players.
///
/// It is the search of self-play, which is compiled for every game here and nowhere else.
pub struct Lookahead(Box<dyn Erased>);

impl Lookahead {
    /// Returns the search of a game.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: &AnyGame, net: Arc<Net>) -> Result<Self, NetError> {
        game.visit(Open(net)).map(Self)
    }

    /// Forgets what earlier searches have left.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// Returns the value of a position with legal moves, by a search of that number of nodes.
    pub fn value(&mut self, position: &AnyPosition, nodes: u64) -> Value {
        self.0.value(position, nodes)
    }
}

/// Weight of the handcrafted evaluation.
const UNGUIDED: f32 = 0.0;

type Typed<G> = AlphaBetaSearcher<<G as Game>::Position, G, Guided<G, NetEvaluator<G>>>;

trait Erased: Send + Sync {
    fn forget(&mut self);
    fn value(&mut self, position: &AnyPosition, nodes: u64) -> Value;
}

impl<P: Position, G: Game<Position = P>> Erased for AlphaBetaSearcher<P, G, Guided<G, NetEvaluator<G>>> {
    fn forget(&mut self) {
        Searcher::forget(self);
    }

    fn value(&mut self, position: &AnyPosition, nodes: u64) -> Value {
        Self::value(self, position.typed(), nodes)
    }
}

struct Open(Arc<Net>);

impl GameVisitor for Open {
    type Output = Result<Box<dyn Erased>, NetError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let evaluator = NetEvaluator::new(game.clone(), self.0)?;
        let guided = Guided::new(game.clone(), evaluator, UNGUIDED);
        Ok(Box::new(Typed::<G>::new(game, guided)))
    }
}
