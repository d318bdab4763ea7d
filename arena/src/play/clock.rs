//! The clocks of a game under way.

use std::time::Duration;

use damier_engine::time::{Clock, DurationText, TimeControl};

use crate::competitor::{Cause, Failure, Pace};

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// One player's time.
#[derive(Clone, Debug)]
pub(super) struct PlayerClock {
    pace: Pace,
    /// What is left on the clock, in nanoseconds; below zero where the margin was needed.
    left: i128,
    /// Moves made.
    made: u32,
}

impl PlayerClock {
    /// At the beginning of a game.
    pub(super) fn new(pace: Pace) -> Self {
        let left = pace.clock.map_or(0, |clock| nanos(clock.main));
        Self { pace, left, made: 0 }
    }

    /// Returns what is left on the clock; nothing where there is none, or it is overdrawn.
    pub(super) fn remaining(&self) -> Duration {
        let left = self.left.max(0);
        Duration::new((left / NANOS_PER_SECOND) as u64, (left % NANOS_PER_SECOND) as u32)
    }

    /// Returns what the clock shows; `None` where there is none.
    pub(super) fn shown(&self) -> Option<Clock> {
        Some(self.pace.clock?.shown(self.made, self.remaining()))
    }

    /// Returns the longest that the next move may take; `None` where nothing says.
    pub(super) fn allowed(&self, margin: Duration) -> Option<Duration> {
        let clock = self.pace.clock.map(|_| self.remaining());
        Some([clock, self.pace.limits.time].into_iter().flatten().min()? + margin)
    }

    /// A move was made that took `used`.
    ///
    /// # Errors
    /// It took longer than it might, and the margin too.
    pub(super) fn press(&mut self, used: Duration, margin: Duration) -> Result<(), Failure> {
        let late = |used: Duration, allowed: Duration| {
            let detail = format!("{} where {} were left", rounded(used), rounded(allowed));
            Err(Failure::new(Cause::Time, detail))
        };
        if let Some(time) = self.pace.limits.time
            && used > time + margin
        {
            return late(used, time);
        }
        let Some(TimeControl { moves, main, increment }) = self.pace.clock else { return Ok(()) };
        let allowed = self.remaining();
        self.left -= nanos(used);
        if self.left < -nanos(margin) {
            return late(used, allowed);
        }
        self.left += nanos(increment);
        self.made += 1;
        if moves.is_some_and(|moves| self.made.is_multiple_of(moves.get())) {
            self.left += nanos(main);
        }
        Ok(())
    }
}

fn nanos(duration: Duration) -> i128 {
    duration.as_nanos() as i128
}

/// In whole milliseconds, for people.
fn rounded(duration: Duration) -> DurationText {
    DurationText(Duration::from_millis(duration.as_millis() as u64))
}

#[cfg(test)]
mod tests {
    use damier_engine::search::Limits;

    use super::*;

    const NONE: Duration = Duration::ZERO;

    fn clock(text: &str) -> PlayerClock {
        let clock = Some(text.parse().expect("a clock"));
        PlayerClock::new(Pace { limits: Limits::default(), clock })
    }

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn an_increment_is_added_after_each_move() {
        let mut clock = clock("100ms+10ms");
        clock.press(millis(30), NONE).expect("in time");
        assert_eq!(clock.remaining(), millis(80));
        clock.press(millis(80), NONE).expect("just in time");
        assert_eq!(clock.remaining(), millis(10));
        assert_eq!(clock.press(millis(11), NONE).expect_err("late").cause, Cause::Time);
    }

    #[test]
    fn main_time_comes_again_after_its_moves() {
        let mut clock = clock("2/100ms");
        for left in [60, 120, 80, 140] {
            clock.press(millis(40), NONE).expect("in time");
            assert_eq!(clock.remaining(), millis(left));
        }
    }

    #[test]
    fn a_whole_game_has_its_time_once() {
        let mut clock = clock("100ms");
        assert!((0..2).all(|_| clock.press(millis(40), NONE).is_ok()));
        assert!(clock.press(millis(40), NONE).is_err());
    }

    #[test]
    fn the_margin_is_there_once_and_not_for_every_move() {
        let mut clock = clock("100ms");
        clock.press(millis(120), millis(30)).expect("within the margin");
        assert_eq!((clock.remaining(), clock.allowed(millis(30))), (NONE, Some(millis(30))));
        assert!(clock.press(millis(20), millis(30)).is_err());
    }

    #[test]
    fn the_time_of_a_move_is_kept_with_and_without_a_clock() {
        let limits = Limits::time(millis(50));
        let mut bare = PlayerClock::new(limits.into());
        assert_eq!((bare.shown(), bare.allowed(millis(5))), (None, Some(millis(55))));
        bare.press(millis(55), millis(5)).expect("within the margin");
        let failure = bare.press(millis(56), millis(5)).expect_err("late");
        assert_eq!(failure.to_string(), "time: 56ms where 50ms were left");
        assert!(PlayerClock::new(Limits::nodes(5).into()).press(millis(9999), NONE).is_ok());
    }
}
