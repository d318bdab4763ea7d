//! Settings of the engine, under every protocol's names.

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

use damier_engine::{
    engine::{BookUse, EngineOptions, Level, Searcher},
    search::{MOST_CONTEMPT, machine_mib},
};

use super::judges::{Books, Judges};

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What judges each game.
    pub judges: Judges,
    /// Its options.
    pub options: EngineOptions,
    /// A folder of endgame tables; games of which it has none are played without.
    pub endgames: Option<PathBuf>,
    /// Opening books of the games that are played.
    pub books: Books,
}

/// The most threads.
const MOST_THREADS: i64 = 256;
/// The largest memory, in MiB, where the machine has more.
const MOST_MEMORY: i64 = 1 << 20;
/// The most lines.
const MOST_LINES: i64 = 256;
/// The largest safety margin, in milliseconds.
const MOST_OVERHEAD: i64 = 10_000;

/// Returns the values of the option that chooses the search.
pub(super) fn searches() -> Vec<String> {
    Searcher::ALL.iter().map(Searcher::to_string).collect()
}

/// Returns whether games are played by the opening book.
pub(super) fn plays_by_book(book: BookUse) -> bool {
    book == BookUse::Play
}

/// Sets whether games are played by the opening book.
///
/// # Errors
/// The text is neither `true` nor `false`.
pub(super) fn set_book(book: &mut BookUse, text: &str) -> Result<(), String> {
    *book = match text.trim() {
        "true" => BookUse::Play,
        "false" => BookUse::Search,
        _ => return Err("true or false is expected".to_owned()),
    };
    Ok(())
}

/// Option whose value is a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineSetting {
    /// Threads.
    Threads,
    /// Memory of the tree, in MiB.
    Memory,
    /// Lines reported (multi-PV).
    Lines,
    /// Safety margin of a move, in milliseconds.
    Overhead,
    /// Level of strength.
    Level,
    /// Contempt, in percent.
    Contempt,
    /// Seed of the random choices of weaker levels.
    Seed,
}

impl EngineSetting {
    /// Returns its range.
    pub(super) fn range(self) -> RangeInclusive<i64> {
        match self {
            Self::Threads => 1..=MOST_THREADS,
            Self::Memory => 1..=most_memory(),
            Self::Lines => 1..=MOST_LINES,
            Self::Overhead => 0..=MOST_OVERHEAD,
            Self::Level => i64::from(Level::WEAKEST.number())..=i64::from(Level::FULL.number()),
            Self::Contempt => -i64::from(MOST_CONTEMPT)..=i64::from(MOST_CONTEMPT),
            Self::Seed => 0..=i64::MAX,
        }
    }

    /// Returns its value.
    pub(super) fn value(self, options: &EngineOptions) -> i64 {
        match self {
            Self::Threads => options.threads as i64,
            Self::Memory => options.memory_mib as i64,
            Self::Lines => options.multipv as i64,
            Self::Overhead => options.overhead.as_millis() as i64,
            Self::Level => i64::from(options.level.number()),
            Self::Contempt => i64::from(options.contempt),
            Self::Seed => options.seed as i64,
        }
    }

    /// Sets its value.
    ///
    /// # Errors
    /// The text is no whole number of its range.
    pub(super) fn set(self, options: &mut EngineOptions, text: &str) -> Result<(), String> {
        let range = self.range();
        let value = text.trim().parse().ok().filter(|value| range.contains(value));
        let value = value
            .ok_or_else(|| format!("a whole number from {} to {} is expected", range.start(), range.end()))?;
        match self {
            Self::Threads => options.threads = value as usize,
            Self::Memory => options.memory_mib = value as usize,
            Self::Lines => options.multipv = value as usize,
            Self::Overhead => options.overhead = Duration::from_millis(value as u64),
            Self::Level => options.level = Level::new(value as u8).unwrap_or(options.level),
            Self::Contempt => options.contempt = value as i32,
            Self::Seed => options.seed = value as u64,
        }
        Ok(())
    }
}

/// The largest memory, in MiB: what the machine has.
fn most_memory() -> i64 {
    i64::try_from(machine_mib()).unwrap_or(MOST_MEMORY).clamp(1, MOST_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [EngineSetting; 7] = [
        EngineSetting::Threads,
        EngineSetting::Memory,
        EngineSetting::Lines,
        EngineSetting::Overhead,
        EngineSetting::Level,
        EngineSetting::Contempt,
        EngineSetting::Seed,
    ];

    #[test]
    fn the_book_is_played_by_or_not() {
        let mut book = BookUse::default();
        for (text, plays) in [("false", false), ("true", true)] {
            assert_eq!(set_book(&mut book, text), Ok(()));
            assert_eq!(plays_by_book(book), plays);
        }
        assert!(set_book(&mut book, "perhaps").is_err());
        assert!(plays_by_book(book));
    }

    #[test]
    fn what_is_set_is_the_value_and_nothing_else_is_taken() {
        let mut options = EngineOptions::default();
        for setting in ALL {
            let range = setting.range();
            assert!(range.contains(&setting.value(&options)), "{setting:?}");
            for value in [*range.start(), *range.end()] {
                assert_eq!(setting.set(&mut options, &value.to_string()), Ok(()));
                assert_eq!(setting.value(&options), value, "{setting:?}");
            }
            let before = options;
            let below = (setting.range().start() - 1).to_string();
            for text in ["", "x", "1.5", &below, "-101", "99999999999999999999"] {
                assert!(setting.set(&mut options, text).is_err(), "{setting:?} takes {text:?}");
            }
            assert_eq!(options, before);
        }
    }
}
