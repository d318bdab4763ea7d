//! From records to the window.

use damier_rules::Game;
use damier_selfplay::{GameRecord, RecordError};
use rayon::prelude::*;

use crate::{example::GameExamples, teacher::Teacher, window::Window};

/// Puts the games of a generation into the window, in the order of their numbers. A teacher has its part in the
/// targets of what is learned; what is held out stays as the searches found it.
pub(super) fn fill<G: Game>(
    window: &mut Window<G::Position>,
    game: &G,
    generation: u32,
    records: &[GameRecord],
    teacher: Option<&Teacher<G>>,
) -> Result<(), RecordError> {
    let of_record = |teacher: &mut Option<Teacher<G>>, record| -> Result<_, RecordError> {
        let examples = GameExamples::from_record(game, generation, record)?;
        Ok(match teacher {
            Some(teacher) if !window.holds_out(examples.key) => teacher.taught(&examples),
            _ => examples,
        })
    };
    let games: Vec<Result<_, _>> = records.par_iter().map_init(|| teacher.cloned(), of_record).collect();
    for examples in games {
        window.push(examples?);
    }
    Ok(())
}
