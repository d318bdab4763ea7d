//! The decision how long one move is thought about.

use std::time::Duration;

use super::Clock;

/// Moves that the time of a whole game is divided by: about as many as a player still has to make in the
/// middle of a game, so that time left shrinks and never ends.
const EXPECTED_MOVES: f64 = 30.0;
/// Share of the increment that is spent with the move that earns it; the rest pays for long thoughts.
const SPENT_INCREMENT: f64 = 0.8;
/// Of what is left, the share that a move may be planned for and the share that it may take at most, while
/// others are to come.
const SOFT_SHARE: f64 = 0.5;
const HARD_SHARE: f64 = 0.6;
/// A move may take this many times as long as planned.
const LONGEST: f64 = 5.0;
/// Of a time that is not even the safety margin, so much may be used: an answer takes a moment in any case.
const DESPERATE_SHARE: f64 = 0.1;

/// Share of the simulations in the best move from which the choice is clear, and up to which it is open; the
/// factors that the plan is multiplied by at either end.
const CLEAR_SHARE: (f64, f64) = (0.9, 0.5);
const OPEN_SHARE: (f64, f64) = (0.35, 1.5);
/// The plan is multiplied by this where the move with the most simulations is not the one with the best value.
const DISAGREEING: f64 = 1.3;
/// The loss of value (share of the point) since the move before that doubles the plan; more does not add to it.
const FALL: f64 = 0.1;

/// What a search in progress says about its choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signs {
    /// Share of the simulations that took the best move, 0..=1.
    pub best_share: f32,
    /// Simulations by which the best move leads before the second.
    pub lead: u64,
    /// Simulations per second.
    pub speed: f64,
    /// Expected share of the point by the best move.
    pub value: f32,
    /// Of all moves with at least a tenth of the simulations of the best one, the highest value.
    pub highest_value: f32,
}

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Think on.
    GoOn,
    /// Play.
    Stop,
}

/// Bounds for one move, and the decision when it is enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manager {
    soft: f64,
    hard: f64,
    thrift: Thrift,
    expected: Option<f32>,
}

/// Whether time that is not used for this move can be used for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thrift {
    Saves,
    SpendsAll,
}

impl Manager {
    /// For a move with `clock`; `expected` is the share of the point that the player expected when it moved
    /// before.
    pub fn of_clock(clock: &Clock, expected: Option<f32>) -> Self {
        let remaining = clock.remaining.as_secs_f64();
        let usable = (remaining - clock.overhead.as_secs_f64()).max(remaining * DESPERATE_SHARE);
        let increment = clock.increment.as_secs_f64();
        let (soft, hard) = if clock.moves_to_go == Some(1) {
            (usable, usable)
        } else {
            let moves = clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| f64::from(moves.max(2)));
            let moves = moves.min(EXPECTED_MOVES);
            let soft = (usable / moves + SPENT_INCREMENT * increment).min(SOFT_SHARE * usable);
            (soft, (LONGEST * soft).min(HARD_SHARE * usable))
        };
        Self { soft, hard, thrift: Thrift::Saves, expected }
    }

    /// For a move with a fixed time, less a safety margin (of which at most half of the time is taken).
    pub fn of_time(time: Duration, overhead: Duration) -> Self {
        let time = time.as_secs_f64();
        let time = (time - overhead.as_secs_f64()).max(time / 2.0);
        Self { soft: time, hard: time, thrift: Thrift::SpendsAll, expected: None }
    }

    /// Time planned for the move, before anything is known about it.
    pub fn soft(&self) -> Duration {
        Duration::from_secs_f64(self.soft)
    }

    /// Time that the move takes at most.
    pub fn hard(&self) -> Duration {
        Duration::from_secs_f64(self.hard)
    }

    /// Whether to play after `elapsed` on the clock.
    pub fn verdict(&self, elapsed: Duration, signs: &Signs) -> Verdict {
        let elapsed = elapsed.as_secs_f64();
        let end = match self.thrift {
            Thrift::Saves => self.planned(signs),
            Thrift::SpendsAll => self.hard,
        };
        let decided = || self.thrift == Thrift::Saves && signs.lead as f64 > signs.speed * (end - elapsed);
        if elapsed >= end || decided() { Verdict::Stop } else { Verdict::GoOn }
    }

    /// When to play if nothing changes, in seconds.
    fn planned(&self, signs: &Signs) -> f64 {
        let (clear, open) = (CLEAR_SHARE, OPEN_SHARE);
        let openness = ((clear.0 - f64::from(signs.best_share)) / (clear.0 - open.0)).clamp(0.0, 1.0);
        let mut factor = clear.1 + openness * (open.1 - clear.1);
        if signs.highest_value > signs.value {
            factor *= DISAGREEING;
        }
        if let Some(expected) = self.expected {
            factor *= 1.0 + (f64::from(expected - signs.value) / FALL).clamp(0.0, 1.0);
        }
        (self.soft * factor).min(self.hard)
    }
}
