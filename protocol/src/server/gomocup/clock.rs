//! The manager's clocks.

use std::time::Duration;

use damier_engine::{search::Limits, time::Clock};

use super::super::numbers::milliseconds;
use crate::gomocup::{Info, UNLIMITED};

/// For a move where the manager has said nothing.
const USUAL_TURN: Duration = Duration::from_secs(5);
/// Simulations of a move that is to be made as fast as possible.
const FEWEST: u64 = 32;

/// What the manager has said about time.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Clocks {
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
    increment: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Clocks {
    /// Takes over an `INFO` about time; ignores the others.
    pub(super) fn update(&mut self, info: &Info) {
        match info {
            Info::TimeoutTurn(time) => self.turn = Some(milliseconds(*time)),
            Info::TimeoutMatch(0) => self.whole = None,
            Info::TimeoutMatch(time) => self.whole = Some(milliseconds(*time)),
            Info::TimeLeft(UNLIMITED) => self.left = None,
            Info::TimeLeft(time) => self.left = Some(milliseconds(*time)),
            Info::TimeIncrement(time) => self.increment = Some(milliseconds(*time)),
            Info::MaxNode(nodes) => self.nodes = (*nodes > 0 && *nodes < u64::MAX).then_some(*nodes),
            Info::MaxDepth(depth) => self.depth = (*depth > 0).then_some(*depth),
            _ => {}
        }
    }

    /// Resets the time left for another game.
    pub(super) fn new_game(&mut self) {
        self.left = self.whole.or(self.left);
    }

    /// Subtracts the time of a move; a manager that limits the game sends the time left before the next.
    pub(super) fn used(&mut self, time: Duration) {
        let increment = self.increment.unwrap_or_default();
        self.left = self.left.or(self.whole).map(|left| left.saturating_sub(time).saturating_add(increment));
    }

    /// Returns the limits of a move.
    pub(super) fn limits(&self) -> Limits {
        let left = self.left.or(self.whole);
        let clock = left.map(|remaining| Clock {
            remaining,
            increment: self.increment.unwrap_or_default(),
            ..Clock::default()
        });
        let asked =
            Limits { time: self.turn, nodes: self.nodes, depth: self.depth, clock, ..Limits::default() };
        if self.turn == Some(Duration::ZERO) {
            return Limits { time: None, nodes: Some(FEWEST), ..asked };
        }
        if asked.is_infinite() { Limits::time(USUAL_TURN) } else { asked }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_manager_says_bounds_the_move() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.limits(), Limits::time(USUAL_TURN));
        clocks.update(&Info::TimeoutTurn(1000));
        assert_eq!(clocks.limits(), Limits::time(Duration::from_secs(1)));
        clocks.update(&Info::TimeoutMatch(60_000));
        clocks.update(&Info::TimeLeft(30_000));
        let left = clocks.limits().clock.expect("a clock").remaining;
        assert_eq!(left, Duration::from_secs(30));
        clocks.used(Duration::from_secs(10));
        assert_eq!(clocks.limits().clock.expect("a clock").remaining, Duration::from_secs(20));
        clocks.update(&Info::TimeLeft(-5));
        assert_eq!(clocks.limits().clock.expect("a clock").remaining, Duration::ZERO);
        clocks.update(&Info::TimeoutMatch(0));
        clocks.update(&Info::TimeLeft(UNLIMITED));
        assert_eq!(clocks.limits().clock, None);
        clocks.update(&Info::TimeoutTurn(0));
        assert_eq!(clocks.limits(), Limits::nodes(FEWEST));
    }
}
