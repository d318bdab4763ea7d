//! What is asked of a search that others watch.

use std::time::Duration;

use super::{Limits, StopHandle};

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a, M> {
    /// When it ends.
    pub limits: Limits,
    /// How others end it.
    pub control: &'a StopHandle,
    /// Safety margin of a fixed time; a clock has its own.
    pub overhead: Duration,
    /// The share of the point that the player expected when it moved before, if it did.
    pub expected: Option<f32>,
    /// Lines that reports tell at most.
    pub lines: usize,
    /// The legal moves that it may choose from; none for all.
    pub only: &'a [M],
}

impl<'a, M> Request<'a, M> {
    /// A search within `limits`, of all moves and for one line.
    pub fn new(limits: Limits, control: &'a StopHandle) -> Self {
        Self { limits, control, overhead: Duration::ZERO, expected: None, lines: 1, only: &[] }
    }
}
