//! A teacher that looks ahead before it says what a position is worth.

use damier_engine::{Value, net::NetEvaluator};
use damier_rules::Game;
use damier_selfplay::{AlphaBetaSearcher, Searcher};

/// Judges positions of two players by an alpha-beta search of limited nodes with a net.
pub(super) struct Lookahead<G: Game> {
    game: G,
    evaluator: NetEvaluator<G>,
    nodes: u64,
    searcher: AlphaBetaSearcher<G::Position, G, NetEvaluator<G>>,
}

impl<G: Game> Lookahead<G> {
    pub(super) fn new(game: G, evaluator: NetEvaluator<G>, nodes: u64) -> Self {
        let searcher = AlphaBetaSearcher::new(game.clone(), evaluator.clone());
        Self { game, evaluator, nodes, searcher }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has seen: what it says of a game depends on that game alone.
    pub(super) fn forget(&mut self) {
        self.searcher.forget();
    }

    /// What a position with legal moves is worth.
    pub(super) fn value(&mut self, position: &G::Position) -> Value {
        self.searcher.value(position, self.nodes)
    }
}

impl<G: Game> Clone for Lookahead<G> {
    fn clone(&self) -> Self {
        Self::new(self.game.clone(), self.evaluator.clone(), self.nodes)
    }
}
