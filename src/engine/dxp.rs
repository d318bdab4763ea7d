//! Playing over DamExchange.

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
};

use anyhow::Context as _;
use clap::Args;
use damier_engine::engine::Judge;
use damier_protocol::{
    Protocol,
    server::{DxpRole, DxpTerms, ServeError, Settings, games_of, play_dxp},
};
use damier_rules::{Game, registry::GameVisitor};

use crate::{game_choice, terminal};

/// Where to meet, and who asks for games.
#[derive(Args, Debug)]
#[command(next_help_heading = "DamExchange")]
#[group(id = "dxp")]
pub(super) struct Options {
    /// Wait for a program to connect, such as 127.0.0.1:27531; one after the other is played with
    #[arg(long, value_name = "ADDRESS", conflicts_with = "dxp_connect")]
    dxp_listen: Option<String>,
    /// Connect to a program that waits
    #[arg(long, value_name = "ADDRESS")]
    dxp_connect: Option<String>,
    /// Ask for this many games, White first and colours exchanged; without it, play what is asked for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    dxp_games: Option<u32>,
    /// Each player's time for a game that is asked for, in minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    dxp_minutes: u16,
    /// The moves of each player in a game that is asked for; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 75, value_parser = clap::value_parser!(u16).range(..=999))]
    dxp_moves: u16,
}

impl Options {
    pub(super) fn is_asked_for(&self) -> bool {
        self.dxp_listen.is_some() || self.dxp_connect.is_some()
    }

    /// Plays until the other side stops; as a listener, with whoever connects next.
    pub(super) fn play(&self, game: Option<&str>, settings: Settings) -> anyhow::Result<()> {
        let first = games_of(Protocol::Hub).first().copied().unwrap_or_default();
        let game = game.unwrap_or(first);
        let settings = settings.with_net_of(game);
        let terms = |games| DxpTerms { games, minutes: self.dxp_minutes, moves: self.dxp_moves };
        let role = self.dxp_games.map_or(DxpRole::Follower, |games| DxpRole::Initiator(terms(games)));
        if let Some(address) = &self.dxp_connect {
            let stream =
                TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
            return game_choice::visit(game, Playing { role, settings, stream })?;
        }
        let address = self.dxp_listen.as_deref().unwrap_or_default();
        let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
        writeln!(terminal::output(), "waiting at {}", listener.local_addr()?)?;
        loop {
            let (stream, _) = listener.accept()?;
            let playing = Playing { role, settings: settings.clone(), stream };
            game_choice::visit(game, playing)??;
            if self.dxp_games.is_some() {
                return Ok(());
            }
        }
    }
}

struct Playing {
    role: DxpRole,
    settings: Settings,
    stream: TcpStream,
}

impl GameVisitor for Playing {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        let Self { role, settings, stream } = self;
        stream.set_nodelay(true)?;
        let judged = matches!(settings.judge, Judge::Net(_));
        let mut out = terminal::output();
        writeln!(out, "{} {}", game.id(), if judged { "with a net" } else { "with the built-in judgement" })?;
        let mut note = |text: &str| {
            // People may look away: nobody has to read this.
            let _ = writeln!(out, "{text}");
        };
        match play_dxp(game, role, settings, stream, &mut note) {
            // The other side is gone.
            Err(ServeError::Io(error)) => {
                note(&format!("the connection broke: {error}"));
                Ok(())
            }
            other => Ok(other?),
        }
    }
}
