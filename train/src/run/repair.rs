//! What is missing from a run, or altered, is made again: its games are played and its nets learned to the same bytes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_engine::net::{FloatNet, Net};
use damier_records::{folder, generation::read_generation};
use damier_rules::AnyGame;
use damier_selfplay::{Generated, RemotePlay};

use super::{
    config::RunConfig, directory::RunDirectory, error::RunError, exporting, generating::RunGames,
    loading::window, manifest::Found, observer::RunObserver, state::RunState, stepping::Stepping,
};
use crate::{checkpoint, error::TrainError, trainer::Trainer, training_window::TrainingWindow};

/// Compares a run with its state, and makes again what differs.
pub(super) struct Repair<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) config: &'a RunConfig,
    pub(super) directory: &'a RunDirectory,
    pub(super) remote: Option<&'a dyn RemotePlay>,
    pub(super) observer: &'a dyn RunObserver,
    pub(super) stop: &'a AtomicBool,
    pub(super) state: &'a mut RunState,
}

/// A training that is done once more, from random weights on.
struct Again {
    trainer: Trainer,
    window: TrainingWindow,
    /// Generations whose games are in the window, and whose steps are learned.
    done: u32,
}

impl Repair<'_> {
    /// Looks at all that the finished generations left; `None` when it was stopped.
    pub(super) fn all(&mut self) -> Result<Option<()>, RunError> {
        let finished = self.state.generations.len() as u32;
        let mut again = None;
        self.first_net()?;
        for generation in 1..=finished {
            if self.games(generation)?.is_none() || self.net(generation, &mut again)?.is_none() {
                return Ok(None);
            }
        }
        let looked_at = self.checkpoint(finished, &mut again)?;
        if looked_at.is_some() {
            self.forget_repeated();
        }
        Ok(looked_at)
    }

    /// Makes the random net that the run began with, where it is missing.
    fn first_net(&mut self) -> Result<(), RunError> {
        let path = self.directory.net(0);
        if let Some(lack) = self.lack_of_net(&path)? {
            let begun = !self.state.generations.is_empty() || self.directory.checkpoint().exists();
            if begun {
                self.observer.note(&format!("{}: {lack}; it is made again from the seed", path.display()));
            }
            let random = FloatNet::random(self.config.net.arch(self.game)?, self.config.seed)?;
            exporting::write(
                self.directory,
                self.config,
                &crate::fake_quantisation::round_net(&random),
                (0, 0),
            )?;
        }
        self.keep(&path)
    }

    /// Plays the games again that a generation lacks, and returns what was played; `None` when it was stopped.
    pub(super) fn games(&mut self, generation: u32) -> Result<Option<Generated>, RunError> {
        let number = generation - 1;
        let games = self.directory.games();
        let listed = self.state.chunks_of(self.directory, number);
        let mut complete = !listed.is_empty();
        for path in &listed {
            match self.state.find(self.directory, path)? {
                Found::Whole => continue,
                Found::Altered => {
                    self.set_aside(path, "it was altered since it was written", "its games are played again")?
                }
                Found::Missing | Found::Unknown => {
                    self.observer
                        .note(&format!("{}: is missing; its games are played again", path.display()));
                }
            }
            complete = false;
        }
        let known: BTreeSet<&PathBuf> = listed.iter().collect();
        let there = || -> Result<Vec<PathBuf>, RunError> {
            let chunks = folder::list(&games)?;
            Ok(chunks
                .into_iter()
                .filter(|(name, _)| name.generation == number)
                .map(|(_, path)| path)
                .collect())
        };
        if let Some(path) = there()?.into_iter().find(|path| !listed.is_empty() && !known.contains(path)) {
            let reason =
                "is no chunk that this run wrote; move it out of the folder, and run the same command again";
            return Err(RunError::Refused { path, reason: reason.to_owned() });
        }
        let mut generated = Generated::default();
        if !complete {
            let Self { game, config, directory, remote, .. } = *self;
            generated =
                RunGames { game, config, directory, remote }.play(generation, self.observer, self.stop)?;
            if generated.cancelled {
                return Ok(None);
            }
        }
        for path in if listed.is_empty() { there()? } else { listed } {
            self.keep(&path)?;
        }
        Ok(Some(generated))
    }

    /// Learns the net of a generation again where it is missing; `None` when it was stopped.
    fn net(&mut self, generation: u32, again: &mut Option<Again>) -> Result<Option<()>, RunError> {
        let path = self.directory.net(generation);
        if let Some(lack) = self.lack_of_net(&path)? {
            let steps = self.config.steps_until(generation);
            let kept = checkpoint::read(&self.directory.checkpoint()).ok();
            let kept = kept.filter(|kept| self.fits(kept) && kept.learner.steps == steps);
            let what = if kept.is_some() { "is made again from the checkpoint" } else { "is learned again" };
            self.observer.note(&format!("{}: {lack}; it {what}", path.display()));
            let net = match kept {
                Some(kept) => crate::fake_quantisation::round_net(&kept.learner.ema),
                None => match self.learn(generation, again)? {
                    Some(trainer) => trainer.export(),
                    None => return Ok(None),
                },
            };
            exporting::write(self.directory, self.config, &net, (generation, steps))?;
        }
        self.keep(&path)?;
        Ok(Some(()))
    }

    /// The same for a generation whose figures were lost with the state.
    pub(super) fn lost_net(&mut self, generation: u32) -> Result<Option<()>, RunError> {
        let made = self.net(generation, &mut None)?;
        if made.is_some() {
            self.forget_repeated();
        }
        Ok(made)
    }

    /// Removes the checkpoint of what was learned again; it is in the way of nothing if it stays.
    fn forget_repeated(&self) {
        let _ = fs::remove_file(self.directory.repeated_checkpoint());
    }

    /// Learns the checkpoint again where it is missing, damaged or of another run; `None` when it was stopped.
    fn checkpoint(&mut self, finished: u32, again: &mut Option<Again>) -> Result<Option<()>, RunError> {
        let path = self.directory.checkpoint();
        let Some(lack) = self.lack_of_checkpoint(finished)? else { return Ok(Some(())) };
        let remedy = if finished == 0 { "the training begins anew" } else { "it is learned again" };
        if path.exists() {
            self.set_aside(&path, &lack, remedy)?;
        } else if finished > 0 {
            self.observer.note(&format!("{}: {lack}; {remedy}", path.display()));
        }
        if finished == 0 {
            return Ok(Some(()));
        }
        let Some(trainer) = self.learn(finished, again)? else { return Ok(None) };
        trainer.save(&path)?;
        self.keep(&path)?;
        Ok(Some(()))
    }

    /// Why the checkpoint cannot be gone on from, where it cannot.
    fn lack_of_checkpoint(&self, finished: u32) -> Result<Option<String>, RunError> {
        let path = self.directory.checkpoint();
        if !path.exists() {
            return Ok(Some("is missing".to_owned()));
        }
        let read = match checkpoint::read(&path) {
            Ok(read) => read,
            Err(TrainError::Checkpoint { reason, .. }) => {
                // What to do about it follows, and is done here.
                return Ok(Some(reason.split("; ").next().unwrap_or(&reason).to_owned()));
            }
            Err(error) => return Err(error.into()),
        };
        if !self.fits(&read) {
            return Ok(Some("is of another run".to_owned()));
        }
        let (steps, least) = (read.learner.steps, self.config.steps_until(finished));
        let most = self.config.steps_until(self.config.generations);
        if steps < least || steps > most {
            return Ok(Some(format!(
                "has {steps} steps, which the run's state contradicts ({least} are finished)"
            )));
        }
        let altered = steps == least && self.state.find(self.directory, &path)? == Found::Altered;
        Ok(altered.then(|| "was altered since it was written".to_owned()))
    }

    /// Whether a checkpoint is of this run.
    fn fits(&self, checkpoint: &checkpoint::Checkpoint) -> bool {
        let arch = self.config.net.arch(self.game);
        checkpoint.seed == self.config.seed && arch.is_ok_and(|arch| arch == *checkpoint.learner.arch())
    }

    /// Why a net has to be made, where it has; an altered one is set aside.
    fn lack_of_net(&self, path: &Path) -> Result<Option<String>, RunError> {
        let lack = match self.state.find(self.directory, path)? {
            Found::Whole => return Ok(None),
            Found::Missing => return Ok(Some("is missing".to_owned())),
            Found::Altered => "was altered since it was written".to_owned(),
            Found::Unknown => match Net::read_for(path, self.game) {
                Ok(_) => return Ok(None),
                Err(error) => error.to_string().replace(&format!("{}: ", path.display()), ""),
            },
        };
        let aside = folder::set_aside(path)?;
        Ok(Some(format!("{lack} (kept as {})", aside.file_name().unwrap_or_default().display())))
    }

    fn set_aside(&self, path: &Path, lack: &str, then: &str) -> Result<(), RunError> {
        let aside = folder::set_aside(path)?;
        let kept = aside.file_name().unwrap_or_default().display();
        self.observer.note(&format!("{}: {lack}; it is kept as {kept}, and {then}", path.display()));
        Ok(())
    }

    /// Remembers a file, or refuses one that was made again and came out with other bytes.
    fn keep(&mut self, path: &Path) -> Result<(), RunError> {
        match self.state.find(self.directory, path)? {
            Found::Whole => Ok(()),
            Found::Unknown => Ok(self.state.remember(self.directory, path)?),
            Found::Missing | Found::Altered => Err(RunError::Refused {
                path: path.to_owned(),
                reason: "was made again and has other bytes than before, so that the run would become another one: \
                         another device, version or machine computed it; restore the file from a backup, or start \
                         the run anew with another --dir"
                    .to_owned(),
            }),
        }
    }

    /// The training after the steps of a generation, done once more; `None` when it was stopped.
    fn learn<'t>(
        &self,
        generation: u32,
        again: &'t mut Option<Again>,
    ) -> Result<Option<&'t Trainer>, RunError> {
        let again = match again {
            Some(again) => again,
            none => none.insert(self.begin_again(generation)?),
        };
        let checkpoint = self.directory.repeated_checkpoint();
        while again.done < generation {
            let (player, next) = (again.done, again.done + 1);
            self.observer.generation(next);
            let records = read_generation(&self.directory.games(), player)?;
            again.window.fill(self.game, player, &records)?;
            let steps = self.config.steps_until(player)..self.config.steps_until(next);
            for (part, total) in self.state.planned(steps) {
                again.trainer.plan_for(total);
                let stepping = Stepping {
                    observer: self.observer,
                    curves: None,
                    checkpoint: &checkpoint,
                    stop: self.stop,
                };
                if stepping.advance(&mut again.trainer, &again.window, part)?.is_none() {
                    return Ok(None);
                }
            }
            again.done = next;
        }
        Ok(Some(&again.trainer))
    }

    /// Begins a training once more, or goes on with one that was interrupted.
    fn begin_again(&self, generation: u32) -> Result<Again, RunError> {
        let total = self.config.steps_until(self.config.generations);
        let path = self.directory.repeated_checkpoint();
        let most = self.config.steps_until(generation);
        let interrupted = checkpoint::read(&path).ok();
        let goes_on = interrupted.is_some_and(|kept| self.fits(&kept) && kept.learner.steps <= most);
        let train = self.config.train.clone();
        let trainer = if goes_on {
            Trainer::resume(self.game.clone(), &path, train, total)?
        } else {
            let arch = self.config.net.arch(self.game)?;
            Trainer::new(self.game.clone(), arch, train, total, self.config.seed)?
        };
        Ok(Again { trainer, window: window(self.config, self.game, None)?, done: 0 })
    }
}
