//! Games of matches that other machines play.
//!
//! A match becomes a [`RemoteMatch`], its games become [`RemoteGame`]s: plain values without paths, which say all that the
//! games depend on. [`Players`] play them on another machine. What comes back goes through an [`Intake`], which trusts
//! nothing of it: the opening has to be the one that was asked for, the moves and the ending have to obey the rules, and a
//! share of the games is played again and has to come out the same. So only searches with one thread can be played
//! elsewhere; [`Order::of`] refuses the others.
//!
//! Games in which time bounds moves come out otherwise each time, so nothing is played again. Machines that are trusted
//! play them, each with as much time as its speed asks for ([`Bench`]), and [`WorkerShares`] tell whether their outcomes
//! differ.

mod intake;
mod order;
mod players;
mod replay;
mod shares;
#[cfg(test)]
mod tests;

use std::{fmt::Debug, ops::Range};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use intake::RemoteRunner;
pub use order::{NetContent, Order, is_repeatable};
pub use players::Players;
pub use shares::{WorkerShare, WorkerShares};

use crate::error::ArenaError;

/// Who plays a match, and by what, for another machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteMatch {
    /// The game's identity.
    pub game: String,
    /// The texts of the competitors ([`Spec`](crate::Spec)); a net is named by its SHA-256 in place of its path.
    pub competitors: Vec<String>,
    /// Nodes of a move, for those that have no pace of their own.
    pub nodes: Option<u64>,
    /// Plies of a move, likewise.
    pub depth: Option<u32>,
    /// Plies after which a game is drawn.
    pub ply_cap: Option<usize>,
    /// When a game counts as won: share and plies, as `--adjudicate-win` takes them.
    pub win_rule: Option<String>,
    /// When a game counts as drawn, as `--adjudicate-draw` takes it.
    pub draw_rule: Option<String>,
    /// The time of those whose moves time bounds; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// The time of a match, on the machine that asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The time of a move, such as `20ms`, for those that have no pace of their own.
    pub time: Option<String>,
    /// The clock of a game, such as `1m+600ms`, likewise.
    pub clock: Option<String>,
    /// By how much a move may overstep its time, and a clock in all. Faster and slower machines have the same.
    pub margin: String,
}

/// The first moves of a game with nodes in place of time: all machines play them alike, each in its own time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bench {
    /// Nodes or simulations of a move.
    pub nodes: u64,
    /// Seconds that they take on the machine that asks for the games.
    pub seconds: f64,
}

/// A game of a match, for another machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteGame {
    /// Its place in the match.
    pub number: u64,
    /// The competitor of each seat.
    pub seats: Vec<usize>,
    /// Where it starts, in the game's notation.
    pub start: String,
    /// The moves of its opening, in the game's notation.
    pub opening: Vec<String>,
    /// What its players draw from.
    pub seed: u64,
}

/// Has games of matches played on other machines.
pub trait RemotePlay: Debug + Sync {
    /// Has the games played that `intake` lacks, and returns once none is missing or [`Intake::is_cancelled`].
    ///
    /// # Errors
    /// [`TakeError::Refused`] with the reason why the games cannot be had, in one line; [`TakeError::Match`] where the match
    /// cannot go on. Games that were taken stay.
    fn play(&self, order: &Order, intake: &dyn Intake) -> Result<(), TakeError>;
}

/// The match that games of other machines go to.
pub trait Intake: Sync {
    /// Returns the numbers of the games that are missing, ascending; none where the match is decided.
    fn missing(&self) -> Vec<u64>;

    /// Whether the match is decided before its last game.
    fn is_decided(&self) -> bool;

    /// Returns the games of a range, those of the match that are in it.
    fn games(&self, numbers: Range<u64>) -> Vec<RemoteGame>;

    /// Whether the games are not wanted any more.
    fn is_cancelled(&self) -> bool;

    /// Takes games, as [`Players::play`] returns them. Those of [`Sent::replayed`] are played again here, and have to come
    /// out the same, and so are those that a competitor failed in; games in which time bounds moves are not. Nothing is
    /// taken where one is wrong.
    ///
    /// # Errors
    /// [`TakeError::Refused`] where the games are wrong, [`TakeError::Match`] where the match cannot go on with them.
    fn take(&self, sent: &Sent<'_>) -> Result<Taken, TakeError>;

    /// Plays games again here that were taken, and come from a machine that sent a wrong one: a match has counted them, so
    /// none of them can be taken back. Games in which time bounds moves stay as they are.
    ///
    /// # Errors
    /// [`TakeError::Match`] where one was wrong.
    fn play_again(&self, numbers: &[Range<u64>]) -> Result<(), TakeError>;

    /// Returns how this machine plays the first moves of a game, by `nodes` a move where time bounds them; `None` where
    /// that was cancelled.
    fn behaviour(&self, game: &RemoteGame, nodes: Option<u64>) -> Option<Behaviour>;
}

/// Games that another machine sends.
#[derive(Clone, Debug)]
pub struct Sent<'a> {
    /// The name of the machine.
    pub worker: &'a str,
    /// The time that it gives a move, for that of the match: 2 on a machine of half the speed. `None` where time does not
    /// bound moves.
    pub scale: Option<f64>,
    /// The games, as [`Players::play`] returns them.
    pub games: &'a [u8],
    /// Their numbers.
    pub numbers: Range<u64>,
    /// The numbers of those that are to be played again.
    pub replayed: &'a [u64],
}

/// How a machine plays the first moves of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    /// 64 hexadecimal digits: two machines that play alike have the same ones.
    pub digest: String,
    /// Seconds of a move that was searched for, on average.
    pub seconds_per_move: f64,
    /// Seconds of all of them.
    pub seconds: f64,
}

/// How many games of a result were taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Games that were missing.
    pub new: u64,
    /// Games that were there already, or are beyond the end of a test that is decided.
    pub again: u64,
}

/// Why games were not taken.
#[derive(Debug, Error)]
pub enum TakeError {
    /// What is wrong with them, in one line without a full stop.
    #[error("{0}")]
    Refused(String),
    /// Why the match cannot go on.
    #[error(transparent)]
    Match(#[from] ArenaError),
}
