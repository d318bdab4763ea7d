//! Playing over DamExchange.

mod conversation;
mod words;

use std::{
    io,
    net::{Shutdown, TcpStream},
    time::Duration,
};

use damier_rules::{AnyGame, Dialect, Game};

use self::conversation::Dxp;
use super::{ServeError, desk::Desk, input::read_lines, settings::Settings, speaker::converse};
use crate::line::Ends;

/// Which side asks for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpRole {
    /// The other one; this one plays what it is asked to.
    Follower,
    /// This one.
    Initiator(DxpTerms),
}

/// The games that an initiator asks for: each from the usual start, colours exchanged every time, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DxpTerms {
    /// How many.
    pub games: u32,
    /// Each player's time for a game, in minutes.
    pub minutes: u16,
    /// The moves of a game by each player; [`PLAY_ON`](crate::dxp::PLAY_ON) for no limit.
    pub moves: u16,
}

/// How a connection ended, and what was done until then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DxpEnd {
    /// Games that ended with a message that said so, whatever their results.
    pub games: u32,
    /// Why there are no more, for people.
    pub reason: String,
}

/// Plays over a connection until the other side stops, closes it, says nothing for too long, or all games are played.
/// `patience` is how long it may say nothing: between games, and beyond its time in a game, where a game without a
/// clock counts as one of an hour. `note` gets, for people, what happens.
///
/// # Errors
/// Nothing judges the game, or the thread that searches is lost.
pub fn play_dxp(
    game: AnyGame,
    role: DxpRole,
    settings: Settings,
    mut stream: TcpStream,
    patience: Option<Duration>,
    note: &mut dyn FnMut(&str),
) -> Result<DxpEnd, ServeError> {
    if !game.dialects().contains(&Dialect::Hub) {
        let [game, protocol] = [game.id(), "DamExchange"].map(str::to_owned);
        return Err(ServeError::NotSpoken { game, protocol });
    }
    // A peer that does not read for that long is gone.
    stream.set_write_timeout(patience)?;
    let (lines, reader) = read_lines(stream.try_clone()?, Ends::Zeros);
    let mut dxp = Dxp::new(role, patience, note);
    let played = {
        let mut desk = Desk::new(game, Some(Dialect::Hub), settings, &mut stream, "\0")?;
        match desk.judged_by() {
            Ok(judge) => dxp.tell(&format!("judged by {judge}")),
            Err(refusal) => return Err(ServeError::NoJudge(refusal.to_owned())),
        }
        dxp.ask(&mut desk).and_then(|()| converse(&mut dxp, &mut desk, None, &lines))
    };
    let (games, stopped) = dxp.finished();
    // Wakes the reader, which may wait for the other side or for us.
    drop(lines);
    let _ = stream.shutdown(Shutdown::Both);
    let _ = reader.join();
    let reason = match played {
        Ok(_) => stopped.unwrap_or_else(|| CLOSED.to_owned()),
        Err(error) if is_closed(&error) => CLOSED.to_owned(),
        Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) => {
            "the other side said nothing for too long".to_owned()
        }
        Err(error) => return Err(error.into()),
    };
    Ok(DxpEnd { games, reason })
}

const CLOSED: &str = "the other side closed the connection";

/// Whether the other side is gone.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionReset | ConnectionAborted)
}
