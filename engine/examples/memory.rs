//! Memory of the whole process while searches fill the tree, over two games.
//!
//! `cargo run --release -p damier-engine --example memory -- GAME [NET|-] [THREADS] [MIB] [MILLISECONDS] [MOVES]`
//!
//! Plays a number of moves of one game and, with the tree cleared, of another, each searched for so long. Tells what is
//! resident after each move and what was at most (`VmRSS` and `VmHWM` of Linux).
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::time::Duration;

use damier_engine::search::Limits;
use damier_rules::{Game as _, History};

mod measured;

use measured::{engine, process_mib, search};

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "russian".to_owned());
    let net = words.next();
    let mut number = |default| words.next().map_or(default, |word| word.parse().expect("a whole number"));
    let (threads, memory_mib) = (number(1), number(64));
    let limits = Limits::time(Duration::from_millis(number(1000) as u64));
    let moves = number(8);
    let mut engine = engine(&game, net.as_deref(), threads, memory_mib);
    for game in 1..=2 {
        engine.new_game();
        let mut position = engine.game().start();
        let mut history = History::new(&position);
        for ply in 1..=moves {
            if history.outcome(&position).is_some() {
                break;
            }
            let report = search(&mut engine, (&position, &history), &limits);
            history.play(&mut position, report.best);
            println!(
                "game {game}, ply {ply}: {:.1} MiB resident, {:.1} at most, of {memory_mib}; {} nodes",
                process_mib("VmRSS").unwrap_or(f64::NAN),
                process_mib("VmHWM").unwrap_or(f64::NAN),
                report.nodes,
            );
        }
    }
}
