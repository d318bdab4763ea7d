//! A small net of Russian draughts, the identity of its games, and the folder that they go to.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use damier_engine::net::{Arch, FloatNet, Net, Sizes};
use damier_records::ChunkHeader;
use damier_rules::{AnyGame, Game as _};

pub(crate) fn game() -> AnyGame {
    AnyGame::of_id("russian").expect("a game")
}

pub(crate) fn identity() -> ChunkHeader {
    ChunkHeader {
        game: "russian".to_owned(),
        generation: 0,
        chunk: 0,
        net: "random".to_owned(),
        seed: 5,
        program: "tests".to_owned(),
        metadata: BTreeMap::new(),
    }
}

pub(crate) fn net() -> Arc<Net> {
    let game = game();
    let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
    let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("an architecture");
    Arc::new(FloatNet::random(arch, 1).expect("a net").quantise().expect("in range"))
}

/// The files of a folder with their content, but for its lock.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("listed").map(|entry| entry.expect("an entry"));
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().expect("UTF-8"), fs::read(entry.path()).expect("read"))
    };
    entries.map(read).filter(|(name, _)| name != "lock").collect()
}
