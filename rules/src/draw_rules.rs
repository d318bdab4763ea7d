//! Draws by what came before: move counters and repetitions.

use crate::{any::Counters, outcome::Outcome, position::Position};

/// The counters of a game's draw rules, and what the rules conclude from them.
///
/// `()` stands for a game that counts nothing and draws nothing by its history.
pub trait DrawRules<P: Position>: Counters {
    /// Returns the counters of a game that begins at `position`; a text that it was set up from may have told them.
    fn set_up(position: &P) -> Self {
        let _ = position;
        Self::default()
    }

    /// Returns the counters after `mv`, which led from `before` to `after`.
    fn tick(self, before: &P, mv: P::Move, after: &P) -> Self;

    /// Returns the outcome that the draw rules give to `position`, which occurs for the `occurrences`-th time.
    ///
    /// 1 stands for the first time.
    fn outcome(&self, position: &P, occurrences: usize) -> Option<Outcome>;
}

impl<P: Position> DrawRules<P> for () {
    fn tick(self, _: &P, _: P::Move, _: &P) {}

    fn outcome(&self, _: &P, _: usize) -> Option<Outcome> {
        None
    }
}
