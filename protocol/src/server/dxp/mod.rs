//! Playing over DamExchange.

mod conversation;
mod words;

use std::{
    io,
    net::{Shutdown, TcpStream},
};

use damier_rules::{Dialect, Game};

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

/// Plays over a connection until the other side stops, closes it, or all games are played. `note` is told, for
/// people, what happens.
///
/// # Errors
/// The net does not fit the game; the connection broke.
pub fn play_dxp<G: Game>(
    game: G,
    role: DxpRole,
    settings: Settings,
    mut stream: TcpStream,
    note: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    if !game.dialects().contains(&Dialect::Hub) {
        let [game, protocol] = [game.id(), "DamExchange"].map(str::to_owned);
        return Err(ServeError::NotSpoken { game, protocol });
    }
    let (lines, reader) = read_lines(stream.try_clone()?, Ends::Zeros);
    let played = {
        let mut desk = Desk::new(game, Some(Dialect::Hub), settings, &mut stream, "\0")?;
        let mut dxp = Dxp::new(role, note);
        dxp.ask(&mut desk).and_then(|()| converse(&mut dxp, &mut desk, None, &lines))
    };
    // Wakes the reader, which may wait for the other side or for us.
    drop(lines);
    let _ = stream.shutdown(Shutdown::Both);
    let _ = reader.join();
    match played {
        Err(error) if is_closed(&error) => note("the connection was closed"),
        played => drop(played?),
    }
    Ok(())
}

/// Whether the other side is gone.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionReset | ConnectionAborted)
}
