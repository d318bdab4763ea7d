//! Times perft: `cargo run --release -p damier-rules --example perft -- <game> <depth> [full] [position]`.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use damier_rules::{
    Counting, Game,
    NotationFormat::Native,
    perft,
    registry::{self, GameVisitor},
};

struct Timing<'t> {
    depth: usize,
    counting: Counting,
    position: Option<&'t str>,
}

impl GameVisitor for Timing<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = match self.position {
            Some(text) => game.parse_position(Native, text).map_err(|error| error.to_string())?,
            None => game.start(),
        };
        let started = Instant::now();
        let leaves = perft(&position, self.depth, self.counting);
        let seconds = started.elapsed().as_secs_f64();
        println!("{}: {seconds:.3} s, {:.1} million leaves/s", game.id(), leaves as f64 / seconds / 1e6);
        println!("{leaves}");
        Ok(())
    }
}

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
    let game = arguments.first().ok_or(usage)?;
    let depth = arguments.get(1).and_then(|depth| depth.parse().ok()).ok_or(usage)?;
    let timing = Timing { depth, counting, position: arguments.get(2).map(String::as_str) };
    registry::dispatch(game, timing).map_err(|error| error.to_string())?
}
