//! Searches with fixed parameters of any game: the baselines that nets are measured against.

use std::sync::Arc;

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, History, Position, SearchHeuristics,
    any::{AnyTablebase, erased_move},
    registry::GameVisitor,
};

use crate::{
    Evaluator, Value,
    engine::{EngineEvaluator, Judge},
    net::{Net, NetError},
    search::{
        Limits, Request, SearchTablebase, StopHandle,
        alphabeta::{AlphaBeta, AlphaBetaParams},
        paranoid::Paranoid,
    },
};

/// An alpha-beta search with fixed parameters of any game.
pub struct AnySearch(Box<dyn Erased>);

/// What such a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The move to play.
    pub best: AnyMove,
    /// Its score for the player to move, in hundredths of the game's unit.
    pub score: i32,
    /// The last depth that was searched completely, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl AnySearch {
    /// Makes an alpha-beta search that judges by the handcrafted evaluation; with more than two players a paranoid search,
    /// which has neither parameters nor tables.
    pub fn material(game: &AnyGame, params: AlphaBetaParams, tables: Option<Arc<AnyTablebase>>) -> Self {
        let judge = Judge::BuiltIn;
        Self(game.visit(OfJudge { judge, params, tables }).expect("it fits every game"))
    }

    /// Makes an alpha-beta search that judges by a net.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn net(
        game: &AnyGame,
        net: Arc<Net>,
        params: AlphaBetaParams,
        tables: Option<Arc<AnyTablebase>>,
    ) -> Result<Self, NetError> {
        Ok(Self(game.visit(OfJudge { judge: Judge::Net(net), params, tables })?))
    }

    /// Forgets what earlier searches have left.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Searches for the best move of `position`, whose game so far is `history`, until the first of `limits`.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search(
        &mut self,
        position: &AnyPosition,
        history: &History<AnyPosition>,
        limits: &Limits,
    ) -> Searched {
        self.0.search(position, history, limits)
    }

    /// Returns the value of a position with legal moves, by a search of that number of nodes; `None` from a paranoid
    /// search, whose scores are no probabilities.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn value(&mut self, position: &AnyPosition, nodes: u64) -> Option<Value> {
        self.0.value(position, nodes)
    }
}

trait Erased: Send + Sync {
    fn clear(&mut self);
    fn value(&mut self, position: &AnyPosition, nodes: u64) -> Option<Value>;
    fn search(&mut self, position: &AnyPosition, history: &History<AnyPosition>, limits: &Limits)
    -> Searched;
}

impl<P: Position, H: SearchHeuristics<P> + Send + Sync, E: Evaluator<P> + Sync> Erased
    for AlphaBeta<P, H, E>
{
    fn clear(&mut self) {
        self.clear();
    }

    fn value(&mut self, position: &AnyPosition, nodes: u64) -> Option<Value> {
        let (position, control) = (position.typed(), StopHandle::new());
        let request = Request::new(Limits::nodes(nodes), &control);
        Some(self.search_watched(position, &History::new(position), &request, &mut |_| ()).value)
    }

    fn search(
        &mut self,
        position: &AnyPosition,
        history: &History<AnyPosition>,
        limits: &Limits,
    ) -> Searched {
        searched(position, history, |position, history| {
            let report = self.search(position, history, limits);
            (report.best, report.score, report.depth, report.nodes)
        })
    }
}

impl<G: Game> Erased for Paranoid<G> {
    fn clear(&mut self) {}

    fn value(&mut self, _: &AnyPosition, _: u64) -> Option<Value> {
        None
    }

    fn search(
        &mut self,
        position: &AnyPosition,
        history: &History<AnyPosition>,
        limits: &Limits,
    ) -> Searched {
        searched(position, history, |position, history| {
            let report = self.search(position, history, limits);
            (report.best, report.score, report.depth, report.nodes)
        })
    }
}

/// Searches a position in its game's own type: `search` returns the move, its score, the depth and the nodes.
fn searched<P: Position>(
    position: &AnyPosition,
    history: &History<AnyPosition>,
    search: impl FnOnce(&P, &History<P>) -> (P::Move, i32, u32, u64),
) -> Searched {
    let position = position.typed();
    let (best, score, depth, nodes) = search(position, &history.typed());
    Searched { best: erased_move(position, best), score, depth, nodes }
}

struct OfJudge {
    judge: Judge,
    params: AlphaBetaParams,
    tables: Option<Arc<AnyTablebase>>,
}

impl GameVisitor for OfJudge {
    type Output = Result<Box<dyn Erased>, NetError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        if matches!(self.judge, Judge::BuiltIn) && game.start().players() > 2 {
            return Ok(Box::new(Paranoid::new(game)));
        }
        let evaluator = EngineEvaluator::new(game.clone(), self.judge)?;
        let mut search = AlphaBeta::new(game, evaluator, self.params);
        search.set_tables(SearchTablebase::of(self.tables.as_deref()));
        Ok(Box::new(search))
    }
}
