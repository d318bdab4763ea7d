//! The games of one generation.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::net::Net;
use damier_records::ChunkHeader;
use damier_rules::{AnyGame, Game};
use damier_selfplay::{GenerateConfig, Generated, NetPlay, Observer, Progress, RemotePlay};

use super::{
    config::RunConfig,
    directory::RunDirectory,
    error::RunError,
    observer::{Stage, StageObserver},
    selfplay::file_name,
};

/// What the program calls itself in the files it writes.
pub(super) const PROGRAM: &str = concat!("damier ", env!("CARGO_PKG_VERSION"));

/// The key of a chunk's metadata that has the settings of its games.
pub(super) const SETTINGS: &str = "selfplay";

/// Settings that decide nothing about a game: how many there are, into which files they go, and where endgame tables
/// lie, whose content has a key of its own.
const NOT_ABOUT_GAMES: [&str; 3] = ["games", "games_per_chunk", "endgames"];

/// A net that plays against itself.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) net: Arc<Net>,
    /// What records call it.
    pub(super) name: String,
    /// The number of the generation that its games have in files, from 0.
    pub(super) generation: u32,
}

/// What the games of a run come from.
#[derive(Clone, Copy)]
pub(super) struct RunGames<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) config: &'a RunConfig,
    pub(super) directory: &'a RunDirectory,
    /// See [`Wanted::remote`].
    pub(super) remote: Option<&'a dyn RemotePlay>,
}

impl RunGames<'_> {
    /// Plays the games that a generation, from 1, lacks. The net that plays them has to be there.
    pub(super) fn play(
        &self,
        generation: u32,
        observer: &dyn StageObserver,
        stop: &AtomicBool,
    ) -> Result<Generated, RunError> {
        let Self { game, config: run, directory, remote } = *self;
        let path = directory.net(run.player_of(generation));
        let net = Arc::new(Net::read_for(&path, game)?);
        let player = Player { net, name: file_name(&path), generation: generation - 1 };
        let config = run.selfplay_of(generation);
        let wanted = Wanted { games: 0..config.games, imports: &[], remote };
        player.generate(game, (&config, run.seed), wanted, &directory.games(), observer, stop)
    }
}

/// Which games are wanted, and where they come from.
#[derive(Clone, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) games: Range<u64>,
    /// Folders with games that were played elsewhere.
    pub(super) imports: &'a [PathBuf],
    /// Has the others played on other machines; without it this one plays them.
    pub(super) remote: Option<&'a dyn RemotePlay>,
}

impl Player {
    /// Plays the games of `wanted` that `folder` lacks, or gets them from elsewhere. What was played before with
    /// other settings is refused.
    pub(super) fn generate(
        &self,
        game: &AnyGame,
        (config, seed): (&GenerateConfig, u64),
        wanted: Wanted<'_>,
        folder: &Path,
        observer: &dyn StageObserver,
        stop: &AtomicBool,
    ) -> Result<Generated, RunError> {
        let identity = self.identity(game.id(), config, seed)?;
        let Wanted { games: wanted, imports, remote } = wanted;
        let total = wanted.end - wanted.start;
        let play = NetPlay { net: &self.net, config, identity: &identity, wanted, imports };
        let generated = play.run(game, folder, remote, &GameWatcher { observer, total }, stop);
        observer.stage_finished();
        Ok(generated?)
    }

    fn identity(&self, game: &str, config: &GenerateConfig, seed: u64) -> Result<ChunkHeader, RunError> {
        let metadata = BTreeMap::from([
            ("net_crc32".to_owned(), format!("{:08x}", self.net.checksum()?).into()),
            (SETTINGS.to_owned(), settings(config)),
        ]);
        Ok(ChunkHeader {
            game: game.to_owned(),
            generation: self.generation,
            chunk: 0,
            net: self.name.clone(),
            seed,
            program: PROGRAM.to_owned(),
            metadata,
        })
    }
}

/// The settings that a game depends on, as the headers of chunks have them.
pub(super) fn settings(config: &GenerateConfig) -> serde_json::Value {
    // By way of text, so that single-precision numbers keep their short form.
    let text = serde_json::to_string(config).expect("plain data");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("just written");
    if let Some(settings) = value.as_object_mut() {
        settings.retain(|key, _| !NOT_ABOUT_GAMES.contains(&key.as_str()));
        // The content of the openings has a key of its own, too.
        if let Some(opening) = settings.get_mut("opening").and_then(serde_json::Value::as_object_mut)
            && opening.get("ballots").is_some_and(|ballots| !ballots.is_null())
        {
            opening.remove("ballots");
        }
    }
    value
}

/// Passes finished games on.
struct GameWatcher<'a> {
    observer: &'a dyn StageObserver,
    total: u64,
}

impl Observer for GameWatcher<'_> {
    fn begun(&self, missing: u64) {
        self.observer.stage(Stage::Generate, self.total.saturating_sub(missing), self.total);
    }

    fn note(&self, text: &str) {
        self.observer.note(text);
    }

    fn game_finished(&self, progress: &Progress) {
        let there = self.total.saturating_sub(progress.games_wanted);
        self.observer.progress(there + progress.games, progress.positions, "");
    }
}
