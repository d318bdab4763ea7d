//! A position of a game.

use std::{fmt::Debug, hash::Hash};

use crate::{any::Counters, outcome::Outcome, player::Player};

/// The legal moves of a position, in canonical order; a buffer that its owner clears and uses again.
pub type MoveList<M> = Vec<M>;

/// See [`Position::forced_win`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The first move of it.
    pub mv: M,
    /// Plies to the end of the game, this move included, against the longest resistance.
    pub plies: u32,
}

/// A position: the board, the player to move and whatever the legal moves depend on.
///
/// Repetitions and move counters are not part of it: they belong to [`History`](crate::History).
/// All operations are cheap; searches copy positions freely.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, meaningful together with the position it is played in. `Ord` is the canonical order.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// The counters that the draw rules of the game read.
    type Clock: Counters;

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

    /// The same position with the turn passed on, where a player who passes does not gain by it: searches conclude from
    /// a good score even so that the position is good. `None` where it may be good to pass, as where one has to move
    /// into a loss, and in games whose players always have to.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// A win that the player to move can force, if a quick look (of microseconds) finds one. Has to be right; games
    /// without such a look find none.
    fn forced_win(&self) -> Option<ForcedWin<Self::Move>> {
        None
    }

    /// Removes legal moves that leave the opponent a win at once or a [forced](Self::forced_win) one, where the position
    /// shows it at a glance, or that are no better than one that wins at once. Leaves at least one, in their order;
    /// where all lose so, one of them. Searches below the root do without the others.
    fn leave_only_moves(&self, moves: &mut MoveList<Self::Move>) {
        let _ = moves;
    }

    /// Whether no position from before `mv` can ever occur again after it.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// The counters after `mv`; `self` is the position before it, `after` the one it leads to.
    fn tick(&self, mv: Self::Move, after: &Self, clock: Self::Clock) -> Self::Clock;

    /// The counters of a game that begins at this position; a text it was set up from may have told them.
    fn set_up_clock(&self) -> Self::Clock {
        Self::Clock::default()
    }

    /// The outcome that the draw rules give to this position, which occurs for the `occurrences`-th
    /// time (1 = for the first time) with the counters at `clock`.
    fn ruled_outcome(&self, clock: &Self::Clock, occurrences: usize) -> Option<Outcome>;
}
