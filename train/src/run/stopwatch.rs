//! What a part of the work has cost.

use std::time::Instant;

use cpu_time::ProcessTime;

/// Running since [`start`](Self::start).
pub(super) struct Stopwatch {
    begun: Instant,
    cpu: ProcessTime,
}

/// In seconds.
#[derive(Clone, Copy)]
pub(super) struct Spent {
    /// On the clock on the wall.
    pub(super) passed: f64,
    /// On all processors together, by this process.
    pub(super) cpu: f64,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { begun: Instant::now(), cpu: ProcessTime::now() }
    }

    pub(super) fn spent(&self) -> Spent {
        Spent { passed: self.begun.elapsed().as_secs_f64(), cpu: self.cpu.elapsed().as_secs_f64() }
    }
}
