//! What the protocols can say about time.

use std::time::Duration;

use super::{Description, EngineProtocol};
use crate::competitor::Pace;

const MINUTE: Duration = Duration::from_secs(60);
/// The longest game of DamExchange.
const MOST_MINUTES: u32 = 999;

/// Whether an engine can be told how long it may think.
///
/// # Errors
/// What it cannot be told, and what would be right.
pub(super) fn check(description: &Description, pace: &Pace) -> Result<(), String> {
    let Pace { limits, clock } = pace;
    let protocol = description.protocol;
    let refuse = |what: &str, remedy: &str| Err(format!("{protocol} has no word for {what}; {remedy}"));
    match protocol {
        EngineProtocol::Uci | EngineProtocol::Hub | EngineProtocol::Damier => {}
        EngineProtocol::Hub1 | EngineProtocol::Xboard | EngineProtocol::Xboard1 if limits.nodes.is_some() => {
            return refuse("a number of nodes", "give a time, a depth or a clock");
        }
        EngineProtocol::Gomocup if clock.is_some_and(|clock| clock.moves.is_some()) => {
            return refuse("so many moves in a time", "give a clock such as 5m or 5m+3s, or a time");
        }
        EngineProtocol::Dxp => {
            const CLOCK: &str = "give it a clock of whole minutes for the game, such as clock=5m";
            if limits.nodes.is_some() || limits.depth.is_some() {
                return refuse("nodes or depth", CLOCK);
            }
            if limits.time.is_some() && description.dxp.move_time_chat.is_none() {
                return refuse("the time of a move", CLOCK);
            }
            let fits = |main: Duration| {
                let minutes = main.as_nanos() / MINUTE.as_nanos();
                main.as_nanos().is_multiple_of(MINUTE.as_nanos()) && minutes <= u128::from(MOST_MINUTES)
            };
            if clock
                .is_some_and(|clock| !clock.increment.is_zero() || clock.moves.is_some() || !fits(clock.main))
            {
                return refuse("this clock", CLOCK);
            }
        }
        EngineProtocol::Hub1 | EngineProtocol::Xboard | EngineProtocol::Xboard1 | EngineProtocol::Gomocup => {
        }
    }
    match limits.proof_plies {
        Some(_) => refuse("the search for a proof", "leave it out"),
        None => Ok(()),
    }
}
