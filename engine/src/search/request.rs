//! Request of a search: limits, stop handle, lines, root moves.

use std::time::Duration;

use super::{Limits, StopHandle};

/// Request of a search.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a, M> {
    /// Limits that end the search.
    pub limits: Limits,
    /// Handle that stops the search.
    pub stop: &'a StopHandle,
    /// Safety margin of a fixed time; a clock has one of its own.
    pub overhead: Duration,
    /// Expected share of the point at the player's previous move, 0..=1; `None` at the first one.
    pub expected: Option<f32>,
    /// Greatest number of lines in a report (MultiPV).
    pub lines: usize,
    /// Legal moves to choose from; empty for all.
    pub only: &'a [M],
}

impl<'a, M> Request<'a, M> {
    /// Returns a request within `limits`, of all moves and for one line.
    pub fn new(limits: Limits, stop: &'a StopHandle) -> Self {
        Self { limits, stop, overhead: Duration::ZERO, expected: None, lines: 1, only: &[] }
    }
}
