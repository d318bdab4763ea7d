//! What came before a position, as far as the draw rules read it.

use crate::{
    any::{AnyPosition, Counters},
    draw_rules::DrawRules,
    outcome::Outcome,
    position::Position,
};

#[derive(Clone, Debug)]
struct Entry<C> {
    key: u64,
    clock: C,
    /// Plies since the last irreversible move, this position included.
    reversible: usize,
}

/// The repetition and move counters of a game: a stack with one entry per position.
///
/// A search pushes and pops along its line; the entry on top belongs to the current position.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    entries: Vec<Entry<P::Clock>>,
}

impl<P: Position> History<P> {
    /// The history of a game that starts at `position`.
    pub fn new(position: &P) -> Self {
        Self {
            entries: vec![Entry { key: position.key(), clock: P::Clock::set_up(position), reversible: 1 }],
        }
    }

    /// Records that `mv` led from `before` to `after`.
    pub fn push(&mut self, before: &P, mv: P::Move, after: &P) {
        let clock = self.top().clock.tick(before, mv, after);
        self.add(after.key(), clock, before.is_irreversible(mv));
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If there is none.
    pub fn pop(&mut self) {
        assert!(self.entries.len() > 1, "the first position cannot be taken back");
        self.entries.pop();
    }

    /// Plays `mv` on `position` and records it.
    pub fn play(&mut self, position: &mut P, mv: P::Move) {
        let (clock, is_irreversible) = position.play_counted(mv, self.top().clock);
        self.add(position.key(), clock, is_irreversible);
    }

    fn add(&mut self, key: u64, clock: P::Clock, is_irreversible: bool) {
        let reversible = if is_irreversible { 1 } else { self.top().reversible + 1 };
        self.entries.push(Entry { key, clock, reversible });
    }

    /// Moves played since the start.
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// The key of the position after `plies` moves.
    ///
    /// # Panics
    /// If fewer moves were played.
    pub fn key_at(&self, plies: usize) -> u64 {
        self.entries[plies].key
    }

    /// The counters of the current position.
    pub fn clock(&self) -> &P::Clock {
        &self.top().clock
    }

    /// Whether no position from before the last move can occur again; so it is at the start, too.
    pub fn is_fresh(&self) -> bool {
        self.top().reversible == 1
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        self.occurrences_since(0)
    }

    /// Returns how often the current position has occurred after at least `plies` moves, this time included.
    pub fn occurrences_since(&self, plies: usize) -> usize {
        let top = self.top();
        let from = plies.max(self.entries.len() - top.reversible);
        self.entries[from..].iter().filter(|entry| entry.key == top.key).count()
    }

    /// The outcome at `position`, which has to be the current one; `has_moves` as in
    /// [`Position::outcome_given`].
    pub fn outcome_given(&self, position: &P, has_moves: bool) -> Option<Outcome> {
        position.outcome_given(has_moves).or_else(|| self.clock().outcome(position, self.occurrences()))
    }

    /// The outcome at `position`, which has to be the current one.
    pub fn outcome(&self, position: &P) -> Option<Outcome> {
        self.outcome_given(position, position.count_moves() > 0)
    }

    fn top(&self) -> &Entry<P::Clock> {
        self.entries.last().expect("a history is never empty")
    }
}
impl History<AnyPosition> {
    /// Returns the history as the game of its positions has it.
    pub fn typed<P: Position>(&self) -> History<P> {
        let typed = |entry: &Entry<_>| Entry {
            key: entry.key,
            clock: P::Clock::unpack(entry.clock),
            reversible: entry.reversible,
        };
        History { entries: self.entries.iter().map(typed).collect() }
    }
}
