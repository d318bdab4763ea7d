//! Optimiser steps with checkpoints.

use std::{
    ops::Range,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use damier_rules::Game;

use super::{
    curves::Curves,
    observer::{Stage, StageObserver},
};
use crate::{
    error::TrainError,
    trainer::{Observer, StepReport, Trainer},
    window::Window,
};

/// Optimiser steps between two checkpoints: what a kill can cost.
const STEPS_PER_CHECKPOINT: u64 = 500;

/// Held-out positions that a net is measured on.
pub(super) const HELD_OUT_POSITIONS: usize = 8_192;

/// Who watches a training, and where it is saved.
pub(super) struct Stepping<'a> {
    pub(super) observer: &'a dyn StageObserver,
    /// Where losses are drawn.
    pub(super) curves: Option<&'a mut Curves>,
    pub(super) checkpoint: &'a Path,
    pub(super) stop: &'a AtomicBool,
}

/// What some steps were like.
#[derive(Clone, Copy, Default)]
pub(super) struct Trained {
    /// Mean losses: value, policy, moves left.
    pub(super) losses: [f64; 3],
    /// Positions that were learned.
    pub(super) positions: u64,
    /// How long that took, without the checkpoints.
    pub(super) seconds: f64,
}

impl Stepping<'_> {
    /// Trains the steps of a range, counted from the beginning of the run, that the trainer has not done yet.
    /// What those it did here were like; `None` when it was stopped.
    pub(super) fn advance<G: Game>(
        mut self,
        trainer: &mut Trainer<G>,
        window: &Window<G::Position>,
        steps: Range<u64>,
    ) -> Result<Option<Trained>, TrainError> {
        let begun = trainer.steps();
        let total = steps.end - steps.start;
        self.observer.stage(Stage::Train, begun.saturating_sub(steps.start).min(total), total);
        let trained = self.train(trainer, window, &steps);
        self.observer.stage_finished();
        let mut trained = trained?;
        let count = trainer.steps() - begun;
        trained.losses = trained.losses.map(|sum| sum / (count.max(1) as f64));
        Ok((trainer.steps() >= steps.end).then_some(trained))
    }

    /// As [`advance`](Self::advance), but sums of the losses.
    fn train<G: Game>(
        &mut self,
        trainer: &mut Trainer<G>,
        window: &Window<G::Position>,
        steps: &Range<u64>,
    ) -> Result<Trained, TrainError> {
        let mut trained = Trained::default();
        let begun = trainer.steps();
        while trainer.steps() < steps.end && !self.stop.load(Ordering::Relaxed) {
            let some = STEPS_PER_CHECKPOINT.min(steps.end - trainer.steps());
            let mut watcher = Watcher {
                observer: self.observer,
                curves: self.curves.as_deref_mut(),
                stop: self.stop,
                from: steps.start,
                begun,
                batch: trainer.config().batch_size as u64,
                failed: None,
            };
            let summary = trainer.train(window, some, &mut watcher)?;
            if let Some(error) = watcher.failed {
                return Err(error);
            }
            let losses = [summary.losses.value, summary.losses.policy, summary.losses.moves_left];
            for (sum, loss) in trained.losses.iter_mut().zip(losses) {
                *sum += f64::from(loss) * summary.steps as f64;
            }
            trained.positions += summary.positions;
            trained.seconds += summary.seconds;
            trainer.save(self.checkpoint)?;
        }
        Ok(trained)
    }
}

/// Passes training steps on.
struct Watcher<'a> {
    observer: &'a dyn StageObserver,
    curves: Option<&'a mut Curves>,
    stop: &'a AtomicBool,
    /// Steps before the range.
    from: u64,
    /// Steps before this process began with the range.
    begun: u64,
    batch: u64,
    /// Why the curves cannot be written; ends the training.
    failed: Option<TrainError>,
}

impl Observer for Watcher<'_> {
    fn report(&mut self, report: &StepReport) {
        let figure = format!("loss {:.3} {:.3}", report.losses.value, report.losses.policy);
        self.observer.progress(report.step - self.from, (report.step - self.begun) * self.batch, &figure);
        if let Some(curves) = &mut self.curves {
            self.failed = self.failed.take().or(curves.step(report).err());
        }
    }

    fn stop(&mut self) -> bool {
        self.failed.is_some() || self.stop.load(Ordering::Relaxed)
    }
}
