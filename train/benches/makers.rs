//! How long one thread takes to make batches for a device, with few and with many positions in the window.
//!
//! `cargo bench -p damier-train --bench makers -- --positions 18000000`: positions of random games of chess. A device
//! of a million positions a second needs as many microseconds of such threads a position as it has threads.

#![allow(clippy::print_stdout)]

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Parser;
use damier_engine::net::{Arch, Sizes};
use damier_records::{
    OnDamage, RootValue,
    generation::{generations, read_generation},
};
use damier_rules::{AnyGame, AnyMove, Game as _, MoveList, Outcome, Position as _};
use damier_train::{
    GameExamples, GameKey, TrainConfig, TrainingWindow,
    batch::Assembly,
    config::Augmentation,
    packed::{Packer, Packing},
    sampler::{Sampler, SamplerState},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies of a game at most.
const PLIES: usize = 120;
/// The features of a batch.
const FEATURE_SET: &str = "ps+attacks";
/// Batches that a round makes from each window.
const BATCHES: usize = 40;

/// How long one thread takes to make batches for a device.
#[derive(Parser)]
struct Arguments {
    /// Positions of the large window.
    #[arg(long, default_value_t = 18_000_000)]
    positions: usize,
    /// A folder of games of chess, whose positions take the place of those of random games.
    #[arg(long)]
    games: Option<PathBuf>,
    /// Positions of a batch.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Times that both windows are measured, in turns.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Work out what a network sees of a position whenever it is drawn, as for the processor, instead of while the games
    /// are loaded, as for a device.
    #[arg(long)]
    afresh: bool,
    /// What `cargo bench` passes.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let Arguments { positions, games, batch, rounds, afresh, bench: _ } = Arguments::parse();
    let game = chess();
    let features = game.features(FEATURE_SET).expect("a feature set of chess");
    let encode = |examples: &mut GameExamples| {
        if !afresh {
            examples.encode(&game, &features);
        }
    };
    let windows: Vec<_> = match &games {
        Some(folder) => vec![read(&game, folder, encode)],
        None => [200_000, positions].map(|positions| filled(&game, positions, encode)).into(),
    };
    let arch = Arch::of(&game, FEATURE_SET, Sizes { width: 256, hidden: 32, policy: 32, value_hidden: 32 })
        .expect("an architecture");
    let mut packer = Packer::new(Packing::of(&arch));
    for round in 1..=rounds {
        for window in &windows {
            let mut batches = window.batch_maker();
            let begun = Instant::now();
            let mut sampler = Sampler::new(round as u64, SamplerState::default());
            let mut drawn = vec![sampler.draw(window.window(), batch)];
            let shuffled = begun.elapsed();
            drawn.extend((1..BATCHES).map(|_| sampler.draw(window.window(), batch)));
            let per_position = |seconds: f64| seconds * 1e6 / (BATCHES * batch) as f64;
            let (mut assembled, mut packed) = (0.0, 0.0);
            for (step, drawn) in drawn.iter().enumerate() {
                let assembly =
                    Assembly { root_value_share: 0.5, augmentation: Augmentation::Random, seed: step as u64 };
                let begun = Instant::now();
                let made = batches.make(drawn, assembly);
                assembled += begun.elapsed().as_secs_f64();
                let begun = Instant::now();
                std::hint::black_box(packer.pack(made));
                packed += begun.elapsed().as_secs_f64();
            }
            println!(
                "round {round}, {:9} positions: a position is assembled in {:.2} µs and packed in {:.2}; an order of all in {:.0} ms",
                window.window().len(),
                per_position(assembled),
                per_position(packed),
                shuffled.as_secs_f64() * 1e3
            );
        }
    }
}

fn chess() -> AnyGame {
    AnyGame::of_id("chess").expect("a game")
}

fn empty() -> TrainingWindow {
    let config = TrainConfig { window_min: usize::MAX, ..TrainConfig::default() };
    TrainingWindow::new(chess(), FEATURE_SET, &config).expect("a feature set of chess")
}

/// A window of the games of a folder.
fn read(game: &AnyGame, folder: &Path, encode: impl Fn(&mut GameExamples)) -> TrainingWindow {
    let mut window = empty();
    for generation in generations(folder, game.id(), OnDamage::Refuse).expect("a folder of games") {
        for record in read_generation(folder, generation).expect("whole chunks") {
            let mut examples =
                GameExamples::from_record(game, generation, &record).expect("games by the rules");
            encode(&mut examples);
            window.push(examples);
        }
    }
    window
}

/// A window of games of random moves.
fn filled(game: &AnyGame, positions: usize, encode: impl Fn(&mut GameExamples)) -> TrainingWindow {
    let mut window = empty();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = MoveList::<AnyMove>::new();
    let mut index = 0;
    while window.window().len() < positions {
        let mut examples = GameExamples::new(GameKey { generation: 1, index });
        let mut position = game.start();
        for _ in 0..PLIES {
            position.legal_moves(&mut moves);
            if position.outcome_given(!moves.is_empty()).is_some() {
                break;
            }
            let mut policy = vec![0; moves.len()];
            let chosen = rng.random_range(0..moves.len());
            policy[chosen] = u16::MAX;
            examples.push(position.clone(), Outcome::Draw, RootValue::new(20_000, 20_000), Some(50), &policy);
            position.play(moves[chosen]);
        }
        encode(&mut examples);
        window.push(examples);
        index += 1;
    }
    window
}
