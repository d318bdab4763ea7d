//! The clock of a game before it starts, in one line of text.

use std::{fmt, num::NonZero, str::FromStr, time::Duration};

use super::{Clock, DurationText, parse_duration};

/// What each player has for a game: main time with an increment per move (`40m+15s`), a number of moves in a time
/// and again (`40/5m`, `40/5m+1s`), or the whole game in a time (`5m`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which the main time is added again; `None` for once and for all.
    pub moves: Option<NonZero<u32>>,
    /// The main time, above zero.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
}

const FORMS: &str = "a clock is 40m+15s, 100ms+10ms, 40/5m (moves in a time) or 5m (the whole game)";

impl TimeControl {
    /// What the clock shows after `made` moves with `left` on it.
    pub fn shown(&self, made: u32, left: Duration) -> Clock {
        let moves_to_go = self.moves.map(|moves| moves.get() - made % moves.get());
        Clock { remaining: left, increment: self.increment, moves_to_go, ..Clock::default() }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |reason: String| format!("{text:?} is no clock: {reason}; {FORMS}");
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => {
                let number = moves.trim().parse::<NonZero<u32>>();
                (Some(number.map_err(|_| wrong("the number of moves is above zero".to_owned()))?), rest)
            }
        };
        let (main, increment) = match rest.split_once('+') {
            None => (rest, None),
            Some((main, increment)) => (main, Some(increment)),
        };
        let main = parse_duration(main).map_err(wrong)?;
        let increment = increment.map(parse_duration).transpose().map_err(wrong)?.unwrap_or_default();
        Ok(Self { moves, main, increment })
    }
}

impl fmt::Display for TimeControl {
    /// Writes the form that is read back.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(out, "{moves}/")?;
        }
        write!(out, "{}", DurationText(self.main))?;
        if !self.increment.is_zero() {
            write!(out, "+{}", DurationText(self.increment))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_back() {
        for (text, moves, main, increment) in [
            ("40m+15s", None, 2_400_000, 15_000),
            ("100ms+10ms", None, 100, 10),
            ("40/5m", Some(40), 300_000, 0),
            ("40/5m+1s", Some(40), 300_000, 1000),
            ("5m", None, 300_000, 0),
        ] {
            let control: TimeControl = text.parse().expect(text);
            let [main, increment] = [main, increment].map(Duration::from_millis);
            assert_eq!(control, TimeControl { moves: moves.and_then(NonZero::new), main, increment });
            assert_eq!(control.to_string(), text);
        }
        for text in ["", "5", "+1s", "5m+", "0/5m", "x/5m", "5m+1", "40/", "5m+-1s", "5m/40"] {
            let error = text.parse::<TimeControl>().expect_err(text);
            assert!(error.contains("40m+15s") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn moves_are_counted_to_the_next_time_control() {
        let control: TimeControl = "40/5m".parse().expect("a clock");
        let to_go = |made| control.shown(made, control.main).moves_to_go;
        assert_eq!([0, 1, 39, 40, 79].map(to_go), [40, 39, 1, 40, 1].map(Some));
    }
}
