//! Writes the golden game of a game: `cargo run -p damier-rules --example playthrough -- <game> > <file>`.

#![allow(clippy::print_stdout)]

use damier_rules::{
    Game,
    playthrough::playthrough,
    registry::{self, GameVisitor},
};

/// The seed of the golden games.
const SEED: u64 = 1;

struct Writer;

impl GameVisitor for Writer {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        print!("{}", playthrough(&game, SEED));
    }
}

fn main() -> Result<(), String> {
    let game = std::env::args().nth(1).ok_or("usage: playthrough <game>")?;
    registry::dispatch(&game, Writer).map_err(|error| error.to_string())
}
