//! A teacher that looks ahead before it says what a position is worth.

use std::sync::Arc;

use damier_engine::{
    Value,
    any::AnySearch,
    net::{Net, NetError},
    search::alphabeta::AlphaBetaParams,
    self_play::HASH_MIB,
};
use damier_rules::{AnyGame, AnyPosition};

/// Judges positions of two players by an alpha-beta search of limited nodes with a net.
pub(super) struct Lookahead {
    game: AnyGame,
    net: Arc<Net>,
    nodes: u64,
    search: AnySearch,
}

impl Lookahead {
    /// # Errors
    /// The net is for another game or another version of it.
    pub(super) fn new(game: AnyGame, net: Arc<Net>, nodes: u64) -> Result<Self, NetError> {
        let params = AlphaBetaParams { hash_mb: HASH_MIB, ..AlphaBetaParams::default() };
        let search = AnySearch::net(&game, Arc::clone(&net), params, None)?;
        Ok(Self { game, net, nodes, search })
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has seen: what it says of a game depends on that game alone.
    pub(super) fn forget(&mut self) {
        self.search.clear();
    }

    /// What a position with legal moves is worth.
    pub(super) fn value(&mut self, position: &AnyPosition) -> Value {
        self.search.value(position, self.nodes).expect("an alpha-beta search")
    }
}

impl Clone for Lookahead {
    fn clone(&self) -> Self {
        Self::new(self.game.clone(), Arc::clone(&self.net), self.nodes).expect("it was made from the same")
    }
}
