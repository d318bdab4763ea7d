//! The interface of a protocol driver.

use std::time::Duration;

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Notation,
    NotationFormat::{self, Native},
};

use super::{Description, connection::Connection};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

/// The arena's side of a protocol.
pub(super) trait Driver: Send {
    /// Shakes hands after the start: asks for the name and sets options. Returns the name, and the memory that was set.
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure>;

    /// Another game begins.
    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure>;

    /// Has the engine choose a move.
    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure>;

    /// Has the engine, after its move of the turn before, think on the opponent's time, where the protocol and the engine
    /// can. It is the opponent who is to move in `turn`.
    fn ponder(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<(), Failure> {
        let _ = (connection, turn);
        Ok(())
    }

    /// The game is over.
    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        let _ = connection;
        Ok(())
    }

    /// Returns what makes the engine quit.
    fn quit_command(&self) -> &'static str {
        "quit"
    }
}

/// What an engine said about its choice.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    /// Hundredths that multiply the odds by *e*.
    scale: f64,
    pub(super) score: Option<String>,
    pub(super) share: Option<f64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Opinion {
    /// Nothing was said yet by the engine of a description.
    pub(super) fn of(description: &Description) -> Self {
        Self { scale: description.score_scale, score: None, share: None, depth: None, nodes: None }
    }

    /// Sets a score in hundredths of a pawn or a man.
    pub(super) fn set_score(&mut self, hundredths: f64) {
        self.score = Some(format!("{:+.2}", hundredths / 100.0));
        self.share = Some(crate::competitor::share_on_scale(hundredths, self.scale));
    }

    pub(super) fn choice<M>(self, mv: M) -> Choice<M> {
        let Self { score, share, depth, nodes, .. } = self;
        Choice { mv, score, share, depth, nodes: nodes.unwrap_or(0) }
    }
}

#[cfg(test)]
impl Default for Opinion {
    fn default() -> Self {
        Self { scale: crate::competitor::ODDS_UNIT, score: None, share: None, depth: None, nodes: None }
    }
}

/// Returns the name of a program with its version, which may be empty.
pub(super) fn name_of(name: &str, version: &str) -> String {
    format!("{name} {version}").trim().to_owned()
}

/// Returns how long a move may take before the engine counts as hung.
pub(super) fn timeout(description: &Description, turn: &Turn<'_>) -> Duration {
    turn.deadline.map_or(description.move_timeout, |deadline| deadline + description.reply_timeout)
}

/// Returns the words of a game's moves in a notation.
///
/// # Errors
/// There are no words for a move.
pub(super) fn words(format: NotationFormat, turn: &Turn<'_>) -> Result<Vec<String>, Failure> {
    let word = |(ply, word): (usize, Option<String>)| {
        word.ok_or_else(|| {
            let own = turn.game.move_texts(Native).nth(ply).flatten().unwrap_or_default();
            Failure::new(Cause::Protocol, format!("the protocol has no words for the move {own}"))
        })
    };
    turn.game.move_texts(format).enumerate().map(word).collect()
}

/// Returns the move that an engine said.
pub(super) fn read_move(
    game: &AnyGame,
    format: NotationFormat,
    position: &AnyPosition,
    text: &str,
) -> Result<AnyMove, Failure> {
    game.parse_move(format, position, text).map_err(|error| {
        let position = game.position_text(Native, position);
        Failure::new(
            Cause::IllegalMove,
            format!("{} in {position}: {}", super::process::quoted(text), error.reason),
        )
    })
}

/// An engine that says nothing but that it has no move.
pub(super) fn no_move(position: &str) -> Failure {
    Failure::new(Cause::Protocol, format!("it gave no move in {position}"))
}

/// A description and its game do not go together.
pub(super) fn wrong_setting(reason: impl Into<String>) -> Failure {
    Failure::new(Cause::Start, reason)
}

/// It is another program than it should be.
pub(super) fn wrong_name(name: &str, expected: &str) -> Failure {
    Failure::new(
        Cause::Name,
        format!("it calls itself {:?} and not {expected:?}", super::process::quoted(name)),
    )
}
