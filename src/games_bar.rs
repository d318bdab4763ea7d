//! How many games are played, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::{
    io::Write as _,
    sync::Mutex,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

/// How often a line is written where there is no bar, at most.
const LINE_EVERY: Duration = Duration::from_secs(30);

const TEMPLATE: &str = "{bar:20} {pos}/{len} games  {msg}  {elapsed_precise}, {eta} left";

pub(crate) struct GamesBar {
    bar: ProgressBar,
    last_line: Mutex<Instant>,
}

impl GamesBar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template(TEMPLATE).expect("the template is right"));
        bar.enable_steady_tick(REDRAW);
        Self { bar, last_line: Mutex::new(Instant::now()) }
    }

    /// So many of the games are played, and this is how it stands.
    pub(crate) fn tell(&self, finished: usize, games: usize, text: String) {
        if self.bar.is_hidden() {
            let mut last = self.last_line.lock().expect("no panic while it is held");
            if last.elapsed() >= LINE_EVERY {
                *last = Instant::now();
                // The games go on although nobody reads the news any more.
                let _ = writeln!(std::io::stderr(), "{finished}/{games} games  {text}");
            }
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
