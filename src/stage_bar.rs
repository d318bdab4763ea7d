//! How far whatever is under way has come, games, training or matches, on standard error: a bar on a terminal, now and
//! then a line elsewhere.

use std::{io::Write as _, sync::Mutex, time::Duration};

use damier_train::run::{Stage, StageObserver};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::{pace::Pace, sparse_lines::SparseLines, terminal};

/// How often a bar is redrawn even without news.
const REDRAW: Duration = Duration::from_millis(250);
/// Rates are taken over no less.
const SHORTEST: f64 = 1e-3;

/// Tells of one stage at a time.
#[derive(Debug, Default)]
pub(crate) struct StageBar {
    current: Mutex<Option<Current>>,
    prefix: Mutex<String>,
    lines: SparseLines,
}

/// The stage under way.
#[derive(Debug)]
struct Current {
    bar: ProgressBar,
    pace: Pace,
    /// What is counted.
    name: &'static str,
    /// What the rate counts.
    unit: &'static str,
}

impl Current {
    fn line(&self) -> String {
        let Self { bar, pace, name, .. } = self;
        let (done, total) = (bar.position(), bar.length().unwrap_or(0));
        format!(
            "{}{name} {done}/{total}  {}  {}{}",
            bar.prefix(),
            bar.message(),
            HumanDuration(bar.elapsed()),
            pace.told(done, total),
        )
    }
}

impl StageBar {
    /// What the bars from now on begin with.
    pub(crate) fn set_prefix(&self, prefix: String) {
        *self.prefix.lock().expect("no panic while it is held") = prefix;
    }

    /// Prints a line on standard output, above the bar.
    pub(crate) fn say(&self, text: &str) {
        match &*self.current.lock().expect("no panic while it is held") {
            Some(Current { bar, .. }) => bar.suspend(|| print_line(text)),
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
            format!("{{prefix}}{name} [{{bar:32}}] {{pos}}/{{len}} {{elapsed}} ETA {{eta}}  {{msg}}");
        let style = ProgressStyle::with_template(&template).expect("a valid template").progress_chars("█▌ ");
        let pace = Pace::default();
        pace.start_at(done);
        let bar = ProgressBar::new(total).with_style(pace.shown_in(style));
        bar.set_prefix(self.prefix.lock().expect("no panic while it is held").clone());
        bar.set_position(done);
        bar.enable_steady_tick(REDRAW);
        *self.current.lock().expect("no panic while it is held") = Some(Current { bar, pace, name, unit });
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        if let Some(current) = &*self.current.lock().expect("no panic while it is held") {
            let bar = &current.bar;
            bar.set_position(done);
            let rate = positions as f64 / bar.elapsed().as_secs_f64().max(SHORTEST);
            let figure = if figure.is_empty() { String::new() } else { format!("{figure}  ") };
            if positions > 0 {
                bar.set_message(format!("{figure}{rate:.0} {}", current.unit));
            } else {
                bar.set_message(figure);
            }
            if bar.is_hidden() {
                self.lines.tell(|| current.line());
            }
        }
    }

    fn stage_finished(&self) {
        if let Some(Current { bar, .. }) = self.current.lock().expect("no panic while it is held").take() {
            bar.finish_and_clear();
        }
    }
}
