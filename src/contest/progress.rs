//! How a match stands, on standard error: a bar on a terminal, now and then a line elsewhere.

use std::{
    io::Write as _,
    sync::Mutex,
    time::{Duration, Instant},
};

use damier_arena::{Standing, TableStanding, statistics::Estimate};
use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

/// How often a line is written where there is no bar, at most.
const LINE_EVERY: Duration = Duration::from_secs(30);

const TEMPLATE: &str = "{bar:20} {pos}/{len} games  {msg}  {elapsed_precise}, {eta} left";

pub(super) struct Progress {
    bar: ProgressBar,
    last_line: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template(TEMPLATE).expect("the template is right"));
        bar.enable_steady_tick(REDRAW);
        Self { bar, last_line: Mutex::new(Instant::now()) }
    }

    /// Score and Elo with its interval, and the sequential test.
    pub(super) fn show(&self, standing: &Standing) {
        let [losses, draws, wins] = standing.tally.games;
        let mut text = format!("+{wins} ={draws} -{losses}");
        if let Some(estimate) = Estimate::of(&standing.tally) {
            text.push_str(&format!("  {:.1} %  {}", 100.0 * estimate.score.value, elo_text(&estimate)));
        }
        if let Some(draws) = standing.tally.draw_ratio() {
            text.push_str(&format!("  {:.0} % draws", 100.0 * draws));
        }
        if standing.forfeits > 0 {
            text.push_str(&format!("  {} forfeits", standing.forfeits));
        }
        if let Some(sprt) = &standing.sprt {
            let (lower, upper) = sprt.test.bounds();
            text.push_str(&format!("  LLR {:+.2} ({lower:.2}, {upper:.2})", sprt.ratio));
        }
        self.tell(standing.finished, standing.games, text);
    }

    /// First places of the first competitor.
    pub(super) fn show_table(&self, standing: &TableStanding) {
        let share = 100.0 * standing.first_places / standing.finished.max(1) as f64;
        let text = format!("{:.1} first places, {share:.1} %", standing.first_places);
        self.tell(standing.finished, standing.games, text);
    }

    fn tell(&self, finished: usize, games: usize, text: String) {
        if self.bar.is_hidden() {
            let mut last = self.last_line.lock().expect("no panic while it is held");
            if last.elapsed() >= LINE_EVERY {
                *last = Instant::now();
                // The match does not end because nobody reads its news any more.
                let _ = writeln!(std::io::stderr(), "{finished}/{games} games  {text}");
            }
            return;
        }
        self.bar.set_length(games as u64);
        self.bar.set_position(finished as u64);
        self.bar.set_message(text);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn elo_text(estimate: &Estimate) -> String {
    let elo = estimate.elo;
    if elo.low.is_finite() && elo.high.is_finite() && elo.value.is_finite() {
        format!("Elo {:+.0} ± {:.0}", elo.value, (elo.high - elo.low) / 2.0)
    } else if elo.value > 0.0 {
        format!("Elo above {:+.0}", elo.low)
    } else {
        format!("Elo below {:+.0}", elo.high)
    }
}
