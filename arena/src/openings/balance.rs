//! Which openings are balanced: a short search tells.

use std::{fmt, path::PathBuf, sync::Arc};

use damier_engine::{
    any::AnySearch,
    net::Net,
    search::{Limits, alphabeta::AlphaBetaParams},
};
use damier_rules::{AnyGame, AnyPosition, History, Position};

use crate::error::ArenaError;

/// The depth of the search.
const DEPTH: u32 = 7;
/// Its most nodes.
const NODES: u64 = 20_000;
const HASH_MIB: usize = 1;

/// What an opening has to be like: between two players, an alpha-beta search of 7 plies and at most 20,000 nodes may
/// see no player further ahead than this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// How many hundredths of a man (of the game's unit) a player may stand better.
    pub tolerance: i32,
    /// The net that the search judges by; what the game's beginners count where there is none.
    pub net: Option<BalanceNet>,
}

/// The net that openings are judged by.
#[derive(Clone, PartialEq, Eq)]
pub enum BalanceNet {
    /// The net in a file.
    File(PathBuf),
    /// The net that comes with the program.
    Shipped(ShippedNet),
}

/// A net that comes with the program, and what it is called.
#[derive(Clone)]
pub struct ShippedNet {
    /// What it is called.
    pub name: String,
    /// The net.
    pub net: Arc<Net>,
}

impl ShippedNet {
    /// Returns the checksum of its bytes, which says whether another version of the program has the same.
    fn checksum(&self) -> Option<u32> {
        self.net.checksum().ok()
    }
}

impl PartialEq for ShippedNet {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && (Arc::ptr_eq(&self.net, &other.net) || self.checksum() == other.checksum())
    }
}

impl Eq for ShippedNet {}

/// As the settings of a match in its directory have it.
impl fmt::Debug for BalanceNet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.fmt(out),
            Self::Shipped(shipped) => {
                write!(out, "shipped {} {:08x}", shipped.name, shipped.checksum().unwrap_or(0))
            }
        }
    }
}

impl Default for Balance {
    fn default() -> Self {
        Self { tolerance: 50, net: None }
    }
}

/// In words, for reports.
impl fmt::Display for Balance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "level within {} by ", self.tolerance)?;
        match &self.net {
            None => out.write_str("material"),
            Some(BalanceNet::File(path)) => write!(out, "{}", path.display()),
            Some(BalanceNet::Shipped(shipped)) => write!(out, "the net {} of this program", shipped.name),
        }
    }
}

/// Measures openings.
pub(super) struct BalanceSearch {
    search: AnySearch,
}

impl BalanceSearch {
    /// Makes the search of a balance.
    ///
    /// # Errors
    /// The net cannot be read or is for another game.
    pub(super) fn new(game: &AnyGame, balance: &Balance) -> Result<Self, ArenaError> {
        let params = AlphaBetaParams { hash_mb: HASH_MIB, ..AlphaBetaParams::default() };
        let search = match &balance.net {
            None => AnySearch::material(game, params, None),
            Some(net) => {
                let net = match net {
                    BalanceNet::File(path) => Arc::new(Net::read_for(path, game)?),
                    BalanceNet::Shipped(shipped) => Arc::clone(&shipped.net),
                };
                AnySearch::net(game, net, params, None)?
            }
        };
        Ok(Self { search })
    }

    /// Returns by how much one player stands better, in hundredths of the game's unit; 0 between more than two.
    pub(super) fn imbalance(&mut self, position: &AnyPosition, history: &History<AnyPosition>) -> i32 {
        if position.players() > 2 {
            return 0;
        }
        self.search.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::depth(DEPTH) };
        self.search.search(position, history, &limits).score.abs()
    }
}
