//! The window of a run's game.

use std::{path::Path, sync::Arc};

use damier_engine::net::{Net, NetError};
use damier_rules::{AnyGame, Game as _, Position as _, Symmetry as _};

use super::config::RunConfig;
use crate::{
    config::{Augmentation, DeviceChoice},
    teacher::Teacher,
    training_window::TrainingWindow,
};

/// A net that another learns from.
#[derive(Clone, Copy, Debug)]
pub struct TeacherTask<'a> {
    /// Its file; it may have another network than the one that learns.
    pub net: &'a Path,
    /// Its share (0..=1) of policies and of root values; see [`Teacher`].
    pub share: f32,
    /// Nodes that it looks at before it tells a value; see
    /// [`Teacher::looking_ahead`].
    pub nodes: Option<u64>,
}

/// Returns an empty window for positions of `game`, with the features of the run's net.
///
/// # Errors
/// The net's sizes are impossible, or the teacher cannot be read or is for another game.
pub(super) fn window(
    config: &RunConfig,
    game: &AnyGame,
    teacher: Option<TeacherTask<'_>>,
) -> Result<TrainingWindow, NetError> {
    let feature_set = config.net.arch(game)?.feature_set;
    let mut window = TrainingWindow::new(game.clone(), &feature_set, &config.train)?;
    if let Some(TeacherTask { net, share, nodes }) = teacher {
        let teacher = Teacher::new(game.clone(), Arc::new(Net::read_for(net, game)?), share)?;
        window = window.taught_by(match nodes {
            Some(nodes) => teacher.looking_ahead(nodes)?,
            None => teacher,
        });
    }
    Ok(if is_encoded_at_once(config, game) { window.encoding_at_once() } else { window })
}

/// Returns whether features are worked out while games are loaded: those that a device learns, for it learns faster than a
/// few threads can work them out, where positions are not turned at random.
fn is_encoded_at_once(config: &RunConfig, game: &AnyGame) -> bool {
    let turned = config.train.augmentation == Augmentation::Random
        && game.seen_symmetries(game.start().to_move()).len() > 1;
    !turned && config.train.device != DeviceChoice::Cpu
}
