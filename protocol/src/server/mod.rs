//! The engine's side of the protocols.
//!
//! One thread reads lines, one searches, and the caller's thread handles the protocol, so that commands are
//! answered and searches stopped at once, whatever the search does.

mod current_game;
mod dxp;
mod gomocup;
mod gui_options;
mod handler;
mod host;
mod hub;
mod input;
mod judges;
mod native;
mod numbers;
mod search_thread;
mod settings;
mod uci;
mod xboard;

use std::io::{self, Write};

use crossbeam_channel::Receiver;
use damier_endgames::EndgameError;
use damier_engine::net::NetError;
use damier_rules::{AnyGame, Game, Notation, NotationFormat, TextError, registry};
use thiserror::Error;

pub use self::{
    dxp::{DxpEnd, DxpRole, DxpTerms, play_dxp},
    input::read_lines,
    judges::{Books, Judges},
    settings::Settings,
};
use self::{
    handler::run_protocol,
    host::{EngineHost, Flow},
};
use crate::{Line, Protocol, native as native_codec};

/// Error that keeps a session from starting, or ends it.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Unknown game.
    #[error(transparent)]
    NoGame(#[from] TextError),
    /// The net does not fit the game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// No evaluation for the game; the text says what to do.
    #[error("{0}")]
    NoJudge(String),
    /// Endgame tables cannot be used.
    #[error(transparent)]
    Endgames(#[from] EndgameError),
    /// The game is not played in this protocol.
    #[error("{game} is not played over {protocol}; damier's own protocol works for every game")]
    NotSpoken {
        /// The game.
        game: String,
        /// The protocol.
        protocol: String,
    },
    /// The peer closed the connection, or reading failed.
    #[error("the conversation broke off: {0}")]
    Io(#[from] io::Error),
}

/// Returns the notation of a protocol.
pub const fn notation_of(protocol: Protocol) -> NotationFormat {
    match protocol {
        Protocol::Uci => NotationFormat::Uci,
        Protocol::Xboard => NotationFormat::Xboard,
        Protocol::Hub => NotationFormat::Hub,
        Protocol::Gomocup => NotationFormat::Gomocup,
        Protocol::Native => NotationFormat::Native,
    }
}

/// Returns the games that are played over a protocol, in the order of the registry.
pub fn games_of(protocol: Protocol) -> Vec<&'static str> {
    let format = notation_of(protocol);
    let has_format = |id: &&&'static str| AnyGame::of_id(id).is_ok_and(|game| game.has_format(format));
    registry::NAMES.iter().filter(has_format).copied().collect()
}

/// Serves a protocol, at first for `game`, until the peer quits or the input ends. `first` is a line
/// that was read already. Every game is judged by [its net](Settings::judges); where it has none, the engine says so and
/// refuses to search.
///
/// # Errors
/// There is no such game, it is not played over the protocol, or its endgame tables are damaged; the output is closed.
pub fn serve(
    game: &str,
    protocol: Protocol,
    settings: Settings,
    first: Option<Line>,
    lines: &Receiver<Line>,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    let (mut game, mut settings, mut first) = (game.to_owned(), settings, first);
    let mut hub = hub::Hub::default();
    loop {
        let serving =
            Serving { protocol, settings: &mut settings, hub: &mut hub, first: first.take(), lines, out };
        match serving.visit(AnyGame::of_id(&game)?)? {
            Flow::Game(other) => {
                if protocol == Protocol::Native {
                    // The session of the new game answers the request for it.
                    first = Some(Line::Text(native_codec::Command::Game(other.clone()).to_string()));
                }
                game = other;
            }
            Flow::Continue | Flow::Quit => return Ok(()),
        }
    }
}

struct Serving<'a> {
    protocol: Protocol,
    settings: &'a mut Settings,
    /// State of Hub, which holds for the next game too.
    hub: &'a mut hub::Hub,
    first: Option<Line>,
    lines: &'a Receiver<Line>,
    out: &'a mut dyn Write,
}

impl Serving<'_> {
    fn visit(self, game: AnyGame) -> Result<Flow, ServeError> {
        let Self { protocol, settings, hub, first, lines, out } = self;
        let format = notation_of(protocol);
        if !game.has_format(format) {
            return Err(ServeError::NotSpoken { game: game.id().to_owned(), protocol: protocol.to_string() });
        }
        let mut host = EngineHost::new(game, format, settings.clone(), out, "\n")?;
        let flow = match protocol {
            Protocol::Uci => {
                let mut uci = uci::Uci::new(&host.settings);
                run_protocol(&mut uci, &mut host, first, lines)
            }
            Protocol::Xboard => {
                let mut xboard = xboard::Xboard::new(&host.settings);
                run_protocol(&mut xboard, &mut host, first, lines)
            }
            Protocol::Hub => run_protocol(hub, &mut host, first, lines),
            Protocol::Gomocup => {
                let mut gomocup = gomocup::Gomocup::new(host.current.game().clone());
                run_protocol(&mut gomocup, &mut host, first, lines)
            }
            Protocol::Native => run_protocol(&mut native::Native, &mut host, first, lines),
        };
        *settings = host.settings.clone();
        Ok(flow?)
    }
}
