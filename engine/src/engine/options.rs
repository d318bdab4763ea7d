//! What can be set about an engine.

use std::{fmt, str::FromStr, time::Duration};

use damier_rules::{Game, Position, SearchKind};

use super::Level;

/// Which search an engine plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Searcher {
    /// Monte-Carlo tree search, which judges every move.
    #[default]
    Tree,
    /// Alpha-beta search, between two players and from Elo 2000 on; otherwise tree search.
    AlphaBeta,
    /// The one that [suits the game](damier_rules::SearchHeuristics::suited_search).
    Suited,
}

impl Searcher {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Suited, Self::Tree, Self::AlphaBeta];

    /// What it is for `game`.
    pub(super) fn in_game<G: Game>(self, game: &G) -> SearchKind {
        match self {
            _ if game.start().players() != 2 => SearchKind::Tree,
            Self::Tree => SearchKind::Tree,
            Self::AlphaBeta => SearchKind::AlphaBeta,
            Self::Suited => game.suited_search(),
        }
    }
}

impl fmt::Display for Searcher {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Tree => "tree",
            Self::AlphaBeta => "alpha-beta",
            Self::Suited => "suited",
        })
    }
}

impl FromStr for Searcher {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|searcher| searcher.to_string() == text);
        found.ok_or_else(|| format!("{text:?} is no search: it is suited (to the game), tree or alpha-beta"))
    }
}

/// Whether an engine plays by its [opening book](crate::opening_book), if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookUse {
    /// It does.
    #[default]
    Play,
    /// It searches every move.
    Search,
}

/// The options of an [`Engine`](super::Engine).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineOptions {
    /// Threads that search, at least 1. One thread finds the same every time.
    pub threads: usize,
    /// By what it plays.
    pub searcher: Searcher,
    /// Bound on the memory of the tree or table in MiB, at least 1.
    pub memory_mib: usize,
    /// Lines that reports tell, at least 1.
    pub multipv: usize,
    /// Safety margin of every move: what may pass between the decision and the moment the clock stops.
    pub overhead: Duration,
    /// How strong it plays.
    pub level: Level,
    /// Contempt in percent, -100..=100: 100 counts a draw as a loss, -100 as a win. Between two players only.
    pub contempt: i32,
    /// Seed of the moves that levels draw.
    pub seed: u64,
    /// Whether it plays by its opening book.
    pub book: BookUse,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            searcher: Searcher::default(),
            memory_mib: 256,
            multipv: 1,
            overhead: Duration::from_millis(20),
            level: Level::FULL,
            contempt: 0,
            seed: 0,
            book: BookUse::default(),
        }
    }
}
