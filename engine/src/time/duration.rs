//! Durations as people write them: `200ms`, `1.5s`, `2m`, `1h`.

use std::{fmt, time::Duration};

/// Longer than any game.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// The units and their seconds, the shortest first; `ms` stands before `m` and `s` so that it is tried first.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads a duration above zero and of at most a week.
///
/// # Errors
/// What a duration is.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let seconds = UNITS.iter().find_map(|(unit, seconds)| {
        let number = text.trim().strip_suffix(unit)?.trim_end();
        number.parse::<f64>().ok().map(|number| number * seconds)
    });
    match seconds {
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST.as_secs_f64() => {
            Ok(Duration::from_secs_f64(seconds))
        }
        Some(_) => Err("a duration is above zero and at most a week".to_owned()),
        None => Err("a duration is a number with its unit: 200ms, 1.5s, 2m, 1h".to_owned()),
    }
}

/// A duration in the largest unit that tells it in whole numbers, or else in milliseconds.
pub struct DurationText(pub Duration);

impl fmt::Display for DurationText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NANOS_PER_MILLI: u128 = 1_000_000;
        let nanos = self.0.as_nanos();
        for (unit, millis) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
            let size = millis * NANOS_PER_MILLI;
            if nanos > 0 && nanos.is_multiple_of(size) {
                return write!(out, "{}{unit}", nanos / size);
            }
        }
        write!(out, "{}ms", nanos as f64 / NANOS_PER_MILLI as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_with_units_and_writes_them_back() {
        for (text, millis) in
            [("200ms", 200), ("1s", 1000), ("1500ms", 1500), ("2m", 120_000), ("1h", 3_600_000)]
        {
            let duration = Duration::from_millis(millis);
            assert_eq!(parse_duration(text), Ok(duration));
            assert_eq!(DurationText(duration).to_string(), text);
        }
        assert_eq!(parse_duration(" 1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(DurationText(Duration::ZERO).to_string(), "0ms");
        assert_eq!(DurationText(Duration::from_micros(2500)).to_string(), "2.5ms");
    }

    #[test]
    fn refuses_everything_else() {
        for text in ["", "5", "s", "-1s", "0s", "nans", "infs", "1e300s", "8d", "1 2s", "999h"] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
    }
}
