//! How long the rest of some work takes, by the mean speed so far.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressState, ProgressStyle};

/// Where some work began. The speed since then counts, all of it: the last seconds alone make hours of minutes where
/// another program takes the processor for a while.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pace(Arc<Mutex<Option<Start>>>);

#[derive(Clone, Copy, Debug)]
struct Start {
    done: u64,
    at: Instant,
}

impl Pace {
    /// So much was done before; it says nothing about the speed.
    pub(crate) fn start_at(&self, done: u64) {
        *self.0.lock().expect("no panic while it is held") = Some(Start { done, at: Instant::now() });
    }

    /// The same, unless the start is known.
    pub(crate) fn start_once(&self, done: u64) {
        self.0.lock().expect("no panic while it is held").get_or_insert(Start { done, at: Instant::now() });
    }

    /// The style, whose `{eta}` is by this pace from now on.
    pub(crate) fn shown_in(&self, style: ProgressStyle) -> ProgressStyle {
        let pace = self.clone();
        style.with_key("eta", move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let left = pace.left(state.pos(), state.len().unwrap_or(0));
            let _ = match left {
                Some(left) => write!(out, "{:#}", HumanDuration(left)),
                None => out.write_char('?'),
            };
        })
    }

    /// How long the rest of `total` takes, in words.
    pub(crate) fn told(&self, done: u64, total: u64) -> String {
        self.left(done, total).map_or_else(String::new, |left| format!(", {:#} left", HumanDuration(left)))
    }

    /// How long the rest of `total` takes; `None` where nothing has been done since the start.
    fn left(&self, done: u64, total: u64) -> Option<Duration> {
        let start = (*self.0.lock().expect("no panic while it is held"))?;
        rest(start.at.elapsed(), done.saturating_sub(start.done), total.saturating_sub(done))
    }
}

/// How long what is missing takes where what is done took so long; `None` where nothing is done, or it takes for ever.
fn rest(elapsed: Duration, done: u64, missing: u64) -> Option<Duration> {
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * missing as f64 / done as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_takes_as_long_as_as_much_before() {
        let minute = Duration::from_secs(60);
        assert_eq!(rest(minute, 100, 300), Some(3 * minute));
        assert_eq!(rest(minute, 100, 0), Some(Duration::ZERO));
        assert_eq!(rest(minute, 0, 300), None);
        assert_eq!(rest(minute, 0, 0), None);
        assert_eq!(rest(Duration::MAX, 1, u64::MAX), None);
    }

    #[test]
    fn what_was_done_before_the_start_says_nothing() {
        let pace = Pace::default();
        assert_eq!(pace.told(5, 10), "");
        pace.start_at(5);
        assert_eq!(pace.told(5, 10), "");
        pace.start_once(0);
        assert_eq!(pace.told(5, 10), "", "the first start counts");
        assert!(pace.told(6, 10).ends_with(" left"));
    }
}
