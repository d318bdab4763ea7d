//! Durations on the command line: `200ms`, `1.5s`, `2m`.

use std::time::Duration;

use damier_engine::time::parse_duration;

/// Longer than anybody waits for a move.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Reads a positive duration of at most a day; for clap.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    match parse_duration(text)? {
        duration if duration <= LONGEST => Ok(duration),
        _ => Err("a duration is above zero and at most a day".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_durations_of_up_to_a_day() {
        assert_eq!(parse("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse("24h"), Ok(LONGEST));
        for text in ["", "5", "0s", "25h"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
