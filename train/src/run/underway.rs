//! How far the generation under way is, by the files of a run alone.

use std::path::Path;

use damier_records::{RecordError, folder, lookup};
use damier_selfplay::journal;

use super::{config::RunConfig, directory::RunDirectory, observer::Stage, state::RunState};

/// The generation that a run works at, or stopped at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Underway {
    /// Its number, from 1.
    pub generation: u32,
    /// What is done now: games until all are there, training until there is a net, matches.
    pub stage: Stage,
    /// Its games so far, those in journals included.
    pub games: u64,
    /// Its games when all are played.
    pub all_games: u64,
}

impl Underway {
    /// Looks at the files of the run in `root`; `None` where all generations are finished. It takes no lock, and reads of
    /// chunks no more than counts.
    ///
    /// # Errors
    /// If the folder of the games cannot be listed.
    pub fn look(root: &Path, config: &RunConfig, state: &RunState) -> Result<Option<Self>, RecordError> {
        let generation = state.generations.len() as u32 + 1;
        if generation > config.generations {
            return Ok(None);
        }
        let folder = RunDirectory::games_of(root);
        let player = generation - 1;
        let of_player = |(name, path): (folder::ChunkName, _)| (name.generation == player).then_some(path);
        // What cannot be read is damaged or gone by now: the run plays its games again.
        let whole = folder::list(&folder)?.into_iter().filter_map(of_player);
        let whole: u64 = whole.map(|path| lookup::count_games(&path).unwrap_or(0)).sum();
        let unfinished = journal::list(&folder)?.into_iter().filter_map(of_player);
        let unfinished: u64 = unfinished.map(|path| lookup::count_written(&path).unwrap_or(0)).sum();
        let all_games = config.selfplay_of(generation).games;
        let games = (whole + unfinished).min(all_games);
        let stage = if games < all_games {
            Stage::Generate
        } else if !RunDirectory::net_of(root, generation).exists() {
            Stage::Train
        } else {
            Stage::Measure
        };
        Ok(Some(Self { generation, stage, games, all_games }))
    }

    /// Estimates the seconds to the end of the run: of each later generation its games by their simulations, its steps, and
    /// its matches, at the speed of the last finished one; of this one its missing games and what follows. `None` before
    /// one was finished.
    pub fn seconds_left(&self, config: &RunConfig, state: &RunState) -> Option<f64> {
        let last = state.generations.last()?;
        let measured = state.generations.iter().rev().find(|state| !state.measured.is_empty());
        let effort = |generation: u32, games: u64| {
            games as f64 * f64::from(config.selfplay_of(generation).simulations)
        };
        let per_effort = last.seconds[0] / effort(last.generation, last.games).max(1.0);
        let per_step = last.seconds[1] / (config.steps_of(last.generation).max(1) as f64);
        let games_after = |generation| f64::from(config.measure.games_after(generation, config.generations));
        let per_match =
            measured.map_or(0.0, |state| state.seconds[2] / games_after(state.generation).max(1.0));
        let of_generation = |generation: u32| {
            let left = |stage| generation > self.generation || self.stage == stage;
            let missing = match generation == self.generation {
                true => self.all_games - self.games,
                false => config.selfplay_of(generation).games,
            };
            let trains = left(Stage::Generate) || left(Stage::Train);
            let training = if trains { per_step * config.steps_of(generation) as f64 } else { 0.0 };
            per_effort * effort(generation, missing) + training + per_match * games_after(generation)
        };
        Some((self.generation..=config.generations).map(of_generation).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::GenerationState;

    const CONFIG: &str = "game = \"tic-tac-toe\"\ngenerations = 4\nsteps = 10\n[net]\n[selfplay]\ngames = 10\n\
                          simulations = 8\n[train]\n[measure]\nevery = 2\nfinal_games = 40\ngames = 20\n[[stage]]\n\
                          from_generation = 4\nsimulations = 16\n";

    #[test]
    fn the_rest_takes_as_long_as_the_last_generation_by_its_work() {
        let config = RunConfig::parse(CONFIG, Path::new("test")).expect("a configuration");
        let state = |generation: u32, seconds: [f64; 3], measured: &str| -> GenerationState {
            let text = format!(
                r#"{{"generation":{generation},"games":10,"positions":1,"mean_plies":7,"outcomes":[1,0,0],"steps":10,
                "train_loss":[1,1,1],"held_out_loss":[1,1,1],"top_move_accuracy":1,"seconds":{seconds:?},
                "measured":[{measured}]}}"#
            );
            serde_json::from_str(&text).expect("a state of an older version")
        };
        let folder = tempfile::tempdir().expect("a folder");
        let look = |state: &RunState| Underway::look(folder.path(), &config, state).expect("readable");
        let begun = look(&RunState::default()).expect("four are left");
        assert_eq!(begun, Underway { generation: 1, stage: Stage::Generate, games: 0, all_games: 10 });
        assert_eq!(begun.seconds_left(&config, &RunState::default()), None);

        let measured = r#"{"opponent":"random","games":[20,0,0],"score":1,"elo":[null,null,null]}"#;
        let generations = vec![state(1, [8.0, 4.0, 0.0], ""), state(2, [8.0, 4.0, 6.0], measured)];
        let two = RunState { generations, ..RunState::default() };
        let third = look(&two).expect("two are left");
        // 8 + 4 seconds of the third; of the fourth twice the simulations, as many steps, twice the games of matches.
        assert_eq!(third.seconds_left(&config, &two), Some(12.0 + 16.0 + 4.0 + 12.0));
        let half = Underway { games: 5, ..third };
        assert_eq!(half.seconds_left(&config, &two), Some(8.0 + 32.0));
        let trains = Underway { games: 10, stage: Stage::Train, ..third };
        assert_eq!(trains.seconds_left(&config, &two), Some(4.0 + 32.0));
        let plays = Underway { stage: Stage::Measure, ..trains };
        assert_eq!(plays.seconds_left(&config, &two), Some(32.0));
    }
}
