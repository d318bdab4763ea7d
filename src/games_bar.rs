//! How many games are played, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::sparse_lines::SparseLines;

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

const TEMPLATE: &str = "{bar:20} {pos}/{len} games  {msg}  {elapsed_precise}, {eta} left";

pub(crate) struct GamesBar {
    bar: ProgressBar,
    lines: SparseLines,
}

impl GamesBar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template(TEMPLATE).expect("the template is right"));
        bar.enable_steady_tick(REDRAW);
        Self { bar, lines: SparseLines::default() }
    }

    /// So many of the games are played, and this is how it stands.
    pub(crate) fn tell(&self, finished: usize, games: usize, text: String) {
        if self.bar.is_hidden() {
            self.lines.tell(|| format!("{finished}/{games} games  {text}"));
            return;
        }
        self.bar.set_length(games as u64);
        self.bar.set_position(finished as u64);
        self.bar.set_message(text);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
