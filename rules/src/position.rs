//! A position of a game.

use std::{fmt::Debug, hash::Hash};

use crate::{draw_rules::DrawRules, outcome::Outcome, player::Player, tactics::Tactics};

/// The legal moves of a position, in canonical order; a buffer that its owner clears and uses again.
pub type MoveList<M> = Vec<M>;

/// A position: the board, the player to move and whatever the legal moves depend on.
///
/// Repetitions and move counters are not part of it: they belong to [`History`](crate::History).
/// All operations are cheap; searches copy positions freely.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, meaningful together with the position it is played in. `Ord` is the canonical order.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// The counters that the draw rules of the game read, and these rules; `()` where nothing is counted.
    type Clock: DrawRules<Self>;
    /// What a quick look at a position tells searches; `()` where there is no such look.
    type Tactics: Tactics<Self>;

    /// Whether positions that repeat make the game a draw sooner or later. Searches then take a position
    /// that occurs again for drawn at once.
    const REPETITION_DRAWS: bool = true;

    /// Whether a tree search looks at the positions behind the likeliest moves as soon as it meets a position: it pays where
    /// judging them costs little beside a simulation. Only measuring tells (`docs/experiments/tree-search.md`).
    const EVALUATES_CHILDREN: bool = false;

    /// The number of players, in 2..=6.
    fn players(&self) -> usize {
        2
    }

    /// The player whose turn it is.
    fn to_move(&self) -> Player;

    /// Replaces the content of `out` by the legal moves, sorted ascending by `Ord` (the canonical
    /// order), without duplicates.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);

    /// The number of legal moves, without listing them where the game can count faster.
    fn count_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Plays a move. The move has to be legal; anything else leaves an unspecified position.
    fn play(&mut self, mv: Self::Move);

    /// The outcome by the position alone, for a caller that has generated the legal moves already:
    /// `has_moves` says whether there was one.
    fn outcome_given(&self, has_moves: bool) -> Option<Outcome>;

    /// The outcome by the position alone.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome_given(self.count_moves() > 0)
    }

    /// A bound on the share of the point, in 0..=1, that a player can still reach: less than the most where others
    /// have taken the first places already.
    fn reachable_share(&self, player: Player) -> f32 {
        let _ = player;
        1.0
    }

    /// A 64-bit key, equal for equal positions however they came about.
    fn key(&self) -> u64;

    /// Whether a static evaluation makes sense here: no forced capture sequence, check or the like is
    /// under way. Searches resolve positions that are not quiet before they judge them.
    fn is_quiet(&self) -> bool {
        true
    }

    /// Whether no position from before `mv` can ever occur again after it.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// Plays a move; returns the counters after it and [`is_irreversible`](Self::is_irreversible). Positions without their
    /// type look the move up once for all of it.
    fn play_counted(&mut self, mv: Self::Move, clock: Self::Clock) -> (Self::Clock, bool) {
        let before = self.clone();
        self.play(mv);
        (clock.tick(&before, mv, self), before.is_irreversible(mv))
    }
}
