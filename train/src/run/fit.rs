//! Training by itself: a net from the games of folders.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use damier_engine::net::{Arch, FloatNet, Net, NetError};
use damier_files::FileLock;
use damier_records::{
    Fingerprint, GameRecord, OnDamage,
    generation::{LeftOut, game_of, generations, read_generation_leaving},
};
use damier_rules::{AnyGame, Features, Game};

use super::{
    config::RunConfig,
    curves::Curves,
    dispatch::dispatch,
    error::RunError,
    generating::PROGRAM,
    loading::{TeacherTask, window},
    observer::{Stage, StageObserver},
    stepping::{HELD_OUT_POSITIONS, Stepping},
    training_identity::{GamesChecksum, TrainingIdentity},
};
use crate::{
    checkpoint,
    error::TrainError,
    metrics::Measures,
    trainer::Trainer,
    training_window::{Part, TrainingWindow},
};

/// The key in a net's metadata that stands for the training it comes from.
const TRAINING: &str = "training";

/// A training.
#[derive(Clone, Copy, Debug)]
pub struct FitTask<'a> {
    /// The run whose network, window and training it has.
    pub config: &'a RunConfig,
    /// The folders of the chunks, at least one; every generation in them counts. Each holds games of one seed.
    pub games: &'a [PathBuf],
    /// Optimiser steps; those of the whole run where there are none.
    pub steps: Option<u64>,
    /// What becomes of damaged parts of chunks.
    pub on_damage: OnDamage,
    /// A net to start from instead of random weights; it may lack features that the configuration has behind its own,
    /// and have smaller layers.
    pub from: Option<&'a Path>,
    /// A net to learn from beside the games.
    pub teacher: Option<TeacherTask<'a>>,
    /// The file of the net.
    pub net: &'a Path,
    /// The file of the checkpoint.
    pub checkpoint: &'a Path,
    /// What becomes of it.
    pub after: AfterFit,
    /// The folder of the curves, where they are wanted.
    pub tensorboard: Option<&'a Path>,
}

/// What becomes of the checkpoint once the net is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterFit {
    /// It is of no more use.
    RemoveCheckpoint,
    /// It stays.
    KeepCheckpoint,
}

/// How a training ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Fitted {
    /// It was asked to stop after that many steps, and can go on.
    Stopped(u64),
    /// The net was there already, and nothing was done.
    Before,
    /// The net was written.
    Now(Box<FitSummary>),
}

/// The figures of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct FitSummary {
    /// Optimiser steps.
    pub steps: u64,
    /// Games of the folder.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// What was left out of damaged chunks.
    pub left_out: LeftOut,
    /// Positions that were learned from: those of the window.
    pub window: u64,
    /// Mean losses (value, policy, moves left) of the steps done by this process.
    pub train_loss: [f64; 3],
    /// Positions per second while this process trained.
    pub speed: f64,
    /// The held-out positions of the window.
    pub held_out: Measures,
}

/// Trains a net on `config.threads` threads, or goes on with it.
///
/// # Errors
/// See [`RunError`]; the checkpoint stays, and nothing of another training is overwritten.
pub fn fit(task: &FitTask<'_>, observer: &dyn StageObserver, stop: &AtomicBool) -> Result<Fitted, RunError> {
    dispatch(task.config, |game| Fit { task, observer, stop }.run(game))
}

struct Fit<'a> {
    task: &'a FitTask<'a>,
    observer: &'a dyn StageObserver,
    stop: &'a AtomicBool,
}

