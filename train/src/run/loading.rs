//! The window of a run's game, and what fills it.

use std::{path::Path, sync::Arc};

use damier_engine::net::{Net, NetError};
use damier_records::{GameRecord, generation::read_generation};
use damier_rules::{AnyGame, Game as _, Position as _, Symmetry as _};

use super::{config::RunConfig, directory::RunDirectory, error::RunError};
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

/// Fills in the games of a generation of a run, counted from 0, whose training begins with the net of that number; returns
/// them.
///
/// # Errors
/// The games or the net cannot be read, or a record contradicts the rules.
pub(super) fn fill(
    window: &mut TrainingWindow,
    (game, config): (&AnyGame, &RunConfig),
    directory: &RunDirectory,
    number: u32,
) -> Result<Vec<GameRecord>, RunError> {
    let records = read_generation(&directory.games(), number)?;
    if config.train.surprise_share > 0.0 {
        window.compare_with(Arc::new(Net::read_for(&directory.net(number), game)?))?;
    }
    window.fill(game, number, &records)?;
    Ok(records)
}

/// Returns whether features are worked out while games are loaded: those that a device learns, for it learns faster than a
/// few threads can work them out, where positions are not turned at random.
fn is_encoded_at_once(config: &RunConfig, game: &AnyGame) -> bool {
    let turned = config.train.augmentation == Augmentation::Random
        && game.seen_symmetries(game.start().to_move()).len() > 1;
    !turned && config.train.device != DeviceChoice::Cpu
}
