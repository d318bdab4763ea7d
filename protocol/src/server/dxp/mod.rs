//! Playing over DamExchange.

mod conversation;
mod words;

use std::{
    io,
    net::{Shutdown, TcpStream},
    time::Duration,
};

use damier_rules::{AnyGame, Game, Notation, NotationFormat};

use self::conversation::Dxp;
use super::{ServeError, handler::run_protocol, host::EngineHost, input::read_lines, settings::Settings};
use crate::line::Ends;

/// Side of DamExchange: which asks for games.
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

/// End of a connection, and the games until then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DxpEnd {
    /// Games that ended with a message that said so, whatever their results.
    pub games: u32,
    /// Why there are no more, for people.
    pub reason: String,
}

/// Plays over a connection until the peer stops, closes it, is silent for too long, or all games are played.
///
/// `timeout` is how long it may be silent: between games, and beyond its time in a game, where a game without a
/// clock counts as one of an hour. `note` gets a remark for people on each event.
///
/// # Errors
/// Nothing judges the game, or the thread that searches is lost.
pub fn play_dxp(
    game: AnyGame,
    role: DxpRole,
    settings: Settings,
    mut stream: TcpStream,
    timeout: Option<Duration>,
    note: &mut dyn FnMut(&str),
) -> Result<DxpEnd, ServeError> {
    if !game.has_format(NotationFormat::Hub) {
        let [game, protocol] = [game.id(), "DamExchange"].map(str::to_owned);
        return Err(ServeError::NotSpoken { game, protocol });
    }
    // A peer that does not read for that long is gone.
    stream.set_write_timeout(timeout)?;
    let (lines, reader) = read_lines(stream.try_clone()?, Ends::Zeros);
    let mut dxp = Dxp::new(role, timeout, note);
    let played = {
        let mut host = EngineHost::new(game, NotationFormat::Hub, settings, &mut stream, "\0")?;
        match host.judged_by() {
            Ok(judge) => dxp.notify(&format!("judged by {judge}")),
            Err(refusal) => return Err(ServeError::NoJudge(refusal.to_owned())),
        }
        dxp.ask(&mut host).and_then(|()| run_protocol(&mut dxp, &mut host, None, &lines))
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

/// Returns whether the peer is gone.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionReset | ConnectionAborted)
}
