//! From records to the window.

use damier_rules::Game;
use damier_selfplay::{GameRecord, RecordError};

use crate::{example::GameExamples, window::Window};

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
