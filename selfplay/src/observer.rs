//! Who wants to know how a generation is getting on.

use std::time::Duration;

use damier_records::GameRecord;

/// How far a generation has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Games finished by this call.
    pub games: u64,
    /// Games this call has to play.
    pub games_wanted: u64,
    /// Training targets in them.
    pub positions: u64,
    /// Plies of all kinds in them.
    pub plies: u64,
    /// Simulations spent on them.
    pub simulations: u64,
    /// Time since the call began.
    pub elapsed: Duration,
}

impl Progress {
    /// Returns what a finished game adds.
    pub(crate) fn of(record: &GameRecord) -> Self {
        Self {
            games: 1,
            positions: record.targets() as u64,
            plies: record.plies.len() as u64,
            simulations: record.plies.iter().map(|ply| u64::from(ply.kind.simulations())).sum(),
            ..Self::default()
        }
    }

    /// Training targets per second.
    pub fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON)
    }

    /// The time the games still missing will take at the speed so far; `None` before the first one.
    pub fn remaining(&self) -> Option<Duration> {
        let missing = self.games_wanted.saturating_sub(self.games) as f64;
        (self.games > 0).then(|| self.elapsed.mul_f64(missing / self.games as f64))
    }
}

/// Observer of finished games, called from the threads that play them.
pub trait Observer: Sync {
    /// Number of games that are missing, and are played now.
    fn begun(&self, missing: u64) {
        let _ = missing;
    }

    /// Something that the user should know, in a line.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// A game has been finished.
    fn game_finished(&self, progress: &Progress);
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn game_finished(&self, _: &Progress) {}
}
