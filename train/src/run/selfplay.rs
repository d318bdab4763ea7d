//! One generation of self-play by itself.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::net::{FloatNet, Net};
use damier_selfplay::{Generated, RemotePlay};

use super::{
    config::RunConfig,
    dispatch::dispatch,
    error::RunError,
    generating::{Player, Wanted},
    observer::StageObserver,
};
use crate::fake_quantisation;

/// What records call a net of random weights that no file holds.
const RANDOM_WEIGHTS: &str = "random weights";

/// The games that are wanted.
#[derive(Clone, Debug)]
pub struct SelfplayTask<'a> {
    /// The run whose games they are like; its seed is theirs.
    pub config: &'a RunConfig,
    /// The generation, from 1 as in the run: stages count, and the net of the generation before plays.
    pub generation: u32,
    /// Another number of games than the run's.
    pub games: Option<u64>,
    /// The indices of the games that are wanted, all below the number of games; absent: all of them.
    pub slice: Option<Range<u64>>,
    /// Folders with games of the generation that were played elsewhere; they are checked and taken over.
    pub imports: &'a [PathBuf],
    /// The net that plays; random weights where there is none.
    pub net: Option<&'a Path>,
    /// Where the chunks go.
    pub folder: &'a Path,
    /// Has the games played on other machines; without it this one plays them.
    pub remote: Option<&'a dyn RemotePlay>,
}

/// Plays the games that the folder still lacks, on `config.threads` threads. A run whose generation was played
/// by the same net under the same name has the same chunks.
///
/// # Errors
/// See [`RunError`]; finished games stay.
pub fn selfplay(
    task: &SelfplayTask<'_>,
    observer: &dyn StageObserver,
    stop: &AtomicBool,
) -> Result<Generated, RunError> {
    dispatch(task.config, |game| {
        let RunConfig { seed, net, .. } = task.config;
        let mut config = task.config.selfplay_of(task.generation);
        config.games = task.games.unwrap_or(config.games);
        let (net, name) = match task.net {
            Some(path) => (Net::read_for(path, &game)?, file_name(path)),
            None => {
                let weights = fake_quantisation::round_net(&FloatNet::random(net.arch(&game)?, *seed)?);
                (weights.quantise()?, RANDOM_WEIGHTS.to_owned())
            }
        };
        let generation = task.generation.saturating_sub(1);
        let player = Player { net: Arc::new(net), name, generation };
        let games = task.slice.clone().unwrap_or(0..config.games);
        let wanted = Wanted { games, imports: task.imports, remote: task.remote };
        player.generate(&game, (&config, *seed), wanted, task.folder, observer, stop)
    })
}

/// What records call the net in a file.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
