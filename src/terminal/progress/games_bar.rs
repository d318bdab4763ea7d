//! How many games are played, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::{io::Write as _, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

use super::{pace::Pace, sparse_lines::SparseLines};
use crate::terminal::{self, layout};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

const TEMPLATE: &str = "{bar:12} {pos}/{len} games  {elapsed_precise}, {eta} left  {wide_msg}";

pub(crate) struct GamesBar {
    bar: ProgressBar,
    pace: Pace,
    lines: SparseLines,
}

impl GamesBar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::no_length();
        let pace = Pace::default();
        bar.set_style(pace.shown_in(ProgressStyle::with_template(TEMPLATE).expect("the template is right")));
        bar.enable_steady_tick(REDRAW);
        Self { bar, pace, lines: SparseLines::default() }
    }

    /// Shows the number of finished games and `text`, the standing.
    pub(crate) fn tell(&self, finished: usize, games: usize, text: String) {
        let (finished, games) = (finished as u64, games as u64);
        // Games that another call played come with the first.
        self.pace.start_once(finished);
        if self.bar.is_hidden() {
            self.lines.tell(|| {
                let line = format!("{finished}/{games} games  {text}{}", self.pace.told(finished, games));
                layout::wrapped(&line, terminal::width())
            });
            return;
        }
        self.bar.set_length(games);
        self.bar.set_position(finished);
        self.bar.set_message(text);
    }

    /// Prints a note on standard error, above the bar.
    pub(crate) fn note(&self, text: &str) {
        // The games go on, although the terminal is gone.
        self.bar.suspend(|| {
            let _ = writeln!(terminal::escaped_aside(), "note: {text}");
        });
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
