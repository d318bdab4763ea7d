//! The curves of a run, for TensorBoard. The horizontal axis is optimiser steps.

use std::path::Path;

use damier_engine::net::{FloatNet, Tensor};

use super::{config::RunConfig, state::GenerationState};
use crate::{error::TrainError, metrics::Measures, tensorboard::Board, trainer::StepReport};

/// Writes the curves.
#[derive(Debug)]
pub(super) struct Curves {
    board: Board,
}

impl Curves {
    /// Goes on after `steps` optimiser steps.
    pub(super) fn open(folder: &Path, config: &RunConfig, steps: u64) -> Result<Self, TrainError> {
        let mut board = Board::open(folder, steps)?;
        board.text("config", steps, &format!("```toml\n{}```", config.to_toml()))?;
        board.flush()?;
        Ok(Self { board })
    }

    pub(super) fn step(&mut self, report: &StepReport) -> Result<(), TrainError> {
        let losses = &report.losses;
        for (tag, value) in [
            ("train/loss_value", losses.value),
            ("train/loss_policy", losses.policy),
            ("train/loss_moves_left", losses.moves_left),
            ("train/gradient_norm", losses.gradient_norm),
            ("train/learning_rate", report.learning_rate),
            ("train/positions_per_second", report.speed as f32),
            ("train/data_age", report.age as f32),
        ] {
            self.board.scalar(tag, report.step, f64::from(value))?;
        }
        Ok(())
    }

    /// A net and what the held-out games say about it.
    pub(super) fn net(&mut self, step: u64, held_out: &Measures, net: &FloatNet) -> Result<(), TrainError> {
        self.scalars(
            step,
            &[
                ("held_out/loss_value", held_out.value_loss),
                ("held_out/loss_outcome", held_out.outcome_loss),
                ("held_out/loss_policy", held_out.policy_loss),
                ("held_out/policy_entropy_of_targets", held_out.policy_entropy),
                ("held_out/top_move_accuracy", held_out.policy_accuracy),
                ("held_out/outcome_accuracy", held_out.value_accuracy),
                ("held_out/moves_left_error_plies", held_out.moves_left_error),
                ("held_out/data_age", held_out.age),
                ("held_out/largest_accumulator", held_out.largest_accumulator),
            ],
        )?;
        for (index, bin) in held_out.calibration.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            let error = bin.actual - bin.predicted;
            self.board.scalar(&format!("calibration/score_0.{index}_actual_less_predicted"), step, error)?;
        }
        for tensor in Tensor::ALL {
            self.board.histogram(&format!("weights/{tensor:?}"), step, net.tensor(tensor))?;
        }
        self.board.flush()
    }

    /// The games and matches of a generation.
    pub(super) fn generation(&mut self, state: &GenerationState) -> Result<(), TrainError> {
        let step = state.steps;
        let played = state.seconds[0].max(f64::MIN_POSITIVE);
        self.scalars(
            step,
            &[
                ("games/positions", state.positions as f64),
                ("games/positions_per_second", state.positions as f64 / played),
                ("games/plies", state.mean_plies),
                ("games/first_wins", state.outcomes[0]),
                ("games/draws", state.outcomes[1]),
                ("games/generation", f64::from(state.generation)),
            ],
        )?;
        for result in &state.measured {
            let opponent = result.opponent.replace([' ', '='], "_");
            self.board.scalar(&format!("strength/score_against_{opponent}"), step, result.score)?;
            if let Some(elo) = result.elo[0] {
                self.board.scalar(&format!("strength/elo_against_{opponent}"), step, elo)?;
            }
        }
        self.board.flush()
    }

    fn scalars(&mut self, step: u64, values: &[(&str, f64)]) -> Result<(), TrainError> {
        values.iter().try_for_each(|(tag, value)| self.board.scalar(tag, step, *value))
    }
}
