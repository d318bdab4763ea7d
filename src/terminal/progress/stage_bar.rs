//! How far whatever is under way has come, games, training or matches, on standard error: a bar on a terminal, now and
//! then a line elsewhere.

use std::{io::Write as _, sync::Mutex, time::Duration};

use damier_train::run::{Stage, StageObserver};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{pace::Pace, sparse_lines::SparseLines};
use crate::terminal::{self, layout, numbers};

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
    /// How long the rest of the whole work takes.
    whole: Option<String>,
}

impl Current {
    fn line(&self) -> String {
        let Self { bar, pace, name, .. } = self;
        let (done, total) = (bar.position(), bar.length().unwrap_or(0));
        let message = bar.message();
        let message = message.trim_end();
        let gap = if message.is_empty() { "" } else { "  " };
        let line = format!(
            "{}{name} {done}/{total}{gap}{message}  {:#}{}{}",
            bar.prefix(),
            HumanDuration(bar.elapsed()),
            pace.told(done, total),
            self.whole.as_deref().map_or_else(String::new, |left| format!(", the run {left}")),
        );
        layout::wrapped(&line, terminal::width())
    }
}

impl StageBar {
    /// What the bars from now on begin with.
    pub(crate) fn set_prefix(&self, prefix: String) {
        *self.prefix.lock().expect("no panic while it is held") = prefix;
    }

    /// Tells how long the rest of the whole work takes, of which the stage is a part.
    pub(crate) fn set_whole(&self, left: Option<Duration>) {
        if let Some(current) = &mut *self.current.lock().expect("no panic while it is held") {
            current.whole = left.map(|left| format!("{:#}", HumanDuration(left)));
        }
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
    // The work goes on for hours; it does not end because standard output was closed.
    let _ = writeln!(terminal::report(), "{text}");
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
            format!("{{prefix}}{name} [{{bar:16}}] {{pos}}/{{len}} {{elapsed}} ETA {{eta}} {{wide_msg}}");
        let style = ProgressStyle::with_template(&template).expect("a valid template").progress_chars("█▌ ");
        let pace = Pace::default();
        pace.start_at(done);
        let bar = ProgressBar::new(total).with_style(pace.shown_in(style));
        bar.set_prefix(self.prefix.lock().expect("no panic while it is held").clone());
        bar.set_position(done);
        bar.enable_steady_tick(REDRAW);
        *self.current.lock().expect("no panic while it is held") =
            Some(Current { bar, pace, name, unit, whole: None });
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        if let Some(current) = &*self.current.lock().expect("no panic while it is held") {
            let bar = &current.bar;
            bar.set_position(done);
            let rate = positions as f64 / bar.elapsed().as_secs_f64().max(SHORTEST);
            let rate = (positions > 0).then(|| format!("{} {}", numbers::with_prefix(rate), current.unit));
            let whole = current.whole.as_ref().map(|left| format!("run ETA {left}"));
            let figure = (!figure.is_empty()).then(|| figure.to_owned());
            let parts =
                |parts: [Option<String>; 3]| parts.into_iter().flatten().collect::<Vec<_>>().join("  ");
            if bar.is_hidden() {
                bar.set_message(parts([figure, rate, None]));
                self.lines.tell(|| current.line());
            } else {
                bar.set_message(parts([whole, figure, rate]));
            }
        }
    }

    fn note(&self, text: &str) {
        self.say(text);
    }

    fn stage_finished(&self) {
        if let Some(Current { bar, .. }) = self.current.lock().expect("no panic while it is held").take() {
            bar.finish_and_clear();
        }
    }
}
