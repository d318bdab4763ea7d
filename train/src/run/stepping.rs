//! Optimiser steps with checkpoints.

use std::{
    ops::{AddAssign, Range},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    curves::Curves,
    observer::{Stage, StageObserver},
};
use crate::{
    error::TrainError,
    trainer::{Observer, StepReport, Trainer},
    training_window::TrainingWindow,
};

/// Optimiser steps to the first checkpoint, and of which others are multiples.
const LEAST_STEPS: u64 = 500;
/// About how long it is between two checkpoints, which a device has to wait for: what a kill can cost.
const SECONDS_PER_CHECKPOINT: f64 = 30.0;

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

impl AddAssign for Trained {
    fn add_assign(&mut self, more: Self) {
        let positions = self.positions + more.positions;
        let share = more.positions as f64 / (positions.max(1) as f64);
        for (mean, other) in self.losses.iter_mut().zip(more.losses) {
            *mean += (other - *mean) * share;
        }
        self.positions = positions;
        self.seconds += more.seconds;
    }
}

impl Stepping<'_> {
    /// Trains the steps of a range, counted from the beginning of the run, that the trainer has not done yet.
    /// What those it did here were like; `None` when it was stopped.
    pub(super) fn advance(
        mut self,
        trainer: &mut Trainer,
        window: &TrainingWindow,
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
    fn train(
        &mut self,
        trainer: &mut Trainer,
        window: &TrainingWindow,
        steps: &Range<u64>,
    ) -> Result<Trained, TrainError> {
        let mut trained = Trained::default();
        let begun = trainer.steps();
        let mut some = LEAST_STEPS;
        while trainer.steps() < steps.end && !self.stop.load(Ordering::Relaxed) {
            some = some.min(steps.end - trainer.steps());
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
            some = steps_to_checkpoint(summary.steps, summary.seconds);
        }
        Ok(trained)
    }
}

/// Steps to the next checkpoint where `steps` have taken that number of seconds.
fn steps_to_checkpoint(steps: u64, seconds: f64) -> u64 {
    let rate = steps as f64 / seconds.max(f64::MIN_POSITIVE);
    let whole = (rate * SECONDS_PER_CHECKPOINT / LEAST_STEPS as f64) as u64;
    whole.max(1).saturating_mul(LEAST_STEPS)
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

#[cfg(test)]
mod tests {
    use super::steps_to_checkpoint;

    #[test]
    fn a_checkpoint_is_written_twice_a_minute_but_never_before_500_steps() {
        assert_eq!(steps_to_checkpoint(500, 600.0), 500, "slow");
        assert_eq!(steps_to_checkpoint(500, 10.0), 1_500);
        assert_eq!(steps_to_checkpoint(1_500, 30.0), 1_500);
        assert_eq!(steps_to_checkpoint(500, 1.5), 10_000, "a device");
        assert!(steps_to_checkpoint(500, 0.0) > 0, "a clock that stands still");
    }
}
