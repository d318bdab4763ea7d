//! How much of some work is done, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{pace::Pace, sparse_lines::SparseLines};
use crate::terminal::{self, layout};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

/// Shows the share of the work that is done, and a message.
#[derive(Debug)]
pub(crate) struct WorkBar {
    bar: ProgressBar,
    pace: Pace,
    lines: SparseLines,
    /// What lines call the work.
    name: &'static str,
}

impl WorkBar {
    /// Returns a bar for work in `total` parts; the template is [indicatif's](ProgressStyle::with_template).
    ///
    /// # Panics
    /// If the template is malformed.
    pub(crate) fn new(total: u64, name: &'static str, template: &str) -> Self {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let pace = Pace::default();
        pace.start_at(0);
        bar.set_style(pace.shown_in(style.progress_chars("█▌ ")));
        bar.enable_steady_tick(REDRAW);
        Self { bar, pace, lines: SparseLines::default(), name }
    }

    /// Sets the number of parts that were done before the start.
    pub(crate) fn start_at(&self, done: u64) {
        self.bar.set_position(done);
        self.pace.start_at(done);
    }

    /// Sets the number of parts done.
    pub(crate) fn set_position(&self, done: u64) {
        self.bar.set_position(done);
        self.news();
    }

    /// Adds `more` parts done.
    pub(crate) fn inc(&self, more: u64) {
        self.bar.inc(more);
        self.news();
    }

    /// Sets the description of the part under way.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Writes something else, with the bar out of the way.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Removes the bar: the work is done or given up.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn news(&self) {
        if self.bar.is_hidden() {
            self.lines.tell(|| self.line());
        }
    }

    fn line(&self) -> String {
        let Self { bar, pace, name, .. } = self;
        let (done, total) = (bar.position(), bar.length().unwrap_or(0));
        let percent = 100 * done / total.max(1);
        let line = format!(
            "{name} {percent} %  {}  {:#}{}",
            bar.message(),
            HumanDuration(bar.elapsed()),
            pace.told(done, total)
        );
        layout::wrapped(&line, terminal::width())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_the_share_and_what_is_under_way() {
        let bar = WorkBar::new(8, "sorting", "{pos}");
        bar.set_message("spades".into());
        bar.start_at(3);
        bar.inc(3);
        assert!(bar.line().starts_with("sorting 75 %  spades  "), "{}", bar.line());
    }
}
