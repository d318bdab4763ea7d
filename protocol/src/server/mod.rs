//! An engine that speaks.
//!
//! One thread reads lines, one thinks, and the caller's thread keeps the conversation, so that questions are
//! answered and searches stopped at once, whatever the search does.

mod desk;
mod dxp;
mod gomocup;
mod hub;
mod input;
mod judges;
mod native;
mod numbers;
mod settings;
mod speaker;
mod table;
mod thinker;
mod uci;

use std::io::{self, Write};

use crossbeam_channel::Receiver;
use damier_endgames::EndgameError;
use damier_engine::net::NetError;
use damier_rules::{
    AnyGame, Dialect, Game, TextError,
    registry::{self},
};
use thiserror::Error;

use self::{
    desk::{Desk, Flow},
    speaker::converse,
};
pub use self::{
    dxp::{DxpEnd, DxpRole, DxpTerms, play_dxp},
    input::read_lines,
    judges::{Books, Judges},
    settings::Settings,
};
use crate::{Line, Protocol, native as native_codec};

/// Why there was no conversation, or why it broke off.
#[derive(Debug, Error)]
pub enum ServeError {
    /// There is no such game.
    #[error(transparent)]
    NoGame(#[from] TextError),
    /// The net does not fit the game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Nothing judges the game, and what to do.
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
    /// Nobody listens, or nothing can be read.
    #[error("the conversation broke off: {0}")]
    Io(#[from] io::Error),
}

/// The dialect of a protocol; our own has none.
pub const fn dialect_of(protocol: Protocol) -> Option<Dialect> {
    match protocol {
        Protocol::Uci => Some(Dialect::Uci),
        Protocol::Hub => Some(Dialect::Hub),
        Protocol::Gomocup => Some(Dialect::Gomocup),
        Protocol::Native => None,
    }
}

/// The games that are played over a protocol, in the order of the registry.
pub fn games_of(protocol: Protocol) -> Vec<&'static str> {
    let Some(dialect) = dialect_of(protocol) else { return registry::NAMES.to_vec() };
    let speaks =
        |id: &&&'static str| AnyGame::of_id(id).map(|game| Speaks(dialect).visit(game)).unwrap_or_default();
    registry::NAMES.iter().filter(speaks).copied().collect()
}

struct Speaks(Dialect);

impl Speaks {
    fn visit(self, game: AnyGame) -> bool {
        game.dialects().contains(&self.0)
    }
}

/// Speaks a protocol, at first about `game`, until the other side quits or the input ends. `first` is a line
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
                    // The new game is told as the answer to its request.
                    first = Some(Line::Text(native_codec::Command::Game(other.clone()).to_string()));
                }
                game = other;
            }
            Flow::GoOn | Flow::Quit => return Ok(()),
        }
    }
}

struct Serving<'a> {
    protocol: Protocol,
    settings: &'a mut Settings,
    /// What was said over Hub, which holds for the next game too.
    hub: &'a mut hub::Hub,
    first: Option<Line>,
    lines: &'a Receiver<Line>,
    out: &'a mut dyn Write,
}

impl Serving<'_> {
    fn visit(self, game: AnyGame) -> Result<Flow, ServeError> {
        let Self { protocol, settings, hub, first, lines, out } = self;
        let dialect = dialect_of(protocol);
        if dialect.is_some_and(|dialect| !game.dialects().contains(&dialect)) {
            return Err(ServeError::NotSpoken { game: game.id().to_owned(), protocol: protocol.to_string() });
        }
        let mut desk = Desk::new(game, dialect, settings.clone(), out, "\n")?;
        let flow = match protocol {
            Protocol::Uci => {
                let mut uci = uci::Uci::new(&desk.settings);
                converse(&mut uci, &mut desk, first, lines)
            }
            Protocol::Hub => converse(hub, &mut desk, first, lines),
            Protocol::Gomocup => {
                let mut gomocup = gomocup::Gomocup::new(desk.table.game().clone());
                converse(&mut gomocup, &mut desk, first, lines)
            }
            Protocol::Native => converse(&mut native::Native, &mut desk, first, lines),
        };
        *settings = desk.settings.clone();
        Ok(flow?)
    }
}
