//! What can be set about an engine.

use std::time::Duration;

use super::Level;

/// The options of an [`Engine`](super::Engine).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineOptions {
    /// Threads that search, at least 1. One thread finds the same every time.
    pub threads: usize,
    /// Bound on the tree's memory in MiB, at least 1.
    pub memory_mib: usize,
    /// Lines that reports tell, at least 1.
    pub multipv: usize,
    /// Safety margin of every move: what may pass between the decision and the moment the clock stops.
    pub overhead: Duration,
    /// How strong it plays.
    pub level: Level,
    /// Where the chance of weaker levels comes from.
    pub seed: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            memory_mib: 256,
            multipv: 1,
            overhead: Duration::from_millis(20),
            level: Level::FULL,
            seed: 0,
        }
    }
}
