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

fn three_digits(value: f64) -> String {
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
    fn chooses_prefixes() {
        assert_eq!(with_prefix(12.0), "12.0");
        assert_eq!(with_prefix(123_456_789.0), "123 M");
        assert_eq!(bytes(1536 * 1024), "1.50 MiB");
        assert_eq!(bytes(7), "7 B");
    }
}
