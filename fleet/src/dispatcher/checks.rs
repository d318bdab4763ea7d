//! What becomes of a result: it is taken, or its worker is refused from then on and what it sent before is undone.

use std::ops::Range;

use super::Dispatcher;
use crate::{
    event_log::Event,
    workload::{Came, Rejection, Workload},
};

impl<B: Workload> Dispatcher<'_, B> {
    /// Takes a result, of which the games `replayed` are played again here. Returns the number of games that were missing.
    pub(super) fn take_checked(&mut self, came: &Came, replayed: &[u64]) -> Result<u64, B::Error> {
        match self.workload.take(came, replayed) {
            Ok(new) => {
                self.took(came, new);
                Ok(new)
            }
            Err(Rejection::Refused(reason)) => self.refuse(&came.worker, &came.games, &reason).map(|()| 0),
            Err(Rejection::Earlier(game, error)) => {
                let Some((worker, games)) = self.sender(game) else { return Err(error) };
                self.refuse(&worker, &games, &format!("game {game} is not the one that this machine plays"))?;
                if self.trust().is_refused(&came.worker) {
                    // It has sent two games that differ itself.
                    return Ok(0);
                }
                self.take_checked(came, &[])
            }
            Err(Rejection::Ends(error)) => Err(error),
        }
    }

    /// Counts a result that was right.
    fn took(&mut self, came: &Came, new: u64) {
        let Came { worker, games, effort, .. } = came;
        let is_first = self.trust().took(worker, &self.workload.title());
        if is_first {
            self.tell(&Event::Joined { worker });
        }
        self.figures.took(worker, effort.as_ref(), new);
        self.left = self.left.saturating_sub(new);
        if new > 0 {
            self.taken.entry(worker.clone()).or_default().push(games.clone());
        } else if self.sender(games.start).is_some_and(|(first, _)| first != *worker) {
            self.figures.crossed += 1;
        }
    }

    /// Returns the worker that sent a game of this order, with the games of that result.
    fn sender(&self, game: u64) -> Option<(String, Range<u64>)> {
        self.taken.iter().find_map(|(worker, taken)| {
            let games = taken.iter().find(|games| games.contains(&game))?;
            Some((worker.clone(), games.clone()))
        })
    }

    /// Takes nothing of a worker any more, which sent wrong games, and has those played again that it sent before.
    pub(super) fn refuse(&mut self, worker: &str, games: &Range<u64>, reason: &str) -> Result<(), B::Error> {
        self.trust().refuse(worker);
        self.figures.refused += 1;
        self.tell(&Event::ResultRefused { worker, games: [games.start, games.end - 1], reason });
        self.tell(&Event::Banned { worker, reason });
        self.workload.note(&format!("worker {worker}: {reason}; nothing of it is taken any more"));
        self.undo(worker)?;
        let title = self.workload.title();
        let earlier = self.trust().others_than(&title, worker);
        if !earlier.is_empty() {
            let earlier = earlier.join("; ");
            self.workload
                .note(&format!("worker {worker}: games of it stay that were not checked: {earlier}"));
        }
        Ok(())
    }

    fn undo(&mut self, worker: &str) -> Result<(), B::Error> {
        let Some(taken) = self.taken.remove(worker) else { return Ok(()) };
        let missing_again = self.workload.take_back(&taken)?;
        let games = taken.iter().map(|games| games.end - games.start).sum();
        self.tell(&Event::Undone { worker, games });
        if missing_again > 0 {
            self.workload.note(&format!(
                "worker {worker}: {missing_again} games that it sent before are played again"
            ));
        }
        self.left += missing_again;
        self.figures.games -= missing_again;
        let is_undone = |game: &u64| taken.iter().any(|games| games.contains(game));
        let missing: Vec<u64> = self.workload.missing().into_iter().filter(is_undone).collect();
        self.add_due(&missing, true);
        Ok(())
    }
}
