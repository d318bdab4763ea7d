//! What a report says of a competitor.

use crate::competitor::Participant;

/// What a report says of a competitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contender {
    /// Its name.
    pub(super) name: String,
    /// The threads that it searches with; `None` where it was given no number, or it does not search.
    pub(super) threads: Option<usize>,
}

impl Contender {
    /// Returns that of a competitor that plays.
    pub(super) fn of(participant: &Participant) -> Self {
        Self { name: participant.name().to_owned(), threads: participant.threads() }
    }
}
