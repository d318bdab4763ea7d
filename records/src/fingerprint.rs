//! Which games are the same: copied, or converted twice.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_rules::{AnyGame, Game, GameText, Notation, NotationFormat::Native, Outcome};

use crate::record::GameRecord;

/// Stands for a game; two games have the same one only if they are the same.
///
/// Games of self-play are the same with the same seed, start, moves and outcome: two games of other seeds that happen
/// to be alike are two. Games of others have no seed, and are the same with the same start, moves and outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u64; 2]);

impl Fingerprint {
    /// Returns the fingerprint of a record.
    pub fn of(record: &GameRecord) -> Self {
        let moves: Vec<u32> = record.plies.iter().map(|ply| ply.index).collect();
        Self::hashed(&(record.seed, &record.start, moves, words(Some(record.outcome))))
    }

    /// Returns the fingerprint of a game that is no record.
    pub fn of_text(game: &AnyGame, text: &GameText) -> Self {
        let moves: Vec<_> = text.moves().collect();
        Self::hashed(&(game.id(), game.position_text(Native, &text.start), moves, words(text.outcome)))
    }

    /// Two hashes, so that no two of many games have the same ones by chance.
    fn hashed(what: &impl Hash) -> Self {
        Self([1, 2].map(|half: u8| {
            let mut hasher = DefaultHasher::new();
            half.hash(&mut hasher);
            what.hash(&mut hasher);
            hasher.finish()
        }))
    }
}

/// An outcome as text.
fn words(outcome: Option<Outcome>) -> String {
    format!("{outcome:?}")
}
