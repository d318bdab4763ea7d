//! When a search ends, and when it tells a listener.

use std::time::{Duration, Instant};

use super::{Request, SearchReport};
use crate::time::{Manager, Signs, Verdict};

/// A listener hears of another best move or line after this time.
const QUICK_NEWS: Duration = Duration::from_millis(100);
/// How often it is seen whether there is another line. In a wide tree that takes a while.
const LOOKS: Duration = Duration::from_millis(10);
/// A listener hears at least this often.
const SLOW_NEWS: Duration = Duration::from_secs(1);

/// One search's bounds, and who listens to it.
pub(super) struct Pace<'a, M> {
    pub(super) request: &'a Request<'a, M>,
    start: Instant,
    managers: [Option<Manager>; 2],
    watch: &'a mut dyn FnMut(&SearchReport<M>),
    told: Duration,
    looked: Duration,
    /// What was told.
    line: Vec<M>,
}

impl<'a, M: PartialEq> Pace<'a, M> {
    /// For a search that begins now.
    pub(super) fn new(request: &'a Request<'a, M>, watch: &'a mut dyn FnMut(&SearchReport<M>)) -> Self {
        Self {
            request,
            start: Instant::now(),
            managers: [
                request.limits.time.map(|time| Manager::of_time(time, request.overhead)),
                request.limits.clock.map(|clock| Manager::of_clock(&clock, request.expected)),
            ],
            watch,
            told: Duration::ZERO,
            looked: Duration::ZERO,
            line: Vec::new(),
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether it was not stopped, and no more than this share of the longest time is over.
    pub(super) fn is_within(&self, share: f64) -> bool {
        let clock = self.request.control.clock_start(self.start);
        let over =
            |manager: &Manager| clock.is_some_and(|clock| clock.elapsed() >= manager.hard().mul_f64(share));
        !self.request.control.is_stopped() && !self.managers.iter().flatten().any(over)
    }

    /// Whether a bound is reached after so many nodes or simulations.
    pub(super) fn is_over(
        &self,
        nodes: u64,
        depth: impl FnOnce() -> usize,
        signs: impl Fn(Duration) -> Signs,
    ) -> bool {
        let Request { limits, control, .. } = self.request;
        if control.is_stopped() {
            return true;
        }
        let Some(clock) = control.clock_start(self.start) else { return false };
        let over = |manager: &Manager| {
            manager.verdict(clock.elapsed(), &signs(self.start.elapsed())) == Verdict::Stop
        };
        self.managers.iter().flatten().any(over)
            || limits.nodes.is_some_and(|most| nodes >= most)
            || limits.depth.is_some_and(|most| depth() >= most as usize)
    }

    /// Tells the listener, where there is something to tell.
    pub(super) fn tell(
        &mut self,
        line: impl FnOnce() -> Vec<M>,
        report: impl FnOnce(Duration) -> SearchReport<M>,
    ) {
        let elapsed = self.start.elapsed();
        let since = elapsed - self.told;
        if since < QUICK_NEWS || elapsed - self.looked < LOOKS {
            return;
        }
        self.looked = elapsed;
        let line = line();
        if line != self.line || since >= SLOW_NEWS {
            (self.watch)(&report(elapsed));
            self.told = elapsed;
            self.line = line;
        }
    }
}
