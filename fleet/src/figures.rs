//! What an order was like: who played, how fast, and what had to be done more than once.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use damier_selfplay::RemoteFigures;

use crate::effort::Effort;

/// The most machines that are counted: what they call themselves is theirs to say.
const MOST_MACHINES: usize = 100_000;

/// Counts while an order is at work.
#[derive(Debug)]
pub(crate) struct Figures {
    begun: Instant,
    /// The threads of each machine, by the worker's name and what the process calls itself.
    machines: BTreeMap<(String, String), u32>,
    /// Seconds that items took.
    times: Vec<f64>,
    pub(crate) games: u64,
    pub(crate) issued_again: u64,
    pub(crate) copies: u64,
    pub(crate) checked: u64,
    pub(crate) refused: u64,
    pub(crate) crossed: u64,
    /// Since when no item waits for a worker.
    idle_since: Option<Instant>,
}

impl Figures {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            machines: BTreeMap::new(),
            times: Vec::new(),
            games: 0,
            issued_again: 0,
            copies: 0,
            checked: 0,
            refused: 0,
            crossed: 0,
            idle_since: None,
        }
    }

    /// Counts a result that was taken, with some games that were missing.
    pub(crate) fn took(&mut self, worker: &str, effort: Option<&Effort>, games: u64) {
        self.games += games;
        let (process, threads) =
            effort.map_or_else(Default::default, |effort| (effort.process.clone(), effort.threads));
        if self.machines.len() < MOST_MACHINES {
            self.machines.insert((worker.to_owned(), process), threads);
        }
        self.times.extend(effort.map(|effort| effort.seconds));
    }

    /// Returns the median of the seconds that items took; `None` where no worker said.
    pub(crate) fn median(&self) -> Option<f64> {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }

    /// Remembers whether no item waits for a worker, and returns since when.
    pub(crate) fn idle(&mut self, is_idle: bool) -> Duration {
        self.idle_since = is_idle.then(|| self.idle_since.unwrap_or_else(Instant::now));
        self.idle_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Returns what it was like until now.
    pub(crate) fn summary(&self) -> RemoteFigures {
        let Self { games, issued_again, copies, checked, refused, crossed, .. } = *self;
        RemoteFigures {
            workers: self.machines.len() as u64,
            threads: self.machines.values().map(|threads| u64::from(*threads)).sum(),
            games,
            seconds: self.begun.elapsed().as_secs_f64(),
            issued_again,
            copies,
            checked,
            refused,
            crossed,
            waited: self.idle_since.map_or(0.0, |since| since.elapsed().as_secs_f64()),
        }
    }
}

/// Returns figures in a line.
pub(crate) fn line(figures: &RemoteFigures) -> String {
    let RemoteFigures { workers, threads, issued_again, copies, checked, refused, waited, .. } = figures;
    let plural = if *workers == 1 { "" } else { "s" };
    let copies = if *copies == 0 { String::new() } else { format!(", {copies} copied") };
    format!(
        "fleet: {workers} worker{plural} ({threads} threads), {:.1} games/s, {issued_again} again{copies}, {checked} \
         checks {refused} bad, waited {waited:.0} s for stragglers",
        figures.games_per_second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(process: &str, threads: u32, seconds: f64) -> Effort {
        Effort { process: process.to_owned(), threads, seconds, scale: None }
    }

    #[test]
    fn processes_of_one_name_are_several_workers() {
        let mut figures = Figures::new();
        assert_eq!(figures.median(), None);
        figures.took("anna", Some(&effort("a", 4, 3.0)), 10);
        figures.took("anna", Some(&effort("a", 4, 1.0)), 10);
        figures.took("anna", Some(&effort("b", 2, 2.0)), 5);
        figures.took("bob", None, 0);
        let summary = figures.summary();
        assert_eq!((summary.workers, summary.threads, summary.games), (3, 6, 25));
        assert_eq!(figures.median(), Some(2.0));
        let line = line(&RemoteFigures { seconds: 10.0, waited: 4.2, ..summary });
        assert_eq!(
            line,
            "fleet: 3 workers (6 threads), 2.5 games/s, 0 again, 0 checks 0 bad, waited 4 s for stragglers"
        );
    }

    #[test]
    fn an_item_that_waits_ends_the_waiting() {
        let mut figures = Figures::new();
        figures.idle(true);
        assert!(figures.idle_since.is_some());
        assert_eq!(figures.idle(false), Duration::ZERO);
        assert_eq!(figures.summary().waited, 0.0);
    }
}
