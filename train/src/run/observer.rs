//! What the loop and its parts tell while they work.

use super::{config::RunConfig, measure::Measured, state::GenerationState};

/// A part of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Self-play; the unit is games.
    Generate,
    /// Reading games back; the unit is generations.
    Load,
    /// Training; the unit is optimiser steps.
    Train,
    /// Matches; the unit is games.
    Measure,
}

/// Receives the progress of stages. Called from one thread at a time; must not block for long.
pub trait StageObserver: Sync {
    /// A stage begins with `done` of `total` units already there.
    fn stage(&self, stage: Stage, done: u64, total: u64);
    /// The stage moved on: units done now, recorded (or trained) positions in this process so far, and a
    /// short figure of merit such as the loss.
    fn progress(&self, done: u64, positions: u64, figure: &str);
    /// The stage is over.
    fn stage_finished(&self);
    /// Something that the user should know, in a line.
    fn note(&self, text: &str) {
        let _ = text;
    }
}

/// Receives the progress of a whole run.
pub trait RunObserver: StageObserver {
    /// The run begins or goes on with `first` as the next generation.
    fn started(&self, config: &RunConfig, first: u32);
    /// A generation begins or goes on; the stages that follow are its own.
    fn generation(&self, generation: u32);
    /// A generation is complete.
    fn generation_finished(&self, state: &GenerationState);
    /// The nets were measured after `generation`.
    fn measured(&self, generation: u32, results: &[Measured]);
}
