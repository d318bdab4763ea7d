//! The engine's clock, as the GUI sets it.

use std::time::Duration;

use damier_engine::search::Limits;

use crate::{
    server::numbers::{clock, milliseconds, seconds},
    xboard::Level,
};

/// Milliseconds in a hundredth of a second.
const MILLIS: i64 = 10;
/// Tenths of the expected time that have to be left, so that a search by that time may go on.
const ENOUGH_TENTHS: u32 = 9;
/// Before the GUI sets another, the clock is that of xboard: 40 moves in five minutes.
const USUAL: Level = Level { moves: 40, base: Duration::from_secs(300), increment: 0.0 };

/// What bounds a move.
#[derive(Clone, Copy, Debug)]
enum Control {
    /// The clock of the game.
    Level(Level),
    /// So long for each move.
    MoveTime(Duration),
}

/// The engine's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineClock {
    control: Control,
    /// Time left; `None` before the first move of a game.
    left: Option<Duration>,
    depth: Option<u32>,
}

impl EngineClock {
    pub(super) fn new() -> Self {
        Self { control: Control::Level(USUAL), left: None, depth: None }
    }

    /// Sets the clock of the game (`level`).
    pub(super) fn set_level(&mut self, level: Level) {
        (self.control, self.left) = (Control::Level(level), None);
    }

    /// Sets the time of each move in seconds (`st`).
    pub(super) fn set_move_time(&mut self, time: f64) {
        (self.control, self.left) = (Control::MoveTime(seconds(time)), None);
    }

    /// Sets the depth of each move in plies (`sd`), until the next game.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth).filter(|depth| *depth > 0);
    }

    /// Sets the time left in hundredths of a second (`time`); may be below 0.
    pub(super) fn set_left(&mut self, hundredths: i64) {
        self.left = Some(milliseconds(hundredths.saturating_mul(MILLIS)));
    }

    /// Begins another game: the clock is full, and no depth bounds the moves.
    pub(super) fn new_game(&mut self) {
        (self.left, self.depth) = (None, None);
    }

    /// Returns the time left, or that of each move.
    pub(super) fn left(&self) -> Duration {
        match self.control {
            Control::Level(level) => self.left.unwrap_or(level.base),
            Control::MoveTime(time) => time,
        }
    }

    /// Says whether about as much is left as a search that runs was given.
    pub(super) fn covers(&self, given: Duration) -> bool {
        self.left() * 10 >= given * ENOUGH_TENTHS
    }

    /// Subtracts the time of a move; `made` moves of this side are made with it.
    pub(super) fn press(&mut self, time: Duration, made: usize) {
        let Control::Level(level) = self.control else { return };
        let left = self.left().saturating_sub(time) + seconds(level.increment);
        let is_full = level.moves > 0 && made.is_multiple_of(level.moves as usize);
        self.left = Some(if is_full { left + level.base } else { left });
    }

    /// Returns the limits of the next move after `made` moves of this side.
    pub(super) fn limits(&self, made: usize) -> Limits {
        let bounded = match self.control {
            Control::MoveTime(time) => Limits::time(time),
            Control::Level(level) => {
                let moves = level.moves as usize;
                let to_go = (moves > 0).then(|| (moves - made % moves) as u32);
                Limits::clock(clock(self.left(), Some(seconds(level.increment)), to_go))
            }
        };
        Limits { depth: self.depth, ..bounded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> EngineClock {
        let mut clock = EngineClock::new();
        clock.set_level(text.parse().expect("a clock"));
        clock
    }

    fn shown(clock: &EngineClock, made: usize) -> (u128, u128, Option<u32>) {
        let clock = clock.limits(made).clock.expect("a clock");
        (clock.remaining.as_millis(), clock.increment.as_millis(), clock.moves_to_go)
    }

    #[test]
    fn every_style_of_clock_bounds_the_move() {
        assert_eq!(shown(&EngineClock::new(), 0), (300_000, 0, Some(40)));
        assert_eq!(shown(&level("40 0:30 0"), 39), (30_000, 0, Some(1)));
        assert_eq!(shown(&level("40 0:30 0"), 40), (30_000, 0, Some(40)));
        assert_eq!(shown(&level("0 2 12"), 7), (120_000, 12_000, None));
        let mut clock = level("0 2 0.5");
        clock.set_left(150);
        assert_eq!(shown(&clock, 1), (1500, 500, None));
        clock.set_left(-3);
        assert_eq!(shown(&clock, 1).0, 0);
        clock.set_move_time(3.0);
        assert_eq!(clock.limits(9), Limits::time(Duration::from_secs(3)));
        clock.set_depth(4);
        assert_eq!(clock.limits(9).depth, Some(4));
        clock.set_depth(0);
        assert_eq!(clock.limits(9).depth, None);
    }

    #[test]
    fn the_clock_goes_on_by_itself() {
        let second = Duration::from_secs(1);
        let mut clock = level("2 0:10 1");
        clock.press(second * 3, 1);
        assert_eq!(shown(&clock, 1), (8000, 1000, Some(1)));
        clock.press(second * 9, 2);
        assert_eq!(shown(&clock, 2), (11_000, 1000, Some(2)));
        // The GUI's clock shows far less.
        let given = clock.left();
        clock.set_left(1000);
        assert!(clock.covers(given));
        clock.set_left(100);
        assert!(!clock.covers(given));
        clock.set_depth(3);
        clock.new_game();
        assert_eq!((shown(&clock, 0).0, clock.limits(0).depth), (10_000, None));
    }
}
