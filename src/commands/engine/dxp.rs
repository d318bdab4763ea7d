//! Playing over DamExchange.

use std::{
    io,
    net::{TcpListener, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;
use damier_protocol::server::{DxpEnd, DxpRole, DxpTerms, ServeError, Settings, play_dxp};
use damier_rules::{AnyGame, Game};
use socket2::{SockRef, TcpKeepalive};

use super::notes::Notes;
use crate::arguments::game_choice;

/// A connection on which nothing comes for so long is probed.
const PROBE_AFTER: Duration = Duration::from_secs(30);
/// Between two probes.
const PROBE_EVERY: Duration = Duration::from_secs(10);
/// Before the next try to accept a connection.
const AFTER_A_FAILURE: Duration = Duration::from_millis(100);

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
    /// Leave a program that says nothing for so long, beyond its time in a game; 0 waits for ever
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    dxp_patience: u32,
}

impl Options {
    pub(super) fn is_asked_for(&self) -> bool {
        self.dxp_listen.is_some() || self.dxp_connect.is_some()
    }

    /// Plays until the other side stops; as a listener, with the next peer that connects.
    pub(super) fn play(&self, game: &str, settings: Settings) -> anyhow::Result<()> {
        let mut notes = Notes::start();
        if let Some(address) = &self.dxp_connect {
            let stream =
                TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
            let end = self.play_over(stream, game, settings, &mut notes)?;
            return self.check(&end);
        }
        let address = self.dxp_listen.as_deref().unwrap_or_default();
        let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
        notes.tell(&format!("waiting at {}", listener.local_addr()?));
        loop {
            let stream = match listener.accept() {
                Ok((stream, _)) => stream,
                // The caller has hung up already, or too many files are open for the moment.
                Err(error) => {
                    notes.tell(&format!("a connection failed: {error}"));
                    std::thread::sleep(AFTER_A_FAILURE);
                    continue;
                }
            };
            let end = self.play_over(stream, game, settings.clone(), &mut notes)?;
            if self.dxp_games.is_some() {
                return self.check(&end);
            }
        }
    }

    /// Plays over one connection.
    fn play_over(
        &self,
        stream: TcpStream,
        game: &str,
        settings: Settings,
        notes: &mut Notes,
    ) -> anyhow::Result<DxpEnd> {
        let terms = |games| DxpTerms { games, minutes: self.dxp_minutes, moves: self.dxp_moves };
        let role = self.dxp_games.map_or(DxpRole::Follower, |games| DxpRole::Initiator(terms(games)));
        let patience = (self.dxp_patience > 0).then(|| Duration::from_secs(u64::from(self.dxp_patience)));
        let end = play_over(game_choice::open(game)?, role, settings, stream, patience, notes)?;
        notes.tell(&end.reason);
        Ok(end)
    }

    /// Checks that the games that were asked for were played, or, where none were, that there was a game at all.
    fn check(&self, end: &DxpEnd) -> anyhow::Result<()> {
        let DxpEnd { games, reason } = end;
        match self.dxp_games {
            Some(asked) if *games < asked => bail!("{games} of {asked} games were played: {reason}"),
            None if *games == 0 => bail!("no game was played: {reason}"),
            _ => Ok(()),
        }
    }
}

fn play_over(
    game: AnyGame,
    role: DxpRole,
    settings: Settings,
    stream: TcpStream,
    patience: Option<Duration>,
    notes: &mut Notes,
) -> anyhow::Result<DxpEnd> {
    notes.tell(game.id());
    let lost = |error: io::Error| DxpEnd { games: 0, reason: format!("the connection broke: {error}") };
    if let Err(error) = prepare(&stream) {
        return Ok(lost(error));
    }
    match play_dxp(game, role, settings, stream, patience, &mut |text| notes.tell(text)) {
        Err(ServeError::Io(error)) => Ok(lost(error)),
        other => Ok(other?),
    }
}

/// Has the system send messages at once, and find out when the other machine is gone.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let probes = TcpKeepalive::new().with_time(PROBE_AFTER).with_interval(PROBE_EVERY);
    SockRef::from(stream).set_tcp_keepalive(&probes)
}
