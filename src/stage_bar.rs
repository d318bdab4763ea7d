//! The bar of whatever is under way: games, training, matches.

use std::{io::Write as _, sync::Mutex, time::Duration};

use damier_train::run::{Stage, StageObserver};
use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal;

/// How often a bar is redrawn even without news.
const REDRAW: Duration = Duration::from_millis(250);
/// Rates are taken over no less.
const SHORTEST: f64 = 1e-3;

/// Draws on standard error where it is a terminal.
#[derive(Debug, Default)]
pub(crate) struct StageBar {
    bar: Mutex<Option<ProgressBar>>,
    prefix: Mutex<String>,
}

impl StageBar {
    /// What the bars from now on begin with.
    pub(crate) fn set_prefix(&self, prefix: String) {
        *self.prefix.lock().expect("no panic while it is held") = prefix;
    }

    /// Prints a line on standard output, above the bar.
    pub(crate) fn say(&self, text: &str) {
        match &*self.bar.lock().expect("no panic while it is held") {
            Some(bar) => bar.suspend(|| print_line(text)),
            None => print_line(text),
        }
    }
}

fn print_line(text: &str) {
    // The work goes on for hours; it does not end because nobody reads its news any more.
    let _ = writeln!(terminal::output(), "{text}");
}

impl StageObserver for StageBar {
    fn stage(&self, stage: Stage, done: u64, total: u64) {
        let (name, unit) = match stage {
            Stage::Generate => ("games", "positions/s"),
            Stage::Load => ("reading", ""),
            Stage::Train => ("train", "positions/s"),
            Stage::Measure => ("match", ""),
        };
        let template =
            format!("{{prefix}}{name} [{{bar:32}}] {{pos}}/{{len}} {{elapsed}} ETA {{eta}}  {{msg}}{unit}");
        let style = ProgressStyle::with_template(&template).expect("a valid template").progress_chars("█▌ ");
        let bar = ProgressBar::new(total).with_style(style);
        bar.set_prefix(self.prefix.lock().expect("no panic while it is held").clone());
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(REDRAW);
        *self.bar.lock().expect("no panic while it is held") = Some(bar);
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        if let Some(bar) = &*self.bar.lock().expect("no panic while it is held") {
            bar.set_position(done);
            let rate = positions as f64 / bar.elapsed().as_secs_f64().max(SHORTEST);
            let figure = if figure.is_empty() { String::new() } else { format!("{figure}  ") };
            if positions > 0 {
                bar.set_message(format!("{figure}{rate:.0} "));
            } else {
                bar.set_message(figure);
            }
        }
    }

    fn stage_finished(&self) {
        if let Some(bar) = self.bar.lock().expect("no panic while it is held").take() {
            bar.finish_and_clear();
        }
    }
}