impl Fit<'_> {
    fn run(self, game: AnyGame) -> Result<Fitted, RunError> {
        let FitTask { config, .. } = *self.task;
        if self.task.from.is_none() {
            config.train.check_begins_at_random()?;
        }
        self.check_paths()?;
        let _locks = [self.lock(self.task.net)?, self.lock(self.task.checkpoint)?];
        let finished = self.training_of_net()?;
        let begun = self.training_of_checkpoint()?;
        let from = self.start(&game)?;
        let mut window = window(config, &game, self.task.teacher)?;
        let games = self.load(&game, &mut window)?;
        let Some((games, left_out)) = games else { return Ok(Fitted::Stopped(0)) };
        let steps = self.task.steps.unwrap_or_else(|| config.steps_until(config.generations));
        let checksum = from.as_ref().map(Net::checksum);
        let identity =
            TrainingIdentity::new(config, steps, games.clone(), checksum.transpose()?, window.teacher());
        self.check(&identity, finished.as_deref(), begun.as_deref())?;
        if finished.is_some() {
            self.put_away(begun.is_some())?;
            return Ok(Fitted::Before);
        }
        if window.window().is_empty() {
            return Err(TrainError::EmptyWindow.into());
        }

        let path = self.task.checkpoint;
        let mut trainer = if begun.is_some() {
            Trainer::resume(game, path, config.train.clone(), steps)?
        } else {
            let arch = config.net.arch(&game)?;
            let weights = match &from {
                Some(net) => FloatNet::of_quantised(net).grown(arch, config.seed)?,
                None => FloatNet::random(arch, config.seed)?,
            };
            let trainer = Trainer::starting_from(game, weights, config.train.clone(), steps, config.seed)?
                .identified(identity.to_text());
            // At once, so that a place that cannot be written is not found out hours later.
            trainer.save(path)?;
            trainer
        };
        let mut curves = match self.task.tensorboard {
            Some(folder) => Some(Curves::open(folder, self.task.net, config, trainer.steps())?),
            None => None,
        };
        let stepping =
            Stepping { observer: self.observer, curves: curves.as_mut(), checkpoint: path, stop: self.stop };
        let Some(trained) = stepping.advance(&mut trainer, &window, 0..steps)? else {
            return Ok(Fitted::Stopped(trainer.steps()));
        };
        let held_out = trainer.measure_held_out(&window, HELD_OUT_POSITIONS);
        let net = trainer.export();
        if let Some(curves) = &mut curves {
            curves.net(trainer.steps(), &held_out, &net)?;
        }
        let metadata = serde_json::json!({
            "game": config.game,
            "games": games.games(),
            "positions": window.window().total(),
            "steps": trainer.steps(),
            "seed": config.seed,
            "program": PROGRAM,
            TRAINING: identity.checksum(),
        });
        net.quantise()?.with_metadata(metadata.to_string()).write(self.task.net)?;
        self.put_away(true)?;
        Ok(Fitted::Now(Box::new(FitSummary {
            steps: trainer.steps(),
            games: games.games(),
            positions: window.window().total(),
            left_out,
            window: window.len(Part::Learned) as u64,
            train_loss: trained.losses,
            speed: trained.positions as f64 / trained.seconds.max(f64::MIN_POSITIVE),
            held_out,
        })))
    }

    fn refused(path: &Path, reason: impl Into<String>) -> RunError {
        RunError::Refused { path: path.to_owned(), reason: reason.into() }
    }

    /// Refuses one file for two.
    fn check_paths(&self) -> Result<(), RunError> {
        let FitTask { net, checkpoint, .. } = self.task;
        if net == checkpoint {
            let reason = "is to be the net and the checkpoint; choose another --checkpoint";
            return Err(Self::refused(checkpoint, reason));
        }
        Ok(())
    }

    /// Keeps other processes from writing a file.
    fn lock(&self, path: &Path) -> Result<FileLock, RunError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(Self::refused(folder, "is no folder; make it, or choose another --out"));
        }
        let failed = |error| {
            Self::refused(
                path,
                format!("cannot be locked: {error}; check free space and permissions of its folder"),
            )
        };
        FileLock::take(path).map_err(failed)?.ok_or_else(|| {
            Self::refused(path, "another damier process writes it; wait for it, or choose another --out")
        })
    }

    /// What the net's file says about the training it comes from; `None` where there is no file yet.
    fn training_of_net(&self) -> Result<Option<String>, RunError> {
        let path = self.task.net;
        if !path.exists() {
            return Ok(None);
        }
        const OVERWRITES: &str =
            "exists already and no `damier train` made it; choose another --out, or remove it";
        let net = Net::read(path).map_err(|_| Self::refused(path, OVERWRITES))?;
        let metadata: Option<serde_json::Value> = serde_json::from_str(net.metadata()).ok();
        let training = metadata.as_ref().and_then(|metadata| metadata.get(TRAINING)?.as_str());
        training.map(|training| Some(training.to_owned())).ok_or_else(|| Self::refused(path, OVERWRITES))
    }

    /// The identity in the checkpoint's file; `None` where there is no file yet.
    fn training_of_checkpoint(&self) -> Result<Option<String>, RunError> {
        let path = self.task.checkpoint;
        if !path.exists() {
            return Ok(None);
        }
        let identity = checkpoint::read(path)?.identity;
        if identity.is_empty() {
            let reason =
                "is the checkpoint of a run, which `damier run` goes on with; choose another --checkpoint";
            return Err(Self::refused(path, reason));
        }
        Ok(Some(identity))
    }

    /// The net to start from; what the configuration wants may only be larger.
    fn start(&self, game: &AnyGame) -> Result<Option<Net>, RunError> {
        let Some(path) = self.task.from else { return Ok(None) };
        let net = Net::read_for(path, game)?;
        let (found, expected) = (net.arch(), &self.task.config.net.arch(game)?);
        let misfit = |what, found: String, expected: String| {
            let source_name = path.display().to_string();
            let remedy = "a net only grows: give [net] of the configuration the net's sizes or larger ones, or choose \
                          another --from"
                .to_owned();
            Err(NetError::Misfit { source_name, what, found, expected, remedy }.into())
        };
        let layout = |arch: &Arch| game.features(&arch.feature_set).map(|features| features.layout());
        let goes_on = layout(found).zip(layout(expected)).is_some_and(|(own, all)| all.begins_with(&own));
        if !goes_on {
            return misfit("feature set", found.feature_set.clone(), expected.feature_set.clone());
        }
        match expected.lacks(found) {
            Some((what, most, found)) => misfit(what, found.to_string(), format!("at most {most}")),
            None => Ok(Some(net)),
        }
    }

    /// Returns the game of a folder's records: `game`, or another one whose nets are the same.
    fn played(&self, folder: &Path, game: &AnyGame) -> Result<AnyGame, RunError> {
        let found = game_of(folder, self.task.on_damage)?.map(|id| AnyGame::of_id(&id)).transpose()?;
        Ok(found.filter(|found| found.net_id() == game.net_id()).unwrap_or_else(|| game.clone()))
    }

    /// Puts all games into the window, oldest first; `None` when it was stopped.
    fn load(
        &self,
        game: &AnyGame,
        window: &mut TrainingWindow,
    ) -> Result<Option<(GamesChecksum, LeftOut)>, RunError> {
        let mut parts = Vec::new();
        for folder in self.task.games {
            if !folder.is_dir() {
                return Err(Self::refused(
                    folder,
                    "is no folder; give the games folder of a run or of `damier selfplay`",
                ));
            }
            let played = self.played(folder, game)?;
            let generations = generations(folder, played.id(), self.task.on_damage)?;
            if generations.is_empty() {
                let reason =
                    "no chunks of games here; give the games folder of a run or of `damier selfplay`";
                return Err(Self::refused(folder, reason));
            }
            parts.extend(generations.into_iter().map(|generation| (generation, folder, played.clone())));
        }
        // Of one generation in the order of the folders.
        parts.sort_by_key(|(generation, ..)| *generation);
        let mut games = GamesChecksum::default();
        let mut left_out = LeftOut::default();
        // By rules: games of one seed begin alike, and are others by other rules.
        let mut seen: HashMap<&str, Seen> = HashMap::new();
        self.observer.stage(Stage::Load, 0, parts.len() as u64);
        for (index, (generation, folder, played)) in parts.iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let (records, damaged) = read_generation_leaving(folder, *generation, self.task.on_damage)?;
            damaged.parts.iter().for_each(|part| self.observer.note(&format!("left out: {part}")));
            left_out.parts.extend(damaged.parts);
            left_out.games += damaged.games;
            let several = self.task.games.len() > 1;
            let seen = seen.entry(played.id()).or_default();
            seen.add(*generation, &records, several).map_err(|reason| Self::refused(folder, reason))?;
            window.fill(played, *generation, &records)?;
            games.add(*generation, &records);
            self.observer.progress(index as u64 + 1, 0, "");
        }
        self.observer.stage_finished();
        Ok((!self.stop.load(Ordering::Relaxed)).then_some((games, left_out)))
    }

    /// Refuses files of another training.
    fn check(
        &self,
        identity: &TrainingIdentity<'_>,
        finished: Option<&str>,
        begun: Option<&str>,
    ) -> Result<(), RunError> {
        if finished.is_some_and(|training| training != identity.checksum()) {
            let reason = "exists already and comes from another training; choose another --out, or remove it";
            return Err(Self::refused(self.task.net, reason));
        }
        if let Some(difference) = begun.and_then(|text| identity.difference(text)) {
            let reason = format!(
                "is the checkpoint of another training ({difference}); choose another --checkpoint, or remove it"
            );
            return Err(Self::refused(self.task.checkpoint, reason));
        }
        Ok(())
    }

    /// Removes the checkpoint, where there is one that is not to be kept.
    fn put_away(&self, exists: bool) -> Result<(), RunError> {
        if !exists || self.task.after == AfterFit::KeepCheckpoint {
            return Ok(());
        }
        match fs::remove_file(self.task.checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Self::refused(
                self.task.checkpoint,
                format!("cannot be removed: {error}; remove it by hand"),
            )),
            _ => Ok(()),
        }
    }
}

/// The games of some rules in the folders so far.
#[derive(Default)]
struct Seen {
    /// Seeds of self-play, which no two games share.
    seeds: HashSet<u64>,
    /// Games of others, which have no seed.
    converted: HashSet<Fingerprint>,
}

impl Seen {
    /// Adds games; refuses one that is there already, as where a folder was copied or a file converted twice. Seeds
    /// are compared where the games are in `several` folders.
    fn add(&mut self, generation: u32, records: &[GameRecord], several: bool) -> Result<(), String> {
        let mut is_new = |record: &&GameRecord| match record.seed {
            0 => self.converted.insert(Fingerprint::of(record)),
            seed => !several || self.seeds.insert(seed),
        };
        let mut twins = records.iter().filter(|record| !is_new(record));
        match twins.next() {
            Some(GameRecord { index, seed: 0, .. }) => Err(format!(
                "game {index} of generation {generation} is there twice, in this folder or in another one; \
                 `damier convert FOLDER… --to NEW/` makes a folder that has each game once"
            )),
            Some(GameRecord { index, .. }) => Err(format!(
                "game {index} of generation {generation} is in another of the folders, too; give each game once, and \
                 every machine that plays a --seed of its own"
            )),
            None => Ok(()),
        }
    }
}
