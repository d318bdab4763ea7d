//! Simulations per second of the tree search with different numbers of threads.
//!
//! `cargo run --release -p damier-engine --example threads -- GAME [NET|-] [THREADS] [LIMIT] [MIB] [PASSES]`
//!
//! The numbers of threads are a range, `1-2` for one and two. The limit of a search is a time (`1000ms`) or a number
//! of simulations (`200000`). Without a net (or with `-`) the game's own judgement is asked. The best of all passes
//! counts; passes of different numbers of threads take turns, so that what else runs on the machine disturbs all
//! alike. Also tells how much memory the tree and the whole process take.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{ops::RangeInclusive, time::Duration};

use damier_engine::search::Limits;
use damier_rules::{Game as _, History};

mod measured;

use measured::{engine, process_mib, search};

struct Task {
    threads: RangeInclusive<usize>,
    limits: Limits,
    memory_mib: usize,
    passes: usize,
}

impl Task {
    fn measure(&self, game: &str, net: Option<&str>) {
        let mut best = vec![0.0_f64; self.threads.clone().count()];
        for pass in 0..self.passes {
            for (threads, best) in self.threads.clone().zip(&mut best) {
                let mut engine = engine(game, net, threads, self.memory_mib);
                let start = engine.game().start();
                let report = search(&mut engine, (&start, &History::new(&start)), &self.limits);
                let speed = report.simulations as f64 / report.elapsed.as_secs_f64();
                *best = best.max(speed);
                println!(
                    "pass {pass}, {threads} threads: {speed:.0} simulations/s, visits {:08x}, depth {:.1}, {} nodes, \
                     tree {:.1} MiB, process {:.1} MiB, {:.3} s",
                    checksum(report.moves.iter().map(|root_move| root_move.visits)),
                    report.mean_depth,
                    report.nodes,
                    report.bytes as f64 / f64::from(1 << 20),
                    process_mib("VmRSS").unwrap_or(f64::NAN),
                    report.elapsed.as_secs_f64(),
                );
            }
        }
        for (threads, speed) in self.threads.clone().zip(&best) {
            println!("{threads} threads: {speed:.0} simulations/s, {:.2} times the first", speed / best[0]);
        }
    }
}

/// A checksum of the visits of the root's moves: one thread finds the same every time.
fn checksum(visits: impl Iterator<Item = u32>) -> u32 {
    const SPREAD: u32 = 0x9E37_79B9;
    visits.fold(0, |sum, visits| (sum.rotate_left(5) ^ visits).wrapping_mul(SPREAD))
}

/// `1-4`.
fn threads(text: &str) -> RangeInclusive<usize> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().expect("a number of threads");
    number(from)..=number(to)
}

/// `1000ms` or `200000`.
fn limits(text: &str) -> Limits {
    match text.strip_suffix("ms") {
        Some(time) => Limits::time(Duration::from_millis(time.parse().expect("milliseconds"))),
        None => Limits::nodes(text.parse().expect("simulations")),
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "international".to_owned());
    let net = words.next();
    let number =
        |word: Option<String>, default| word.map_or(default, |word| word.parse().expect("a whole number"));
    let task = Task {
        threads: threads(words.next().as_deref().unwrap_or("1-2")),
        limits: limits(words.next().as_deref().unwrap_or("1000ms")),
        memory_mib: number(words.next(), 1024),
        passes: number(words.next(), 3),
    };
    task.measure(&game, net.as_deref());
}
