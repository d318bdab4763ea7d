//! From records to the window.

use damier_engine::net::NetError;
use damier_records::{GameRecord, RecordError};
use damier_rules::{Game, Position};
use rayon::prelude::*;

use super::config::RunConfig;
use crate::{
    config::{Augmentation, DeviceChoice},
    example::GameExamples,
    teacher::Teacher,
    window::Window,
};

/// The features that are worked out while games are loaded: those that a device learns, for it learns faster than a few
/// threads can work them out, where positions are not turned at random.
pub(super) fn encoded_at_once<G: Game>(
    config: &RunConfig,
    game: &G,
) -> Result<Option<G::Features>, NetError> {
    let turned = config.train.augmentation == Augmentation::Random
        && game.seen_symmetries(game.start().to_move()).len() > 1;
    if turned || config.train.device == DeviceChoice::Cpu {
        return Ok(None);
    }
    Ok(game.features(&config.net.arch(game)?.feature_set))
}

/// Puts the games of a generation into the window, in the order of their numbers. A teacher has its part in the
/// targets of what is learned; what is held out stays as the searches found it. See [`encoded_at_once`].
pub(super) fn fill<G: Game>(
    window: &mut Window<G::Position>,
    game: &G,
    generation: u32,
    records: &[GameRecord],
    teacher: Option<&Teacher<G>>,
    encoded: Option<&G::Features>,
) -> Result<(), RecordError> {
    let of_record = |teacher: &mut Option<Teacher<G>>, record| -> Result<_, RecordError> {
        let mut examples = GameExamples::from_record(game, generation, record)?;
        if window.holds_out(examples.key) {
            return Ok(examples);
        }
        if let Some(teacher) = teacher {
            examples = teacher.taught(&examples);
        }
        if let Some(features) = encoded {
            examples.encode(game, features);
        }
        Ok(examples)
    };
    let games: Vec<Result<_, _>> = records.par_iter().map_init(|| teacher.cloned(), of_record).collect();
    for examples in games {
        window.push(examples?);
    }
    Ok(())
}
