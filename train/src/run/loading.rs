//! From records to the window.

use damier_rules::Game;
use damier_selfplay::{GameRecord, RecordError};
use rayon::prelude::*;

use crate::{example::GameExamples, teacher::Teacher, window::Window};

/// Puts the games of a generation into the window, in the order of their numbers.
pub(super) fn fill<G: Game>(
    window: &mut Window<G::Position>,
    game: &G,
    generation: u32,
    records: &[GameRecord],
) -> Result<(), RecordError> {
    for record in records {
        window.push(GameExamples::from_record(game, generation, record)?);
    }
    Ok(())
}

/// The same, with a teacher's part in the targets of what is learned; what is held out stays as the searches found it.
pub(super) fn fill_taught<G: Game>(
    window: &mut Window<G::Position>,
    teacher: &Teacher<G>,
    game: &G,
    generation: u32,
    records: &[GameRecord],
) -> Result<(), RecordError> {
    let taught: Result<Vec<_>, RecordError> = records
        .par_iter()
        .map_init(
            || teacher.clone(),
            |teacher, record| {
                let examples = GameExamples::from_record(game, generation, record)?;
                Ok(if window.holds_out(examples.key) { examples } else { teacher.taught(&examples) })
            },
        )
        .collect();
    taught?.into_iter().for_each(|examples| window.push(examples));
    Ok(())
}
