//! Numbers for people.

use std::time::Duration;

/// A count with thousands separated: `1,234,567`.
pub(crate) fn grouped(count: u64) -> String {
    const GROUP: usize = 3;
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / GROUP);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(GROUP) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count or rate with a prefix: `123 M`, `4.56 k`.
pub(crate) fn with_prefix(value: f64) -> String {
    const PREFIXES: [(f64, &str); 3] = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    match PREFIXES.iter().find(|(scale, _)| value >= *scale) {
        Some((scale, prefix)) => format!("{}{prefix}", three_digits(value / scale)),
        None => three_digits(value),
    }
}

/// Bytes with a binary prefix: `1.50 MiB`.
pub(crate) fn bytes(count: u64) -> String {
    const PREFIXES: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match PREFIXES.iter().find(|(scale, _)| count >= *scale) {
        Some((scale, prefix)) => format!("{} {prefix}", three_digits(count as f64 / *scale as f64)),
        None => format!("{count} B"),
    }
}

/// A rate, without dividing by zero.
pub(crate) fn per_second(count: u64, elapsed: Duration) -> f64 {
    const SHORTEST: f64 = 1e-9;
    count as f64 / elapsed.as_secs_f64().max(SHORTEST)
}

/// Why a value that was given is no number that can be taken, in a sentence; `reason` is the reader's, which may be one of
/// the standard library's or of clap's.
pub(crate) fn reason(value: &str, reason: &str) -> String {
    let is_negative =
        value.starts_with('-') && value[1..].starts_with(|letter: char| letter.is_ascii_digit());
    match reason {
        _ if value.is_empty() => "a value is expected, and nothing is given".to_owned(),
        "invalid digit found in string" if is_negative => {
            format!("{value} is negative, and a whole number from 0 on is expected")
        }
        "invalid digit found in string" => format!("`{value}` is no whole number"),
        "invalid float literal" => format!("`{value}` is no number"),
        "number too large to fit in target type" => format!("{value} is too large a number"),
        "number too small to fit in target type" => format!("{value} is too small a number"),
        "number would be zero for non-zero type" => "at least 1 is expected, and not 0".to_owned(),
        other => match other.split_once(" is not in ") {
            Some((_, range)) => format!("{value} is not possible: {} is expected", range_in_words(range)),
            None if other.contains(value) => other.to_owned(),
            None => format!("`{value}`: {other}"),
        },
    }
}

/// `1..=10` as words.
fn range_in_words(range: &str) -> String {
    let grouped = |end: &str| end.parse().map_or_else(|_| end.to_owned(), grouped);
    match range.split_once("..") {
        Some((from, "")) => format!("a whole number from {} on", grouped(from)),
        Some((from, to)) => {
            let from = if from.is_empty() { "0" } else { from };
            let last = match to.strip_prefix('=') {
                Some(last) => grouped(last),
                None => to
                    .parse::<u64>()
                    .map_or_else(|_| to.to_owned(), |end| self::grouped(end.saturating_sub(1))),
            };
            format!("a whole number from {} to {last}", grouped(from))
        }
        None => range.to_owned(),
    }
}

/// A number with three digits, and no more decimals than two.
pub(crate) fn three_digits(value: f64) -> String {
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn what_is_wrong_with_a_number_is_said_in_words() {
        for (value, clap, told) in [
            ("many", "invalid digit found in string", "`many` is no whole number"),
            (
                "-5",
                "invalid digit found in string",
                "-5 is negative, and a whole number from 0 on is expected",
            ),
            ("0", "0 is not in 1..=1000", "0 is not possible: a whole number from 1 to 1,000 is expected"),
            ("0", "0 is not in 1..", "0 is not possible: a whole number from 1 on is expected"),
            ("9", "9 is not in ..=5", "9 is not possible: a whole number from 0 to 5 is expected"),
            ("x", "invalid float literal", "`x` is no number"),
            ("2", "must be a number from 0 to 1", "`2`: must be a number from 0 to 1"),
            ("", "cannot parse integer from empty string", "a value is expected, and nothing is given"),
        ] {
            assert_eq!(reason(value, clap), told);
        }
    }

    #[test]
    fn chooses_prefixes() {
        assert_eq!(with_prefix(12.0), "12.0");
        assert_eq!(with_prefix(123_456_789.0), "123 M");
        assert_eq!(bytes(1536 * 1024), "1.50 MiB");
        assert_eq!(bytes(7), "7 B");
    }
}
