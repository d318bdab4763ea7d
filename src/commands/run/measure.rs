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
    competitor::SpecError,
    openings::{OpeningSource, RandomOpenings},
    rating::Estimate,
    remote::{RemotePlay, is_repeatable},
    run_match_on, run_multiplayer_match_on,
};
use damier_engine::search::Limits;
use damier_train::run::{Measure, Measured, Task};

use crate::arguments::game_choice;

/// Plays in this process, or on other machines if there are any: the matches that come out the same there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArenaMeasure<'m> {
    /// The other machines.
    pub(crate) machines: Option<&'m dyn RemotePlay>,
}

impl<'m> ArenaMeasure<'m> {
    /// Returns the machines that play a match; `None` where it is played here.
    fn machines(&self, game: &str, config: &MatchConfig) -> Option<&'m dyn RemotePlay> {
        self.machines.filter(|_| is_repeatable(game, config))
    }
}

impl ArenaMeasure<'_> {
    /// The same for a game of more players: the net against the opponent on all other seats. Games won are
    /// those with the first place.
    fn table(
        &self,
        task: &Task<'_>,
        players: usize,
        progress: &(dyn Fn(u64, &str) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measured>>, String> {
        let mut results = Vec::new();
        let mut before = 0;
        for opponent in opponents(task)? {
            let config = MatchConfig {
                competitors: competitors(task, &opponent),
                settings: settings(task, players),
                games_file: None,
                directory: None,
            };
            let watch = |standing: &Standing| {
                let share = 100.0 * standing.first_places / standing.finished.max(1) as f64;
                let figure = format!("{}: first in {share:.0} %", opponent.text());
                progress(before + standing.finished as u64, &figure);
            };
            let machines = self.machines(task.game, &config);
            let report = run_multiplayer_match_on(task.game, &config, machines, &watch, stop);
            let report = report.map_err(|error| error.to_string())?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            before += report.games as u64;
            let [net, other] = [&report.rows[0], &report.rows[1]];
            let wins = (net.first_places.value * net.seats as f64).round() as u64;
            let elo = [net.elo.value, net.elo.low, net.elo.high].map(|elo| Some(elo - other.elo.value));
            results.push(Measured {
                opponent: opponent.text().to_owned(),
                games: [wins, 0, report.games as u64 - wins],
                score: net.first_places.value,
                elo,
            });
        }
        Ok(Some(results))
    }
}

impl Measure for ArenaMeasure<'_> {
    fn measure(
        &mut self,
        task: &Task<'_>,
        progress: &(dyn Fn(u64, &str) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measured>>, String> {
        let players = game_choice::players(task.game).map_err(|error| error.to_string())?;
        if players > 2 {
            return self.table(task, players, progress, stop);
        }
        let mut results = Vec::new();
        let mut before = 0;
        for opponent in opponents(task)? {
            let config = match_config(task, &opponent);
            let last = Mutex::new(before);
            let watch = |standing: &Standing| {
                let figure = standing.tally.score().map_or_else(String::new, |score| {
                    format!("{}: {:.0} % of {}", opponent.text(), 100.0 * score, standing.finished)
                });
                let done = before + standing.finished as u64;
                *last.lock().expect("no panic while it is held") = done;
                progress(done, &figure);
            };
            let machines = self.machines(task.game, &config);
            let report = run_match_on(task.game, &config, machines, &watch, stop);
            let report = report.map_err(|error| error.to_string())?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            before = last.into_inner().expect("no panic while it is held");
            results.push(measured(opponent.text(), &report));
        }
        Ok(Some(results))
    }
}

fn match_config(task: &Task<'_>, opponent: &Spec) -> MatchConfig {
    const GAMES_PER_PAIR: usize = 2;
    MatchConfig {
        competitors: competitors(task, opponent),
        settings: settings(task, GAMES_PER_PAIR),
        games_file: None,
        directory: None,
    }
}

/// The opponents of a task, the net of the earlier generation last.
fn opponents(task: &Task<'_>) -> Result<Vec<Spec>, String> {
    let fixed = task.opponents.iter().map(|text| text.parse().map_err(|error: SpecError| error.to_string()));
    // A path is no text that can be parsed: it may have commas, or be none at all.
    fixed.chain(task.predecessor.map(|net| Ok(Spec::net(net)))).collect()
}

fn competitors(task: &Task<'_>, opponent: &Spec) -> Vec<Spec> {
    vec![Spec::net(task.net), opponent.clone()]
}

/// Both play in this process, where only a busy machine oversteps a time: that loses no game.
const MARGIN: Duration = Duration::from_secs(60);

/// Openings of random plies and the time for every move; the rest keeps its defaults.
pub(crate) fn timed(pairs: usize, time: Duration, opening_plies: usize) -> MatchSettings {
    MatchSettings {
        pairs,
        limits: Limits::time(time),
        openings: OpeningSource::Random(RandomOpenings { plies: opening_plies, ..RandomOpenings::default() }),
        margin: MARGIN,
        ..MatchSettings::default()
    }
}

/// `games_per_opening` games are played from each opening.
fn settings(task: &Task<'_>, games_per_opening: usize) -> MatchSettings {
    let pairs = (task.games as usize).div_ceil(games_per_opening);
    let timed = timed(pairs, Duration::from_millis(task.config.move_time_ms), task.config.opening_plies);
    MatchSettings {
        threads: NonZero::new(task.threads).unwrap_or(NonZero::<usize>::MIN),
        seed: task.seed,
        limits: task.config.nodes.map_or(timed.limits, Limits::nodes),
        ..timed
    }
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
