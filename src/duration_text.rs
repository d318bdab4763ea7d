//! Durations on the command line: `200ms`, `1.5s`, `2m`.

use std::time::Duration;

/// Longer than anybody waits for a move.
const MAX_SECONDS: f64 = 86_400.0;

/// Reads a positive duration; for clap.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 3] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0)];
    let number_and_unit = UNITS.iter().find_map(|(unit, seconds)| {
        let number = text.strip_suffix(unit)?.trim_end();
        number.parse::<f64>().ok().map(|number| number * seconds)
    });
    match number_and_unit {
        Some(seconds) if seconds.is_finite() && seconds > 0.0 && seconds <= MAX_SECONDS => {
            Ok(Duration::from_secs_f64(seconds))
        }
        Some(_) => Err("a duration is above zero and at most a day".to_owned()),
        None => Err("a duration is a number with its unit: 200ms, 1.5s, 2m".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_with_units() {
        assert_eq!(parse("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
    }

    #[test]
    fn refuses_everything_else() {
        for text in ["", "5", "s", "-1s", "0s", "nans", "infs", "1e300s", "1h", "1 2s"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
