//! How CECP says what bounds a move.
//!
//! - A clock is `level`, with its main time in whole seconds, and `time` and `otim` before each move, in hundredths.
//! - Whole seconds for each move are `st`.
//! - Other times for each move are a clock of one move, `level 1`, with that time on it before each move.

use std::time::Duration;

use damier_protocol::xboard::{Command, Level};
use damier_rules::Position;

use super::super::Description;
use crate::competitor::Turn;

/// Milliseconds in a hundredth of a second.
const MILLIS: u128 = 10;
/// The least time on a clock: nothing at all means no clock to some engines, in hundredths of a second.
const LEAST: i64 = 1;
/// The least main time of a clock.
const LEAST_BASE: Duration = Duration::from_secs(1);

/// Returns the commands that bound the moves of a game, before its first.
pub(super) fn bounds(turn: &Turn<'_>, description: &Description) -> Vec<Command> {
    let limits = &turn.limits;
    let level = |moves: u32, base: Duration, increment: Duration| {
        let base = Duration::from_secs(base.max(LEAST_BASE).as_secs());
        Command::Level(Level { moves, base, increment: increment.as_secs_f64() })
    };
    let time = match (limits.clock, limits.time) {
        (Some(clock), _) => level(clock.moves_to_go.unwrap_or(0), clock.remaining, clock.increment),
        (None, Some(time)) if is_whole(time) => Command::MoveTime(time.as_secs_f64()),
        (None, Some(time)) => level(1, time, Duration::ZERO),
        // Nothing but the depth bounds the move.
        (None, None) => Command::MoveTime(description.move_timeout.max(LEAST_BASE).as_secs() as f64),
    };
    [Some(time), limits.depth.map(Command::Depth)].into_iter().flatten().collect()
}

/// Returns the clocks of both sides, before a move.
pub(super) fn clocks(turn: &Turn<'_>) -> Vec<Command> {
    let hundredths = |time: Duration| ((time.as_millis() / MILLIS) as i64).max(LEAST);
    let opponent = turn.position.to_move().opponent();
    let (own, other) = match (turn.limits.clock, turn.limits.time) {
        (Some(clock), _) => {
            (clock.remaining, turn.remaining.get(opponent.index()).copied().unwrap_or(clock.remaining))
        }
        (None, Some(time)) => (time, time),
        (None, None) => return Vec::new(),
    };
    vec![Command::Time(hundredths(own)), Command::OpponentTime(hundredths(other))]
}

/// Says whether a time has whole seconds.
fn is_whole(time: Duration) -> bool {
    time >= LEAST_BASE && time.subsec_nanos() == 0
}
