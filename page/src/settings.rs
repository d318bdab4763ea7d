//! Settings of the server.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, thread, time::Duration};

use damier_engine::net::Net;

/// Settings of a [`Server`](crate::Server).
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address at which it listens; port 0 is any free one.
    pub address: SocketAddr,
    /// Names under which browsers may reach it, beside IP addresses and `localhost`, in small letters.
    pub hosts: Vec<String>,
    /// Token that every request of the API has to carry; `None` where everyone may ask.
    pub token: Option<String>,
    /// Searches that run at the same time, at least 1.
    pub searches: usize,
    /// Bound on the memory of each search in MiB, at least 1.
    pub memory_mib: usize,
    /// Longest time of one search.
    pub longest_search: Duration,
    /// Nets that go before those that come with damier, each for its own game.
    pub nets: Vec<Arc<Net>>,
    /// Folder whose runs are shown; it need not exist. `None` shows none.
    pub runs: Option<PathBuf>,
    /// Folder of endgame tables, which searches ask; `None` for none.
    pub endgames: Option<PathBuf>,
    /// Folder whose matches, tournaments and leagues are shown; `None` shows none.
    pub games: Option<PathBuf>,
}

impl Settings {
    /// Returns the settings of a server at `address`: no token, a search for each core, no net but the shipped
    /// ones, and no runs.
    pub fn at(address: SocketAddr) -> Self {
        Self {
            address,
            hosts: Vec::new(),
            token: None,
            searches: thread::available_parallelism().map_or(1, usize::from),
            memory_mib: 64,
            longest_search: Duration::from_secs(300),
            nets: Vec::new(),
            runs: None,
            endgames: None,
            games: None,
        }
    }
}
