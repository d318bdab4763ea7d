//! The clock of a game.

use std::{fmt, str::FromStr, time::Duration};

const SECONDS_PER_MINUTE: u64 = 60;

/// What follows `level`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Moves after which the main time is added again; 0 for the whole game in one time.
    pub moves: u32,
    /// The main time, in whole seconds.
    pub base: Duration,
    /// Seconds that are added after each move, 0 or more. xboard sends whole ones, other programs fractions too.
    pub increment: f64,
}

/// Reads minutes, or minutes and seconds: `5`, `0:30`.
fn base(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let [minutes, seconds] = [minutes, seconds].map(|part| part.parse::<u32>().ok().map(u64::from));
    Some(Duration::from_secs(minutes? * SECONDS_PER_MINUTE + seconds?))
}

/// Reads seconds that are finite and not below 0.
pub(super) fn seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, main, increment] = words[..] else { return Err(()) };
        Ok(Self {
            moves: moves.parse().map_err(|_| ())?,
            base: base(main).ok_or(())?,
            increment: seconds(increment).ok_or(())?,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.base.as_secs();
        let (minutes, rest) = (seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
        write!(formatter, "{} {minutes}", self.moves)?;
        if rest > 0 {
            write!(formatter, ":{rest:02}")?;
        }
        write!(formatter, " {}", self.increment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_of_clock_is_read() {
        for (text, moves, base, increment) in [
            ("40 5 0", 40, 300, 0.0),
            ("40 0:30 0", 40, 30, 0.0),
            ("0 2 12", 0, 120, 12.0),
            ("0 1:05 0.5", 0, 65, 0.5),
        ] {
            let level = Level { moves, base: Duration::from_secs(base), increment };
            assert_eq!(text.parse(), Ok(level));
            assert_eq!(level.to_string(), text);
        }
        for text in
            ["", "40", "40 5", "40 5 x", "40 5 -1", "40 5 NaN", "40 5 inf", "-1 5 0", "40 5: 0", "40 5 0 0"]
        {
            assert_eq!(text.parse::<Level>(), Err(()), "{text:?}");
        }
    }
}
