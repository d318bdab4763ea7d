//! Which openings are balanced: a short search tells.

use std::{fmt, path::PathBuf, sync::Arc};

use damier_engine::{
    net::{Net, NetEvaluator},
    search::{
        Limits,
        alphabeta::{AlphaBeta, AlphaBetaParams, Material, NetScore, StaticEvaluator},
    },
};
use damier_rules::{Game, History, Position};

use crate::error::ArenaError;

/// The depth of the search.
const DEPTH: u32 = 7;
/// Its most nodes.
const NODES: u64 = 20_000;
const HASH_MIB: usize = 1;

/// What an opening has to be like: between two players, an alpha-beta search of 7 plies and at most 20,000 nodes may
/// see nobody further ahead than this.
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
    /// The checksum of its bytes, which says whether another version of the program has the same.
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

type Score<P> = dyn FnMut(&P, &History<P>) -> i32 + Send;

/// Measures openings.
pub(super) struct Scales<P: Position> {
    score: Box<Score<P>>,
}

impl<P: Position> Scales<P> {
    /// Those of a balance.
    ///
    /// # Errors
    /// The net cannot be read or is for another game.
    pub(super) fn new<G: Game<Position = P>>(game: &G, balance: &Balance) -> Result<Self, ArenaError> {
        let score: Box<Score<P>> = match &balance.net {
            None => searching(Material::new(game.clone())),
            Some(net) => {
                let net = match net {
                    BalanceNet::File(path) => Arc::new(Net::read_for(path, game)?),
                    BalanceNet::Shipped(shipped) => Arc::clone(&shipped.net),
                };
                let evaluator = NetEvaluator::new(game.clone(), net)?;
                searching(NetScore::new(game.clone(), evaluator))
            }
        };
        Ok(Self { score })
    }

    /// By how much somebody stands better, in hundredths of the game's unit; 0 between more than two players.
    pub(super) fn tilt(&mut self, position: &P, history: &History<P>) -> i32 {
        if position.players() > 2 { 0 } else { (self.score)(position, history).abs() }
    }
}

fn searching<P: Position>(judge: impl StaticEvaluator<P> + 'static) -> Box<Score<P>> {
    let params = AlphaBetaParams { hash_mb: HASH_MIB, ..AlphaBetaParams::default() };
    let mut searcher = AlphaBeta::new(judge, params);
    let limits = Limits { nodes: Some(NODES), ..Limits::depth(DEPTH) };
    Box::new(move |position, history| {
        searcher.clear();
        searcher.search(position, history, &limits).score
    })
}
