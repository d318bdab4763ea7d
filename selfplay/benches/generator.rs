//! Recorded positions per second of self-play: Russian draughts, 64 simulations a move, a quick net
//! with random weights; one thread against two, in turns, so that a noisy machine hits both alike.
//! Positions per second of processor time tell what two threads cost each other where the machine is not
//! idle.
//!
//! `cargo bench -p damier-selfplay --bench generator [-- GAMES [ROUNDS]]`

#![allow(clippy::print_stdout)]

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::{
    net::{Arch, FloatNet, NetEvaluator, Sizes},
    self_play::{SelfPlaySearch, TreeSelfPlay},
};
use damier_records::{ChunkHeader, Summary, generation::read_generation};
use damier_rules::{
    AnyGame, Game,
    games::draughts::{Draughts, Russian},
};
use damier_selfplay::{Ballots, GenerateConfig, Generation, Progress, Silent};

const SIZES: Sizes = Sizes { width: 128, hidden: 16, policy: 32, value_hidden: 16 };
const THREADS: [usize; 2] = [1, 2];
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_ROUNDS: u32 = 3;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(DEFAULT_GAMES);
    let rounds = numbers.next().map_or(DEFAULT_ROUNDS, |rounds| rounds as u32);
    let mut best = THREADS.map(|_| 0f64);
    for round in 1..=rounds {
        for (best, threads) in best.iter_mut().zip(THREADS) {
            let before = processor_seconds();
            let progress = generate(games, threads, round == 1 && threads == 1);
            let processor = processor_seconds() - before;
            *best = best.max(progress.positions_per_second());
            println!(
                "round {round}, threads {threads}: {:.0} positions/s, {:.0} a processor second, {:.0} simulations/s \
                 ({} games, {:.1} s)",
                progress.positions_per_second(),
                progress.positions as f64 / processor,
                progress.simulations as f64 / progress.elapsed.as_secs_f64(),
                progress.games,
                progress.elapsed.as_secs_f64(),
            );
        }
    }
    println!(
        "best: {:.0} positions/s on one thread, {:.0} on two, {:.2} times",
        best[0],
        best[1],
        best[1] / best[0]
    );
}

/// Processor time of this process so far, all threads; not a number where the system does not tell.
fn processor_seconds() -> f64 {
    // Fields 14 and 15 of proc(5)'s stat, after the name in parentheses, in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let times: Vec<f64> = fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    if times.len() == 2 { times.iter().sum::<f64>() / 100.0 } else { f64::NAN }
}

fn generate(games: u64, threads: usize, describe: bool) -> Progress {
    let game = Draughts::<Russian>::new();
    let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture");
    let net = Arc::new(FloatNet::random(arch, 1).expect("a net").quantise().expect("in range"));
    let config = GenerateConfig { games, ..GenerateConfig::default() };
    let ballots = Ballots::load(&AnyGame::new(game.clone()), &config.opening).expect("ballots");
    let identity = ChunkHeader {
        game: game.id().to_owned(),
        generation: 0,
        chunk: 0,
        net: "random".to_owned(),
        seed: 1,
        program: "bench".to_owned(),
        metadata: BTreeMap::new(),
    };
    let generation = Generation::new(&game, &config, &ballots, &identity);
    let folder = tempfile::tempdir().expect("a folder");
    let searcher = || -> Box<dyn SelfPlaySearch<_>> {
        Box::new(TreeSelfPlay::new(NetEvaluator::new(game.clone(), net.clone()).expect("the net fits")))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let done = pool.install(|| generation.run(folder.path(), &searcher, &Silent, &AtomicBool::new(false)));
    let done = done.expect("generated");
    if describe {
        let bytes: u64 =
            done.chunks.iter().map(|path| path.metadata().map_or(0, |metadata| metadata.len())).sum();
        let records = read_generation(folder.path(), 0).expect("whole");
        print!("{}", Summary::of(&records));
        println!("on disk            {:.1} bytes a target", bytes as f64 / done.progress.positions as f64);
    }
    done.progress
}
