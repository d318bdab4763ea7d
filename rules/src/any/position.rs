//! Positions without their type.

use std::{any::Any, fmt};

use super::{AnyMove, Counters, PackedCounters, moves::typed_move};
use crate::{
    draw_rules::DrawRules,
    outcome::Outcome,
    perft::{Counting, perft},
    player::Player,
    position::{MoveList, Position},
};

/// A position of any game.
pub struct AnyPosition(Box<dyn Erased>);

impl AnyPosition {
    /// Wraps a position of a game.
    pub fn new<P: Position>(position: P) -> Self {
        Self(Box::new(position))
    }

    /// Counts the leaves of the tree of legal moves, in the game's own type; see [`perft`](crate::perft()).
    pub fn perft(&self, depth: usize, counting: Counting) -> u64 {
        self.0.perft_(depth, counting)
    }

    /// Returns the position as its game has it.
    ///
    /// # Panics
    /// If it belongs to another game.
    pub fn typed<P: Position>(&self) -> &P {
        self.0.as_any().downcast_ref().expect("a position of this game")
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(out)
    }
}

/// What [`AnyPosition`] asks of a position; as in [`Position`].
trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn debug(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn players_(&self) -> usize;
    fn to_move_(&self) -> Player;
    fn count_moves_(&self) -> usize;
    fn play_(&mut self, mv: AnyMove);
    fn outcome_given_(&self, has_moves: bool) -> Option<Outcome>;
    fn outcome_(&self) -> Option<Outcome>;
    fn reachable_share_(&self, player: Player) -> f32;
    fn key_(&self) -> u64;
    fn is_quiet_(&self) -> bool;
    fn is_irreversible_(&self, mv: AnyMove) -> bool;
    fn tick_(&self, mv: AnyMove, after: &AnyPosition, clock: PackedCounters) -> PackedCounters;
    fn play_counted_(&mut self, mv: AnyMove, clock: PackedCounters) -> (PackedCounters, bool);
    fn set_up_clock_(&self) -> PackedCounters;
    fn perft_(&self, depth: usize, counting: Counting) -> u64;
    fn ruled_outcome_(&self, clock: PackedCounters, occurrences: usize) -> Option<Outcome>;
}

impl<P: Position> Erased for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<P>().is_some_and(|other| self == other)
    }

    fn debug(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, out)
    }

    fn players_(&self) -> usize {
        self.players()
    }

    fn to_move_(&self) -> Player {
        self.to_move()
    }

    fn count_moves_(&self) -> usize {
        self.count_moves()
    }

    fn play_(&mut self, mv: AnyMove) {
        let mv = typed_move(self, mv);
        self.play(mv);
    }

    fn outcome_given_(&self, has_moves: bool) -> Option<Outcome> {
        self.outcome_given(has_moves)
    }

    fn outcome_(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn reachable_share_(&self, player: Player) -> f32 {
        self.reachable_share(player)
    }

    fn key_(&self) -> u64 {
        self.key()
    }

    fn is_quiet_(&self) -> bool {
        self.is_quiet()
    }

    fn is_irreversible_(&self, mv: AnyMove) -> bool {
        self.is_irreversible(typed_move(self, mv))
    }

    fn tick_(&self, mv: AnyMove, after: &AnyPosition, clock: PackedCounters) -> PackedCounters {
        P::Clock::unpack(clock).tick(self, typed_move(self, mv), after.typed()).pack()
    }

    fn play_counted_(&mut self, mv: AnyMove, clock: PackedCounters) -> (PackedCounters, bool) {
        let mv = typed_move(self, mv);
        let (clock, is_irreversible) = self.play_counted(mv, P::Clock::unpack(clock));
        (clock.pack(), is_irreversible)
    }

    fn set_up_clock_(&self) -> PackedCounters {
        P::Clock::set_up(self).pack()
    }

    fn perft_(&self, depth: usize, counting: Counting) -> u64 {
        perft(self, depth, counting)
    }

    fn ruled_outcome_(&self, clock: PackedCounters, occurrences: usize) -> Option<Outcome> {
        P::Clock::unpack(clock).outcome(self, occurrences)
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Clock = PackedCounters;
    /// Searches that take quick looks know the type of their positions.
    type Tactics = ();

    fn players(&self) -> usize {
        self.0.players_()
    }

    fn to_move(&self) -> Player {
        self.0.to_move_()
    }

    fn legal_moves(&self, out: &mut MoveList<AnyMove>) {
        out.clear();
        out.extend((0..self.0.count_moves_()).map(AnyMove::at));
    }

    fn count_moves(&self) -> usize {
        self.0.count_moves_()
    }

    fn play(&mut self, mv: AnyMove) {
        self.0.play_(mv);
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        self.0.outcome_given_(has_moves)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome_()
    }

    fn reachable_share(&self, player: Player) -> f32 {
        self.0.reachable_share_(player)
    }

    fn key(&self) -> u64 {
        self.0.key_()
    }

    fn is_quiet(&self) -> bool {
        self.0.is_quiet_()
    }

    fn is_irreversible(&self, mv: AnyMove) -> bool {
        self.0.is_irreversible_(mv)
    }

    fn play_counted(&mut self, mv: AnyMove, clock: PackedCounters) -> (PackedCounters, bool) {
        self.0.play_counted_(mv, clock)
    }
}

impl DrawRules<AnyPosition> for PackedCounters {
    fn set_up(position: &AnyPosition) -> Self {
        position.0.set_up_clock_()
    }

    fn tick(self, before: &AnyPosition, mv: AnyMove, after: &AnyPosition) -> Self {
        before.0.tick_(mv, after, self)
    }

    fn outcome(&self, position: &AnyPosition, occurrences: usize) -> Option<Outcome> {
        position.0.ruled_outcome_(*self, occurrences)
    }
}
