//! Running a search: simulations until a bound is reached, somebody stops it, or there is nothing left to find.

use std::time::{Duration, Instant};

use damier_rules::{History, Position};

use super::{
    Mcts, proof::Proof, recycle::Recycling, report::SearchReport, search::TWO, summary::View, tally::Tally,
    team::Rest,
};
use crate::{
    evaluation::Evaluator,
    search::{Control, Limits},
    time::{Manager, Verdict},
};

/// Simulations for a move where the win that was asked for does not exist.
const CONSOLATION: u64 = 1000;
/// A listener hears of another best move or line after this time.
const QUICK_NEWS: Duration = Duration::from_millis(100);
/// A listener hears at least this often.
const SLOW_NEWS: Duration = Duration::from_secs(1);

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a, M> {
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
    /// The legal moves that it may choose from; none for all.
    pub only: &'a [M],
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
            only: &[],
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
        request: &Request<'_, P::Move>,
        watch: &mut dyn FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let start = Instant::now();
        let horizon = request.limits.proof_plies.filter(|_| position.players() == TWO);
        let mut pace = Pace {
            start,
            managers: [
                request.limits.time.map(|time| Manager::of_time(time, request.overhead)),
                request.limits.clock.map(|clock| Manager::of_clock(&clock, request.expected)),
            ],
            told: Duration::ZERO,
            line: Vec::new(),
            reused: 0,
            request,
            watch,
        };
        if let Some(plies) = horizon {
            self.start(position, history, request.only);
            let report = self.run(position, history, Some(plies as usize), &mut pace);
            // Beyond the horizon all was taken for lost: of no use to other searches.
            self.clear();
            if report.proof == Proof::Win {
                request.control.wait_for_clock();
                return report;
            }
            let limits = Limits { nodes: Some(CONSOLATION), proof_plies: None, ..request.limits };
            let request = Request { limits, ..*request };
            return SearchReport {
                simulations: report.simulations,
                ..self.search_watched(position, history, &request, &mut |_| ())
            };
        }
        if request.only.is_empty() {
            pace.reused = self.prepare(position, history, &mut || pace.is_within(0.5));
        } else {
            self.start(position, history, request.only);
        }
        let (_, edges) = self.tree.root_node();
        if edges.len() == 1 && request.limits.is_timed() {
            request.control.wait_for_clock();
            return self.view().expect("it was prepared").report(request.lines, pace.reused, start.elapsed());
        }
        let report = self.run(position, history, None, &mut pace);
        if !request.only.is_empty() {
            // What is known of a part of the moves is of no use to other searches.
            self.clear();
        }
        request.control.wait_for_clock();
        SearchReport { elapsed: start.elapsed(), ..report }
    }

    /// Simulates until it is enough, and says what was found.
    fn run(
        &mut self,
        position: &P,
        history: &History<P>,
        horizon: Option<usize>,
        pace: &mut Pace<'_, P>,
    ) -> SearchReport<P::Move> {
        let Request { limits, control, lines, .. } = pace.request;
        loop {
            let quota = match limits.nodes {
                Some(nodes) if !control.is_pondering() => {
                    nodes.saturating_sub(Tally::total(&self.tallies).simulations)
                }
                _ => u64::MAX,
            };
            let rest = self.work(position, history, horizon, quota, &mut |view| pace.go_on(view));
            let report = |view: View<'_, P>| view.report(*lines, pace.reused, pace.start.elapsed());
            let Rest::Full(full) = rest else { return report(self.view().expect("it was prepared")) };
            // Who waits for an answer must not wait for memory.
            let last = report(self.view().expect("it was prepared"));
            if self.make_room(full, &mut || pace.is_within(1.0)) == Recycling::GivenUp {
                return last;
            }
        }
    }
}

/// When to stop, and when to tell a listener.
struct Pace<'a, P: Position> {
    start: Instant,
    request: &'a Request<'a, P::Move>,
    managers: [Option<Manager>; 2],
    /// Simulations kept from the search before.
    reused: u64,
    watch: &'a mut dyn FnMut(&SearchReport<P::Move>),
    told: Duration,
    /// What was told.
    line: Vec<P::Move>,
}

impl<P: Position> Pace<'_, P> {
    /// Whether it was not stopped, and no more than this share of the longest time is over.
    fn is_within(&self, share: f64) -> bool {
        let clock = self.request.control.clock_start(self.start);
        let over =
            |manager: &Manager| clock.is_some_and(|clock| clock.elapsed() >= manager.hard().mul_f64(share));
        !self.request.control.is_stopped() && !self.managers.iter().flatten().any(over)
    }

    fn go_on(&mut self, view: &View<'_, P>) -> bool {
        let Request { limits, control, lines, .. } = self.request;
        if control.is_stopped() {
            return false;
        }
        let elapsed = self.start.elapsed();
        if let Some(clock) = control.clock_start(self.start) {
            let over =
                |manager: &Manager| manager.verdict(clock.elapsed(), &view.signs(elapsed)) == Verdict::Stop;
            if self.managers.iter().flatten().any(over)
                || limits.nodes.is_some_and(|nodes| view.total.simulations >= nodes)
                || limits.depth.is_some_and(|depth| view.principal_line().len() >= depth as usize)
            {
                return false;
            }
        }
        let since = elapsed - self.told;
        if since >= QUICK_NEWS {
            let line = view.principal_line();
            if line != self.line || since >= SLOW_NEWS {
                (self.watch)(&view.report(*lines, self.reused, elapsed));
                self.told = elapsed;
                self.line = line;
            }
        }
        true
    }
}
