//! The curves of a run.

use std::path::Path;

use damier_engine::net::FloatNet;

use super::{config::RunConfig, directory::DirectoryError, state::GenerationState};
use crate::{metrics::Measures, trainer::StepReport};

/// Writes the curves for TensorBoard.
#[derive(Debug)]
pub(super) struct Curves;

impl Curves {
    pub(super) fn open(_folder: &Path, _config: &RunConfig) -> Result<Self, DirectoryError> {
        Ok(Self)
    }

    pub(super) fn step(&mut self, _report: &StepReport) {}

    pub(super) fn generation(&mut self, _state: &GenerationState, _held_out: &Measures, _net: &FloatNet) {}
}
