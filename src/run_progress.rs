//! Progress of a run on the terminal: a bar per stage, a paragraph per generation.

use std::sync::atomic::{AtomicU32, Ordering};

use damier_engine::net::tensor::ACCUMULATOR_ROOM;
use damier_train::run::{GenerationState, Measured, RunConfig, RunObserver, Stage, StageObserver};

use crate::stage_bar::StageBar;

/// Bars on standard error where it is a terminal; the paragraphs go to standard output always.
#[derive(Debug, Default)]
pub(crate) struct RunProgress {
    bar: StageBar,
    generations: AtomicU32,
}

impl StageObserver for RunProgress {
    fn stage(&self, stage: Stage, done: u64, total: u64) {
        self.bar.stage(stage, done, total);
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        self.bar.progress(done, positions, figure);
    }

    fn stage_finished(&self) {
        self.bar.stage_finished();
    }
}

impl RunObserver for RunProgress {
    fn started(&self, config: &RunConfig, first: u32) {
        let RunConfig { game, generations, .. } = config;
        self.generations.store(*generations, Ordering::Relaxed);
        self.bar.say(&if first > *generations {
            format!("{game}: all {generations} generations are finished")
        } else if first > 1 {
            format!("{game}: going on with generation {first} of {generations}")
        } else {
            format!("{game}: {generations} generations from random weights")
        });
    }

    fn generation(&self, generation: u32) {
        let generations = self.generations.load(Ordering::Relaxed);
        self.bar.set_prefix(format!("{generation:>3}/{generations} "));
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
        self.bar.say(&line);
        if let Some(warning) = accumulator_warning(state.largest_accumulator) {
            self.bar.say(&format!("  {warning}"));
        }
    }

    fn measured(&self, generation: u32, results: &[Measured]) {
        for result in results {
            self.bar.say(&format!("  generation {generation} against {}", measured_line(result)));
        }
    }
}

/// What to say about a net whose largest accumulator on held-out positions is so large.
pub(crate) fn accumulator_warning(largest: f64) -> Option<String> {
    (largest > f64::from(ACCUMULATOR_ROOM)).then(|| {
        format!(
            "warning: accumulators reach {largest:.1} and have room for {ACCUMULATOR_ROOM:.0}: the net is wrong in such \
             positions; lower learning_rate or raise weight_decay under [train]"
        )
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_without_room_are_warned_of() {
        assert_eq!(accumulator_warning(63.9), None);
        assert!(accumulator_warning(64.1).expect("a warning").contains("reach 64.1 and have room for 64"));
    }
}
