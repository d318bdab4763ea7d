//! How long the rest of a run takes, by what its parts have taken so far.

use std::time::{Duration, Instant};

use damier_train::run::{GenerationState, RunConfig, Stage};

/// Moves of a game that is measured, both players together, where nothing is known of the game.
const PLIES: f64 = 60.0;

/// Counts the work that is done and that is left.
#[derive(Debug)]
pub(crate) struct RunClock {
    config: RunConfig,
    /// The generation under way.
    generation: u32,
    stage: Option<Running>,
    games: Rate,
    steps: Rate,
    /// Mean plies of a game.
    plies: f64,
}

/// A stage under way.
#[derive(Clone, Copy, Debug)]
struct Running {
    stage: Stage,
    /// Units that were there when it began, that are there now, and that there will be.
    from: u64,
    done: u64,
    total: u64,
    begun: Instant,
}

/// Seconds for an amount of work.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    work: f64,
    seconds: f64,
}

impl Rate {
    fn add(&mut self, work: f64, seconds: f64) {
        // The last generations tell more of the next than the first.
        const KEPT: f64 = 0.5;
        self.work = self.work * KEPT + work;
        self.seconds = self.seconds * KEPT + seconds;
    }

    /// Seconds for `work`; `None` where nothing was done yet.
    fn time(self, work: f64) -> Option<f64> {
        (self.work > 0.0).then(|| self.seconds * work / self.work)
    }
}

impl RunClock {
    pub(crate) fn new(config: &RunConfig, first: u32) -> Self {
        Self {
            config: config.clone(),
            generation: first,
            stage: None,
            games: Rate::default(),
            steps: Rate::default(),
            plies: PLIES,
        }
    }

    pub(crate) fn generation(&mut self, generation: u32) {
        self.generation = generation;
    }

    pub(crate) fn stage(&mut self, stage: Stage, done: u64, total: u64) {
        self.stage = Some(Running { stage, from: done, done, total, begun: Instant::now() });
    }

    pub(crate) fn progress(&mut self, done: u64) {
        if let Some(stage) = &mut self.stage {
            stage.done = done;
        }
    }

    /// The stage is over; what it took counts for those to come.
    pub(crate) fn stage_finished(&mut self) {
        let Some(Running { stage, from, done, begun, .. }) = self.stage.take() else { return };
        let (units, seconds) = (done.saturating_sub(from) as f64, begun.elapsed().as_secs_f64());
        match stage {
            Stage::Generate if units > 0.0 => self.games.add(units * self.effort(self.generation), seconds),
            Stage::Train if units > 0.0 => self.steps.add(units, seconds),
            _ => {}
        }
    }

    pub(crate) fn finished(&mut self, state: &GenerationState) {
        self.plies = state.mean_plies.max(1.0);
    }

    /// How long the rest takes; `None` as long as one of its parts has never been seen.
    pub(crate) fn left(&self) -> Option<Duration> {
        let later = self.generation + 1..=self.config.generations;
        let mut seconds = self.rest_of_generation()?;
        for generation in later {
            seconds += self.games(generation)? + self.training(generation)? + self.matches(generation);
        }
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Seconds for what is left of the generation under way.
    fn rest_of_generation(&self) -> Option<f64> {
        let generation = self.generation;
        let running = self.stage.as_ref()?;
        let done = running.done.saturating_sub(running.from) as f64;
        let passed = running.begun.elapsed().as_secs_f64();
        let missing = running.total.saturating_sub(running.done) as f64;
        let rest = if missing == 0.0 { 0.0 } else { (done > 0.0).then(|| passed * missing / done)? };
        Some(match running.stage {
            Stage::Load => return None,
            Stage::Generate => rest + self.training(generation)? + self.matches(generation),
            Stage::Train => rest + self.matches(generation),
            Stage::Measure => rest,
        })
    }

    /// What a game costs, in simulations of each move.
    fn effort(&self, generation: u32) -> f64 {
        f64::from(self.config.selfplay_of(generation).simulations)
    }

    fn games(&self, generation: u32) -> Option<f64> {
        let games = self.config.selfplay_of(generation).games as f64;
        let now =
            self.stage.filter(|running| running.stage == Stage::Generate && running.done > running.from);
        let rate = match now {
            Some(running) if self.games.work == 0.0 => Rate {
                work: (running.done - running.from) as f64 * self.effort(self.generation),
                seconds: running.begun.elapsed().as_secs_f64(),
            },
            _ => self.games,
        };
        rate.time(games * self.effort(generation))
    }

    fn training(&self, generation: u32) -> Option<f64> {
        let steps = self.config.steps_of(generation);
        let now = self.stage.filter(|running| running.stage == Stage::Train && running.done > running.from);
        let rate = match now {
            Some(running) if self.steps.work == 0.0 => Rate {
                work: (running.done - running.from) as f64,
                seconds: running.begun.elapsed().as_secs_f64(),
            },
            _ => self.steps,
        };
        rate.time(steps as f64)
    }

    /// Seconds of the matches that are due after a generation: their moves have a fixed time.
    fn matches(&self, generation: u32) -> f64 {
        let measure = &self.config.measure;
        let games = measure.games_after(generation, self.config.generations);
        let opponents = measure.opponents.len() + usize::from(measure.plays_previous());
        let threads = crate::arguments::threads::count(self.config.threads) as f64;
        let moves = f64::from(games) * opponents as f64 * self.plies;
        moves * measure.move_time_ms as f64 / 1000.0 / threads
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const CONFIG: &str = "game = \"tic-tac-toe\"\ngenerations = 3\nsteps = 10\n[net]\n[selfplay]\ngames = 10\n\
                          simulations = 8\n[train]\n[measure]\nfinal_games = 0\ngames = 0\n[[stage]]\n\
                          from_generation = 3\nsimulations = 16\n";

    #[test]
    fn the_rest_is_known_once_each_part_was_seen_and_deeper_searches_take_longer() {
        let config = RunConfig::parse(CONFIG, Path::new("test")).expect("a configuration");
        let mut clock = RunClock::new(&config, 1);
        assert_eq!(clock.left(), None);
        clock.stage(Stage::Generate, 0, 10);
        clock.progress(5);
        assert_eq!(clock.left(), None, "nothing was trained yet");
        clock.stage_finished();
        (clock.games, clock.steps) = (Rate { work: 80.0, seconds: 60.0 }, Rate { work: 10.0, seconds: 30.0 });
        clock.generation(2);
        clock.stage(Stage::Train, 0, 10);
        clock.progress(10);
        // Of the third generation: twice the simulations, and as many steps.
        assert_eq!(clock.left(), Some(Duration::from_secs(120 + 30)));
        clock.generation(3);
        assert_eq!(clock.left(), Some(Duration::ZERO));
    }
}
