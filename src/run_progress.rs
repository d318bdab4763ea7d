//! Progress of a run on the terminal: a bar per stage, a paragraph per generation.

use std::{io::Write as _, sync::Mutex, time::Duration};

use damier_train::run::{GenerationState, Measured, RunConfig, RunObserver, Stage};
use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal;

/// How often a bar is redrawn even without news.
const REDRAW: Duration = Duration::from_millis(250);

/// Draws on standard error where it is a terminal; the paragraphs go to standard output always.
#[derive(Debug, Default)]
pub(crate) struct RunProgress {
    bar: Mutex<Option<ProgressBar>>,
    generations: Mutex<u32>,
}

impl RunProgress {
    fn say(&self, text: &str) {
        match &*self.bar.lock().expect("no panic while it is held") {
            Some(bar) => bar.suspend(|| print_line(text)),
            None => print_line(text),
        }
    }
}

fn print_line(text: &str) {
    // A run goes on for hours; it does not end because nobody reads its news any more.
    let _ = writeln!(terminal::output(), "{text}");
}

impl RunObserver for RunProgress {
    fn started(&self, config: &RunConfig, first: u32) {
        *self.generations.lock().expect("no panic while it is held") = config.generations;
        if first > config.generations {
            self.say(&format!("{}: all {} generations are finished", config.game, config.generations));
        } else if first > 1 {
            self.say(&format!("{}: going on with generation {first} of {}", config.game, config.generations));
        } else {
            self.say(&format!("{}: {} generations from random weights", config.game, config.generations));
        }
    }

    fn stage(&self, generation: u32, stage: Stage, done: u64, total: u64) {
        let generations = *self.generations.lock().expect("no panic while it is held");
        let (name, unit) = match stage {
            Stage::Generate => ("games", "positions/s"),
            Stage::Train => ("train", "positions/s"),
            Stage::Measure => ("match", "games"),
        };
        let template = format!(
            "{{prefix}} {name} [{{bar:32}}] {{pos}}/{{len}} {{elapsed}} ETA {{eta}}  {{msg}}{}",
            if stage == Stage::Measure { "" } else { unit }
        );
        let style = ProgressStyle::with_template(&template).expect("a valid template").progress_chars("█▌ ");
        let bar = ProgressBar::new(total).with_style(style);
        bar.set_prefix(format!("{generation:>3}/{generations}"));
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(REDRAW);
        *self.bar.lock().expect("no panic while it is held") = Some(bar);
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        if let Some(bar) = &*self.bar.lock().expect("no panic while it is held") {
            bar.set_position(done);
            let rate = positions as f64 / bar.elapsed().as_secs_f64().max(1e-3);
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

    fn generation_finished(&self, state: &GenerationState) {
        let [games, train, matches] = state.seconds;
        let [first, draws, second] = state.outcomes.map(|share| 100.0 * share);
        let mut line = format!(
            "generation {:>3}  {} games, {} positions ({first:.0}/{draws:.0}/{second:.0} % won/drawn/lost by the first \
             player, {:.0} plies)  loss value {:.3} policy {:.3} (held out {:.3} {:.3})  top move {:.0} %  \
             {games:.0} + {train:.0} s",
            state.generation,
            state.games,
            state.positions,
            state.mean_plies,
            state.train_loss[0],
            state.train_loss[1],
            state.held_out_loss[0],
            state.held_out_loss[1],
            100.0 * state.top_move_accuracy,
        );
        if matches > 0.0 {
            line.push_str(&format!(" + {matches:.0} s of matches"));
        }
        self.say(&line);
    }

    fn measured(&self, generation: u32, results: &[Measured]) {
        for result in results {
            self.say(&format!("  generation {generation} against {}", measured_line(result)));
        }
    }
}

/// One match in one line: opponent, games, score, Elo with its interval.
pub(crate) fn measured_line(result: &Measured) -> String {
    let [wins, draws, losses] = result.games;
    let text = |elo: Option<f64>| elo.map_or_else(|| "∞".to_owned(), |elo| format!("{elo:+.0}"));
    format!(
        "{:<28} +{wins} ={draws} -{losses}  {:.1} %  Elo {} ({} … {})",
        result.opponent,
        100.0 * result.score,
        text(result.elo[0]),
        text(result.elo[1]),
        text(result.elo[2]),
    )
}
