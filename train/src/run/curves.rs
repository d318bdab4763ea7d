//! The curves of a run, for TensorBoard. The horizontal axis is optimiser steps.
//!
//! TensorBoard shows groups and curves in the order of their names, so that it opens on `held_out/loss_…`; what is looked
//! at when something is wrong has names that come later.

use std::path::Path;

use damier_engine::net::{FloatNet, Tensor};
use damier_selfplay::RemoteFigures;

use super::{config::RunConfig, state::GenerationState};
use crate::{error::TrainError, metrics::Measures, tensorboard::Board, trainer::StepReport};

/// Writes the curves.
#[derive(Debug)]
pub(super) struct Curves {
    board: Board,
}

impl Curves {
    /// Goes on after `steps` optimiser steps. TensorBoard calls a run by the folder of its files, so that they lie in one
    /// that is called as what is trained: the directory of a run, or the file of a net.
    pub(super) fn open(
        folder: &Path,
        called: &Path,
        config: &RunConfig,
        steps: u64,
    ) -> Result<Self, TrainError> {
        let absolute = std::path::absolute(called).unwrap_or_else(|_| called.to_owned());
        let is_net = absolute.extension().is_some_and(|extension| extension == "dmn");
        let name = if is_net { absolute.file_stem() } else { absolute.file_name() };
        let named = match name {
            // Older versions wrote into the folder itself, and what they began goes on there.
            Some(name) if !Board::is_in(folder) => folder.join(name),
            _ => folder.to_owned(),
        };
        let mut board = Board::open(&named, steps)?;
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
                ("held_out/window_age", held_out.age),
                ("held_out/net_largest_accumulator", held_out.largest_accumulator),
            ],
        )?;
        for (index, bin) in held_out.calibration.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            let error = bin.actual - bin.predicted;
            self.board.scalar(
                &format!("value_calibration/score_0.{index}_actual_less_predicted"),
                step,
                error,
            )?;
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
                ("selfplay/positions", state.positions as f64),
                ("selfplay/positions_per_second", state.positions as f64 / played),
                ("selfplay/plies", state.mean_plies),
                ("selfplay/first_wins", state.outcomes[0]),
                ("selfplay/draws", state.outcomes[1]),
                ("selfplay/generation", f64::from(state.generation)),
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

    /// The other machines that played the games of a generation.
    pub(super) fn fleet(&mut self, step: u64, figures: &RemoteFigures) -> Result<(), TrainError> {
        self.scalars(
            step,
            &[
                ("fleet/workers", figures.workers as f64),
                ("fleet/threads", figures.threads as f64),
                ("fleet/games_per_second", figures.games_per_second()),
                ("fleet/items_issued_again", figures.issued_again as f64),
                ("fleet/items_copied", figures.copies as f64),
                ("fleet/games_checked", figures.checked as f64),
                ("fleet/results_refused", figures.refused as f64),
                ("fleet/seconds_waited_for_stragglers", figures.waited),
            ],
        )?;
        self.board.flush()
    }

    fn scalars(&mut self, step: u64, values: &[(&str, f64)]) -> Result<(), TrainError> {
        values.iter().try_for_each(|(tag, value)| self.board.scalar(tag, step, *value))
    }
}
