//! Values that `fleet.toml` has as texts with units.

use std::{fmt, time::Duration};

use damier_engine::time::{DurationText, parse_duration};
use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

/// Durations as texts: `60s`.
pub(super) mod duration {
    use super::*;

    pub(in crate::settings) fn serialize<S: Serializer>(
        duration: &Duration,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(&DurationText(*duration))
    }

    pub(in crate::settings) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        parse_duration(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Numbers of bytes as texts: `4GiB`.
pub(super) mod byte_count {
    use super::*;

    const UNITS: [(&str, u64); 4] = [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

    struct Text(u64);

    impl fmt::Display for Text {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            match UNITS.iter().find(|(_, size)| self.0 > 0 && self.0.is_multiple_of(*size)) {
                Some((unit, size)) => write!(out, "{}{unit}", self.0 / size),
                None => write!(out, "{}B", self.0),
            }
        }
    }

    pub(in crate::settings) fn serialize<S: Serializer>(count: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&Text(*count))
    }

    pub(in crate::settings) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let number = UNITS.iter().chain(&[("B", 1)]).find_map(|(unit, size)| {
            let number: u64 = text.trim().strip_suffix(unit)?.trim_end().parse().ok()?;
            number.checked_mul(*size)
        });
        // JetStream counts bytes with a sign.
        number.filter(|count| i64::try_from(*count).is_ok()).ok_or_else(|| {
            D::Error::custom("a number of bytes is a whole number with its unit: 512MiB, 4GiB, 1TiB")
        })
    }
}
