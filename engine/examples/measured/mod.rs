//! What the examples that measure a search have in common.

use std::{path::Path, sync::Arc};

use damier_engine::{
    any::AnyEngine,
    engine::{EngineOptions, Judge, Searcher},
    net::Net,
    search::{Limits, SearchReport, StopHandle},
};
use damier_rules::{AnyGame, AnyMove, AnyPosition, History};

/// Returns an engine that searches a game's tree, by the net of a file or without one (or with `-`) by the game's own
/// judgement.
pub(crate) fn engine(game: &str, net: Option<&str>, threads: usize, memory_mib: usize) -> AnyEngine {
    let game = AnyGame::of_id(game).expect("a known game");
    let judge = match net.filter(|net| *net != "-") {
        Some(path) => {
            Judge::Net(Arc::new(Net::read_for(Path::new(path), &game).expect("a net of this game")))
        }
        None => Judge::BuiltIn,
    };
    let options = EngineOptions { threads, memory_mib, searcher: Searcher::Tree, ..EngineOptions::default() };
    AnyEngine::new(game, judge, options).expect("it fits")
}

/// Searches a position until the first of `limits`.
pub(crate) fn search(
    engine: &mut AnyEngine,
    (position, history): (&AnyPosition, &History<AnyPosition>),
    limits: &Limits,
) -> SearchReport<AnyMove> {
    engine.think(position, history, limits, &StopHandle::default(), &mut |_| ())
}

/// What the system says about this process under a name of `/proc/self/status`, in MiB; where it says anything.
pub(crate) fn process_mib(name: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}
