//! The games of an item, with all that they need.

use std::{
    num::NonZero,
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

use damier_arena::remote::Players;
use damier_engine::net::Net;
use damier_records::{ChunkHeader, OnDamage, reader::parse_chunk};
use damier_rules::AnyGame;
use damier_selfplay::{GenerateConfig, NetPlay};

use crate::wire::{BEHAVIOUR_GAME, Match, behaviour};

/// Games of an item, with all that they need.
pub(super) enum Games {
    SelfPlay(Box<SelfPlayGames>),
    Match(Box<MatchGames>),
}

pub(super) struct SelfPlayGames {
    pub(super) game: AnyGame,
    pub(super) config: GenerateConfig,
    pub(super) net: Arc<Net>,
    pub(super) header: ChunkHeader,
}

pub(super) struct MatchGames {
    pub(super) players: Players,
    pub(super) threads: NonZero<usize>,
    pub(super) task: Match,
}

impl Games {
    /// Plays games, and returns the bytes of their result; `None` where `stop` was set.
    pub(super) fn play(&self, wanted: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<u8>>, String> {
        match self {
            Self::SelfPlay(games) => games.slice(wanted, stop),
            Self::Match(games) => games.players.play(&games.task.games, games.threads, stop),
        }
    }

    /// Returns how this machine plays a game that the coordinator played, too, and in how many seconds where time bounds
    /// moves; `None` where `stop` was set.
    pub(super) fn behaviour(&self, stop: &AtomicBool) -> Result<Option<(String, f64)>, String> {
        match self {
            Self::SelfPlay(games) => {
                let Some(chunk) = games.slice(BEHAVIOUR_GAME..BEHAVIOUR_GAME + 1, stop)? else {
                    return Ok(None);
                };
                let read = parse_chunk("the game".as_ref(), &chunk, OnDamage::Refuse);
                Ok(Some((behaviour(&read.map_err(|error| error.to_string())?.records), 0.0)))
            }
            Self::Match(games) => {
                let nodes = games.task.bench.map(|bench| bench.nodes);
                let here = games.players.behaviour(&games.task.probe, nodes, stop)?;
                Ok(here.map(|here| (here.digest, here.seconds)))
            }
        }
    }
}

impl MatchGames {
    /// Returns the same with `factor` times the time.
    pub(super) fn scaled(&self, factor: f64) -> Self {
        let Self { players, threads, task } = self;
        Self { players: players.scaled(factor), threads: *threads, task: task.clone() }
    }
}

impl SelfPlayGames {
    fn slice(&self, wanted: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<u8>>, String> {
        let Self { game, config, net, header } = self;
        NetPlay { net, config, identity: header, wanted, imports: &[] }
            .slice(game, stop)
            .map_err(|error| error.to_string())
    }
}
