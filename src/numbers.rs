//! Numbers for people.

use std::time::Duration;

/// A count or rate with a prefix: `123 M`, `4.56 k`.
pub(crate) fn with_prefix(value: f64) -> String {
    const PREFIXES: [(f64, &str); 3] = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    match PREFIXES.iter().find(|(scale, _)| value >= *scale) {
        Some((scale, prefix)) => format!("{}{prefix}", three_digits(value / scale)),
        None => three_digits(value),
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
    fn chooses_prefixes() {
        assert_eq!(with_prefix(12.0), "12.0");
        assert_eq!(with_prefix(123_456_789.0), "123 M");
    }
}
