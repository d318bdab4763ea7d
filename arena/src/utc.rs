//! Dates and times as files have them, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Returns the seconds since 1970; 0 where the clock stands before that.
pub fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns a time in the form of RFC 3339, which is also one of ISO 8601: `2026-11-30T08:15:00Z`. `seconds` are those since
/// 1970; more than the calendar has show its beginning.
pub fn rfc_3339(seconds: u64) -> String {
    let time =
        i64::try_from(seconds).ok().and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    time.unwrap_or(OffsetDateTime::UNIX_EPOCH).format(&Rfc3339).expect("a year of four digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `date -u -d @SECONDS +%FT%TZ` prints them.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_796_025_616, "2026-11-30T08:00:16Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (u64::MAX, "1970-01-01T00:00:00Z"),
        ] {
            assert_eq!(rfc_3339(seconds), expected);
        }
    }
}
