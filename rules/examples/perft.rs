//! Times perft: `cargo run --release -p damier-rules --example perft -- <game> <depth> [full] [position]`.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use damier_rules::{AnyGame, Counting, Game, Notation, NotationFormat::Native};

fn main() -> Result<(), String> {
    let usage = "usage: perft <game> <depth> [full] [position]";
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let counting = match arguments.iter().position(|argument| argument == "full") {
        Some(at) => {
            arguments.remove(at);
            Counting::Full
        }
        None => Counting::Bulk,
    };
    let game = AnyGame::of_id(arguments.first().ok_or(usage)?).map_err(|error| error.to_string())?;
    let depth = arguments.get(1).and_then(|depth| depth.parse().ok()).ok_or(usage)?;
    let position = match arguments.get(2) {
        Some(text) => game.parse_position(Native, text).map_err(|error| error.to_string())?,
        None => game.start(),
    };
    let started = Instant::now();
    let leaves = position.perft(depth, counting);
    let seconds = started.elapsed().as_secs_f64();
    println!("{}: {seconds:.3} s, {:.1} million leaves/s", game.id(), leaves as f64 / seconds / 1e6);
    println!("{leaves}");
    Ok(())
}
