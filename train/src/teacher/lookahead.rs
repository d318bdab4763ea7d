//! A teacher that looks ahead before it says what a position is worth.

use damier_engine::{
    Value,
    net::NetEvaluator,
    search::{
        Control, Limits, Request,
        alphabeta::{AlphaBeta, AlphaBetaParams, NetScore},
    },
};
use damier_rules::{Game, History};

/// Size of the search's table: that of a search of a few thousand nodes.
const HASH_MIB: usize = 1;

/// Judges positions of two players by an alpha-beta search of so many nodes with a net.
pub(super) struct Lookahead<G: Game> {
    game: G,
    evaluator: NetEvaluator<G>,
    nodes: u64,
    search: AlphaBeta<G::Position, NetScore<G>>,
}

impl<G: Game> Lookahead<G> {
    pub(super) fn new(game: G, evaluator: NetEvaluator<G>, nodes: u64) -> Self {
        let params = AlphaBetaParams { hash_mb: HASH_MIB, ..AlphaBetaParams::default() };
        let search = AlphaBeta::new(NetScore::new(game.clone(), evaluator.clone()), params);
        Self { game, evaluator, nodes, search }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has seen: what it says of a game depends on that game alone.
    pub(super) fn forget(&mut self) {
        self.search.clear();
    }

    /// What a position with legal moves is worth.
    pub(super) fn value(&mut self, position: &G::Position) -> Value {
        let control = Control::new();
        let request = Request::new(Limits::nodes(self.nodes), &control);
        self.search.search_watched(position, &History::new(position), &request, &mut |_| ()).value
    }
}

impl<G: Game> Clone for Lookahead<G> {
    fn clone(&self) -> Self {
        Self::new(self.game.clone(), self.evaluator.clone(), self.nodes)
    }
}
