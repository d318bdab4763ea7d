//! Progress of a run on the terminal: a bar per stage, a paragraph per generation.

use std::sync::{
    Mutex,
    atomic::{AtomicU32, Ordering},
};

use damier_engine::net::tensor::ACCUMULATOR_ROOM;
use damier_train::run::{GenerationState, Measured, RunConfig, RunObserver, Stage, StageObserver};

use super::{run_clock::RunClock, stage_bar::StageBar};

/// Bars on standard error where it is a terminal; the paragraphs go to standard output always.
#[derive(Debug, Default)]
pub(crate) struct RunProgress {
    bar: StageBar,
    generations: AtomicU32,
    clock: Mutex<Option<RunClock>>,
}

impl RunProgress {
    /// Tells the clock, where the run has begun.
    fn tell<T>(&self, tell: impl FnOnce(&mut RunClock) -> T) -> Option<T> {
        self.clock.lock().expect("no panic while it is held").as_mut().map(tell)
    }
}

impl StageObserver for RunProgress {
    fn stage(&self, stage: Stage, done: u64, total: u64) {
        self.tell(|clock| clock.stage(stage, done, total));
        self.bar.stage(stage, done, total);
    }

    fn progress(&self, done: u64, positions: u64, figure: &str) {
        let left = self.tell(|clock| {
            clock.progress(done);
            clock.left()
        });
        self.bar.set_whole(left.flatten());
        self.bar.progress(done, positions, figure);
    }

    fn stage_finished(&self) {
        self.tell(RunClock::stage_finished);
        self.bar.stage_finished();
    }

    fn note(&self, text: &str) {
        self.bar.say(&format!("note: {text}"));
    }
}

impl RunObserver for RunProgress {
    fn started(&self, config: &RunConfig, first: u32) {
        let RunConfig { game, generations, .. } = config;
        self.generations.store(*generations, Ordering::Relaxed);
        *self.clock.lock().expect("no panic while it is held") = Some(RunClock::new(config, first));
        self.bar.say(&if first > *generations {
            format!("{game}: all {generations} generations are finished")
        } else if first > 1 {
            format!("{game}: going on with generation {first} of {generations}")
        } else {
            format!("{game}: {generations} generations from random weights")
        });
    }

    fn generation(&self, generation: u32) {
        self.tell(|clock| clock.generation(generation));
        let generations = self.generations.load(Ordering::Relaxed);
        self.bar.set_prefix(format!("{generation:>3}/{generations} "));
    }

    fn generation_finished(&self, state: &GenerationState) {
        self.tell(|clock| clock.finished(state));
        let [games, train, matches] = state.seconds;
        let [first, draws, second] = state.outcomes.map(|share| 100.0 * share);
        let GenerationState { generation, games: played, positions, mean_plies, .. } = state;
        let [value, policy] = [state.train_loss[0], state.train_loss[1]];
        let [value_held_out, policy_held_out] = [state.held_out_loss[0], state.held_out_loss[1]];
        let matches = if matches > 0.0 { format!(" + {matches:.0} s of matches") } else { String::new() };
        let lines = [
            format!(
                "generation {generation:>3}: {played} games, {positions} positions, {mean_plies:.0} plies a game"
            ),
            format!("    won/drawn/lost by the first player {first:.0}/{draws:.0}/{second:.0} %"),
            format!(
                "    loss (held out): value {value:.3} ({value_held_out:.3}), policy {policy:.3} \
                 ({policy_held_out:.3})"
            ),
            format!(
                "    top move {:.0} %; {games:.0} s of games + {train:.0} s of training{matches}",
                100.0 * state.top_move_accuracy
            ),
        ];
        self.bar.say(&lines.join("\n"));
        if let Some(warning) = accumulator_warning(state.largest_accumulator) {
            self.bar.say(&format!("  {warning}"));
        }
    }

    fn measured(&self, generation: u32, results: &[Measured]) {
        for result in results {
            self.bar.say(&format!("    generation {generation} {}", measured_line(result)));
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
    let (opponent, score) = (&result.opponent, 100.0 * result.score);
    format!("against {opponent}: +{wins} ={draws} -{losses}, {score:.1} %, Elo {}", elo_text(result))
}

/// The difference with its interval; an end that is infinite is left open.
pub(crate) fn elo_text(measured: &Measured) -> String {
    match measured.elo {
        [Some(elo), Some(low), Some(high)] => format!("{elo:+.0} ({low:+.0} to {high:+.0})"),
        [_, Some(low), _] => format!("above {low:+.0}"),
        [_, _, Some(high)] => format!("below {high:+.0}"),
        _ => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_points_is_below_and_one_without_losses_above() {
        let line =
            |games, score, elo| measured_line(&Measured { opponent: "random".to_owned(), games, score, elo });
        let lost = line([0, 0, 4], 0.0, [None, None, Some(-120.4)]);
        assert_eq!(lost, "against random: +0 =0 -4, 0.0 %, Elo below -120");
        let won = line([4, 0, 0], 1.0, [None, Some(120.4), None]);
        assert_eq!(won, "against random: +4 =0 -0, 100.0 %, Elo above +120");
        let even = line([1, 2, 1], 0.5, [Some(0.0), Some(-9.6), Some(9.6)]);
        assert_eq!(even, "against random: +1 =2 -1, 50.0 %, Elo +0 (-10 to +10)");
    }

    #[test]
    fn sums_without_room_are_warned_of() {
        assert_eq!(accumulator_warning(63.9), None);
        assert!(accumulator_warning(64.1).expect("a warning").contains("reach 64.1 and have room for 64"));
    }
}
