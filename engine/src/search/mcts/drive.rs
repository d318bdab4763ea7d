//! Running a search: simulations until a bound is reached, somebody stops it, or there is nothing left to find.

use std::time::{Duration, Instant};

use damier_rules::{History, Position};

use super::{Mcts, proof::Proof, report::SearchReport, tree::Tree};
use crate::{
    evaluation::Evaluator,
    search::{Control, Limits},
    time::{Manager, Verdict},
};

/// Simulations between two looks at the clock.
const SIMULATIONS_PER_CLOCK: u64 = 32;
/// A listener hears of another best move or line after this time.
const QUICK_NEWS: Duration = Duration::from_millis(100);
/// A listener hears at least this often.
const SLOW_NEWS: Duration = Duration::from_secs(1);

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// When it ends.
    pub limits: Limits,
    /// How others end it.
    pub control: &'a Control,
    /// Safety margin of a fixed time; a clock has its own.
    pub overhead: Duration,
    /// The share of the point that the player expected when it moved before, if it did.
    pub expected: Option<f32>,
    /// Lines that reports tell at most.
    pub lines: usize,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Searches the current position of a game, which must not be over. With one legal move and a bound
    /// on time it answers at once. Without any bound it runs until the result is proven.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search(&mut self, position: &P, history: &History<P>, limits: &Limits) -> SearchReport<P::Move> {
        let control = Control::new();
        let request = Request {
            limits: *limits,
            control: &control,
            overhead: Duration::ZERO,
            expected: None,
            lines: 1,
        };
        self.search_watched(position, history, &request, &mut |_| ())
    }

    /// The same, under control and watched: `watch` is told when the best line changes, a few times a second
    /// at most, and every second; what the search ends with is returned only. A search that ponders does not
    /// return before the opponent's time is over or it is stopped.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search_watched(
        &mut self,
        position: &P,
        history: &History<P>,
        request: &Request<'_>,
        watch: &mut dyn FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let start = Instant::now();
        let Request { limits, control, .. } = request;
        let managers = [
            limits.time.map(|time| Manager::of_time(time, request.overhead)),
            limits.clock.map(|clock| Manager::of_clock(&clock, request.expected)),
        ];
        let reused = self.prepare(position, history);
        let mut line_history = history.clone();
        let mut simulations = 0;
        let mut news = News { told: Duration::ZERO, line: Vec::new() };
        while !self.is_decided(limits) {
            if !control.is_pondering() && limits.nodes.is_some_and(|nodes| simulations >= nodes) {
                break;
            }
            if simulations % SIMULATIONS_PER_CLOCK == 0 && simulations > 0 {
                if control.is_stopped() {
                    break;
                }
                let elapsed = start.elapsed();
                if let Some(clock) = control.clock_start(start) {
                    let over = |manager: &Manager| {
                        let signs = self.signs(simulations as f64 / elapsed.as_secs_f64());
                        manager.verdict(clock.elapsed(), &signs) == Verdict::Stop
                    };
                    if managers.iter().flatten().any(over)
                        || limits.depth.is_some_and(|depth| self.principal_line().len() >= depth as usize)
                    {
                        break;
                    }
                }
                if news.is_due(elapsed, || self.principal_line()) {
                    watch(&self.report(request.lines, simulations, reused, elapsed));
                }
            }
            self.simulate(position, &mut line_history, None);
            simulations += 1;
        }
        control.wait_for_clock();
        self.report(request.lines, simulations, reused, start.elapsed())
    }

    /// Whether more simulations can change nothing.
    fn is_decided(&self, limits: &Limits) -> bool {
        let root = self.tree.node(Tree::<P::Move>::ROOT);
        root.proof != Proof::Unknown || (root.edge_count == 1 && limits.is_timed())
    }
}

/// When to tell a listener.
struct News<M> {
    told: Duration,
    line: Vec<M>,
}

impl<M: PartialEq> News<M> {
    fn is_due(&mut self, now: Duration, line: impl FnOnce() -> Vec<M>) -> bool {
        let since = now - self.told;
        if since < QUICK_NEWS {
            return false;
        }
        let line = line();
        let due = line != self.line || since >= SLOW_NEWS;
        if due {
            self.told = now;
            self.line = line;
        }
        due
    }
}
