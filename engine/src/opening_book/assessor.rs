//! What searches say of the moves of a position.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::{AnyGame, AnyPosition, History, MoveList, Position};

use super::{BookError, Share};
use crate::{
    AnyEngine,
    engine::{EngineOptions, Judge, Searcher},
    search::{Limits, StopHandle},
};

/// Memory of one search, in MiB; it is cleared before each.
const SEARCH_MIB: usize = 32;

/// Searches positions, each as if it were the first.
pub(super) struct Assessor {
    engine: AnyEngine,
    limits: Limits,
}

impl Assessor {
    /// Returns an assessor with that number of nodes for each search.
    ///
    /// # Errors
    /// The net is for another game.
    pub(super) fn new(game: &AnyGame, judge: &Judge, nodes: u64) -> Result<Self, BookError> {
        let options =
            EngineOptions { searcher: Searcher::Suited, memory_mib: SEARCH_MIB, ..EngineOptions::default() };
        let engine = AnyEngine::new(game.clone(), judge.clone(), options)?;
        Ok(Self { engine, limits: Limits::nodes(nodes) })
    }

    /// What every legal move is worth to the player who makes it, in canonical order; `None` where it is stopped.
    pub(super) fn shares(&mut self, position: &AnyPosition, stop: &AtomicBool) -> Option<Vec<Share>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut shares = Vec::with_capacity(moves.len());
        for mv in moves {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut child = position.clone();
            child.play(mv);
            shares.push(self.share(position, child));
        }
        Some(shares)
    }

    /// What a position is worth to the player to move in the one before. Where there is no choice, what comes after is
    /// searched.
    fn share(&mut self, before: &AnyPosition, mut position: AnyPosition) -> Share {
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        loop {
            position.legal_moves(&mut moves);
            if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
                return Share::of_outcome(outcome, before.to_move());
            }
            let [only] = moves[..] else { break };
            history.play(&mut position, only);
        }
        self.engine.new_game();
        let report = self.engine.think(&position, &history, &self.limits, &StopHandle::new(), &mut |_| ());
        Share::of(report.value.score()).turned(&position, before)
    }
}
