//! How far a hall has come, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::{
    io::Write as _,
    sync::Mutex,
    time::{Duration, Instant},
};

use damier_arena::hall::HallStanding;
use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

/// How often a line is written where there is no bar, at most.
const LINE_EVERY: Duration = Duration::from_secs(30);

const TEMPLATE: &str = "{bar:20} {pos}/{len} games  {msg}  {elapsed_precise}, {eta} left";

pub(crate) struct HallProgress {
    bar: ProgressBar,
    last_line: Mutex<Instant>,
}

impl HallProgress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template(TEMPLATE).expect("the template is right"));
        bar.enable_steady_tick(REDRAW);
        Self { bar, last_line: Mutex::new(Instant::now()) }
    }

    /// The games so far, and the last one.
    pub(crate) fn show(&self, standing: &HallStanding) {
        let last: Vec<String> =
            standing.last.iter().map(|(name, share)| format!("{name} {}", share_text(*share))).collect();
        let (finished, known, text) = (standing.finished, standing.known, last.join(", "));
        if self.bar.is_hidden() {
            let mut last = self.last_line.lock().expect("no panic while it is held");
            if last.elapsed() >= LINE_EVERY {
                *last = Instant::now();
                // The games go on although nobody reads the news any more.
                let _ = writeln!(std::io::stderr(), "{finished}/{known} games  {text}");
            }
            return;
        }
        self.bar.set_length(known as u64);
        self.bar.set_position(finished as u64);
        self.bar.set_message(text);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn share_text(share: f64) -> String {
    match share {
        1.0 => "1".to_owned(),
        0.0 => "0".to_owned(),
        0.5 => "½".to_owned(),
        other => format!("{other:.2}"),
    }
}
