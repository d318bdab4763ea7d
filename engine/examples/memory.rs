//! Memory of the whole process while searches fill the tree, over two games.
//!
//! `cargo run --release -p damier-engine --example memory -- GAME [NET|-] [THREADS] [MIB] [MILLISECONDS] [MOVES]`
//!
//! Plays a number of moves of one game and, with the tree cleared, of another, each searched for so long. Tells what is
//! resident after each move and what was at most (`VmRSS` and `VmHWM` of Linux).
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::time::Duration;

use damier_engine::{
    Evaluator,
    search::{
        Limits,
        mcts::{Mcts, MctsParams},
    },
};
use damier_rules::{History, Position};

mod measured;

use measured::{Measure, measure, process_mib};

struct Task {
    threads: usize,
    memory_mib: usize,
    limits: Limits,
    moves: usize,
}

impl Measure for Task {
    fn measure<P: Position>(&self, start: &P, evaluator: impl Evaluator<P> + Clone) {
        let params = MctsParams { memory_mib: self.memory_mib, ..MctsParams::playing() };
        let mut search = Mcts::new(evaluator, params);
        search.set_threads(self.threads);
        for game in 1..=2 {
            search.clear();
            let mut position = start.clone();
            let mut history = History::new(&position);
            for ply in 1..=self.moves {
                if history.outcome(&position).is_some() {
                    break;
                }
                let report = search.search(&position, &history, &self.limits);
                history.play(&mut position, report.best);
                println!(
                    "game {game}, ply {ply}: {:.1} MiB resident, {:.1} at most, of {}; {} nodes",
                    process_mib("VmRSS").unwrap_or(f64::NAN),
                    process_mib("VmHWM").unwrap_or(f64::NAN),
                    self.memory_mib,
                    report.nodes,
                );
            }
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "russian".to_owned());
    let net = words.next();
    let mut number = |default| words.next().map_or(default, |word| word.parse().expect("a whole number"));
    let task = Task {
        threads: number(1),
        memory_mib: number(64),
        limits: Limits::time(Duration::from_millis(number(1000) as u64)),
        moves: number(8),
    };
    measure(&game, net, task);
}
