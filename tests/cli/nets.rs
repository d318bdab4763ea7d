//! Nets to test with.

use std::path::Path;

use damier_engine::net::{Arch, FloatNet, Sizes};
use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};

/// The name of the file that [`write`] makes.
pub(crate) const NET: &str = "random.net";

struct Random;

impl GameVisitor for Random {
    type Output = Vec<u8>;

    fn visit<G: Game>(self, game: G) -> Vec<u8> {
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("an architecture");
        let net = FloatNet::random(arch, 1).expect("a net").quantise().expect("in range");
        net.with_metadata("made by a test").to_bytes().expect("bytes")
    }
}

/// Writes a small random net for `game` into `folder` and returns its path.
pub(crate) fn write(folder: &Path, game: &str) -> String {
    let path = folder.join(NET);
    std::fs::write(&path, registry::dispatch(game, Random).expect("a game")).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Without its last bytes.
pub(crate) fn truncated(mut net: Vec<u8>) -> Vec<u8> {
    net.truncate(net.len() - 9);
    net
}

/// With one bit changed in the middle.
pub(crate) fn flipped(mut net: Vec<u8>) -> Vec<u8> {
    let middle = net.len() / 2;
    net[middle] ^= 1;
    net
}

/// With a version that no program has yet.
pub(crate) fn newer(mut net: Vec<u8>) -> Vec<u8> {
    const VERSION_AT: usize = 8;
    net[VERSION_AT] = u8::MAX;
    net
}
