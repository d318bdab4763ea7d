//! Dates of games.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 86_400;
/// Days of 400 years.
const ERA: u64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const BEFORE_1970: u64 = 719_468;

/// Returns the seconds since 1970, UTC; 0 where the clock stands before that.
pub(super) fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns a time as ISO 8601 has it: `2026-11-30T08:15:00Z`. `seconds` are those since 1970, UTC.
///
/// The day is reckoned as in Howard Hinnant, "chrono-compatible low-level date algorithms" (`civil_from_days`).
pub(super) fn iso_8601(seconds: u64) -> String {
    let (days, second) = (seconds / SECONDS_PER_DAY + BEFORE_1970, seconds % SECONDS_PER_DAY);
    let (era, day_of_era) = (days / ERA, days % ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years begin in March, so that a leap day is their last.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
            (1_796_025_616, "2026-11-30T08:00:16Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(iso_8601(seconds), expected);
        }
    }
}
