//! The matches of a run, played by the arena.

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use damier_arena::{
    MatchConfig, MatchReport, MatchSettings, Spec, Standing,
    opening::{OpeningSource, RandomOpenings},
    run_match,
    statistics::Estimate,
};
use damier_engine::search::Limits;
use damier_train::run::{Measure, Measured, Task};

/// Plays in this process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArenaMeasure;

impl Measure for ArenaMeasure {
    fn measure(
        &mut self,
        task: &Task<'_>,
        progress: &(dyn Fn(u64, &str) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measured>>, String> {
        let mut results = Vec::new();
        let mut before = 0;
        for opponent in task.opponents {
            let config = match_config(task, opponent)?;
            let last = Mutex::new(before);
            let watch = |standing: &Standing| {
                let figure = standing.tally.score().map_or_else(String::new, |score| {
                    format!("{opponent}: {:.0} % of {}", 100.0 * score, standing.finished)
                });
                let done = before + standing.finished as u64;
                *last.lock().expect("no panic while it is held") = done;
                progress(done, &figure);
            };
            let report = run_match(task.game, &config, &watch, stop).map_err(|error| error.to_string())?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            before = last.into_inner().expect("no panic while it is held");
            results.push(measured(opponent, &report));
        }
        Ok(Some(results))
    }
}

fn match_config(task: &Task<'_>, opponent: &str) -> Result<MatchConfig, String> {
    const GAMES_PER_PAIR: u32 = 2;
    let net = format!("mcts:net={}", task.net.display());
    let spec = |text: &str| text.parse::<Spec>().map_err(|error| error.to_string());
    Ok(MatchConfig {
        competitors: [spec(&net)?, spec(opponent)?],
        settings: MatchSettings {
            pairs: task.games.div_ceil(GAMES_PER_PAIR) as usize,
            limits: Limits::time(Duration::from_millis(task.config.move_time_ms)),
            openings: OpeningSource::Random(RandomOpenings {
                plies: task.config.opening_plies,
                ..RandomOpenings::default()
            }),
            threads: NonZero::new(task.threads).unwrap_or(NonZero::<usize>::MIN),
            seed: task.seed,
            ..MatchSettings::default()
        },
        games_file: None,
    })
}

fn measured(opponent: &str, report: &MatchReport) -> Measured {
    let [losses, draws, wins] = report.tally.games;
    let finite = |elo: f64| elo.is_finite().then_some(elo);
    let elo = |estimate: &Estimate| [estimate.elo.value, estimate.elo.low, estimate.elo.high].map(finite);
    Measured {
        opponent: opponent.to_owned(),
        games: [wins, draws, losses],
        score: report.tally.score().unwrap_or(0.0),
        elo: report.estimate.as_ref().map_or([None; 3], elo),
    }
}
