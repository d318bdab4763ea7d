//! What chooses the moves of self-play.

use damier_rules::{Estimate, History, MoveList, Position, SearchHeuristics};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    evaluation::{self, Evaluator, Value},
    search::{
        Limits, Request, SearchReport, StopHandle,
        alphabeta::{AlphaBeta, AlphaBetaParams},
        mcts::{GumbelParams, Mcts, MctsParams},
    },
};

/// Size of an alpha-beta search's table: more than a few thousand nodes fill, and little to clear before each game.
pub const HASH_MIB: usize = 1;

/// A search, with what it knows from the plies before.
pub trait SelfPlaySearch<P: Position>: Send {
    /// Forgets everything, as before another game.
    fn forget(&mut self);

    /// What it expects of a position, at a glance.
    fn estimate(&mut self, position: &P) -> Estimate;

    /// Searches. An alpha-beta search takes the number of simulations only. The same searches since it was last
    /// cleared give the same results.
    fn search(
        &mut self,
        place: &Place<'_, P>,
        params: &GumbelParams,
        random: &mut Xoshiro256PlusPlus,
    ) -> Found;
}

/// What is to be searched.
#[derive(Clone, Copy)]
pub struct Place<'a, P: Position> {
    /// The position.
    pub position: &'a P,
    /// Its legal moves, at least one.
    pub moves: &'a MoveList<P::Move>,
    /// The game until there.
    pub history: &'a History<P>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The index of the move to play, in canonical order.
    pub chosen: usize,
    /// Simulations, or nodes, that were spent.
    pub simulations: u32,
    /// What the position is worth.
    pub value: Value,
    /// How good each of the moves is, in canonical order: a distribution.
    pub policy: Vec<f32>,
}

/// Tree search that tries moves by Gumbel noise and sequential halving.
pub struct TreeSelfPlay<P: Position, E>(Mcts<P, E>);

impl<P: Position, E: Evaluator<P>> TreeSelfPlay<P, E> {
    /// Guided by `evaluator`.
    pub fn new(evaluator: E) -> Self {
        Self(Mcts::new(evaluator, MctsParams::self_play()))
    }
}

impl<P: Position, E: Evaluator<P>> SelfPlaySearch<P> for TreeSelfPlay<P, E> {
    fn forget(&mut self) {
        self.0.clear();
    }

    fn estimate(&mut self, position: &P) -> Estimate {
        evaluation::estimate(self.0.evaluator(), position)
    }

    fn search(
        &mut self,
        place: &Place<'_, P>,
        params: &GumbelParams,
        random: &mut Xoshiro256PlusPlus,
    ) -> Found {
        let found = self.0.gumbel(place.position, place.history, params, random);
        Found {
            chosen: found.chosen,
            simulations: found.simulations,
            value: found.value,
            policy: found.improved,
        }
    }
}

/// Alpha-beta search of as many nodes as a tree search would have simulations. It plays the best move that it finds,
/// and its policy is that move alone: what makes its games differ is how they begin.
pub struct AlphaBetaSelfPlay<P: Position, H, E>(AlphaBeta<P, H, E>);

impl<P: Position, H: SearchHeuristics<P> + Sync, E: Evaluator<P>> AlphaBetaSelfPlay<P, H, E> {
    /// Returns a search by `evaluator`, for a game of two players whose `heuristics` order the moves.
    pub fn new(heuristics: H, evaluator: E) -> Self {
        let params = AlphaBetaParams { hash_mb: HASH_MIB, ..AlphaBetaParams::default() };
        Self(AlphaBeta::new(heuristics, evaluator, params))
    }

    fn report(&mut self, position: &P, history: &History<P>, nodes: u64) -> SearchReport<P::Move> {
        let control = StopHandle::new();
        let request = Request::new(Limits::nodes(nodes), &control);
        self.0.search_watched(position, history, &request, &mut |_| ())
    }
}

impl<P: Position, H: SearchHeuristics<P> + Send + Sync, E: Evaluator<P>> SelfPlaySearch<P>
    for AlphaBetaSelfPlay<P, H, E>
{
    fn forget(&mut self) {
        self.0.clear();
    }

    fn estimate(&mut self, position: &P) -> Estimate {
        let report = self.report(position, &History::new(position), 1);
        Estimate { share: report.value.score(), draw: report.value.draw(), plies: report.moves_left }
    }

    fn search(&mut self, place: &Place<'_, P>, params: &GumbelParams, _: &mut Xoshiro256PlusPlus) -> Found {
        let report = self.report(place.position, place.history, params.simulations.into());
        let chosen = place.moves.binary_search(&report.best).expect("a legal move");
        let mut policy = vec![0.0; place.moves.len()];
        policy[chosen] = 1.0;
        Found { chosen, simulations: report.simulations as u32, value: report.value, policy }
    }
}
