//! Writes the golden game of a game: `cargo run -p damier-rules --example playthrough -- <game> > <file>`.

#![allow(clippy::print_stdout)]

use damier_rules::{AnyGame, playthrough::playthrough};

/// The seed of the golden games.
const SEED: u64 = 1;

fn main() -> Result<(), String> {
    let game = std::env::args().nth(1).ok_or("usage: playthrough <game>")?;
    let game = AnyGame::of_id(&game).map_err(|error| error.to_string())?;
    print!("{}", playthrough(&game, SEED));
    Ok(())
}
