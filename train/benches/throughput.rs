//! Positions per second of one training step, and those of PyTorch's `EmbeddingBag` on the same network and
//! batch in the same run.
//!
//! `cargo bench -p damier-train --bench throughput -- [PYTHON]`, where PYTHON is an interpreter that has
//! `torch`; without it only this program is measured. Both take turns, so that a busy machine slows both.
//! `--features wgpu` and `--device wgpu` after the two dashes measure a device, PyTorch on CUDA then, and
//! `--positions N` another size of a batch. On the processor both use two threads (`RAYON_NUM_THREADS=2`).
//! `--small --positions 64` is so little work that what is left is how long it takes to tell a device what to do.

#![allow(clippy::print_stdout)]

use std::{path::PathBuf, process::Command, time::Instant};

use clap::Parser;
use damier_engine::net::{Arch, FloatNet};
use damier_train::{
    TrainConfig,
    batch::Batch,
    config::DeviceChoice,
    device,
    learner::{LearnerState, Prepared},
    packed::Packer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const FEATURES: usize = 16_384;
const ACTIVE: usize = 45;
const ROWS: usize = 2532;
const MOVES: usize = 10;
const BATCHES: usize = 4;
const STEPS: usize = 20;
const SMALL_STEPS: usize = 400;
const PLAYERS: usize = 2;
const ROUNDS: usize = 3;
const RATE: f32 = 1e-3;

/// Positions per second of one training step.
#[derive(Parser)]
struct Arguments {
    /// An interpreter that has `torch`.
    python: Option<PathBuf>,
    /// Where to compute.
    #[arg(long, value_enum, default_value_t = On::Cpu)]
    device: On,
    /// Positions of a batch.
    #[arg(long, default_value_t = 4096)]
    positions: usize,
    /// A network with next to nothing in it.
    #[arg(long, conflicts_with = "python")]
    small: bool,
    /// What `cargo bench` passes.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum On {
    Cpu,
    Wgpu,
    Cuda,
}

fn main() {
    let Arguments { python, device: on, positions, small, bench: _ } = Arguments::parse();
    let (features, rows, width) = if small { (64, 40, 32) } else { (FEATURES, ROWS, 256) };
    let arch = Arch {
        game: "none".to_owned(),
        players: PLAYERS,
        feature_set: "none".to_owned(),
        features,
        max_active: ACTIVE,
        policy_rows: rows,
        width,
        hidden: 32,
        policy: 32,
        value_hidden: 32,
    };
    let net = FloatNet::random(arch, 1).expect("a net");
    let state = LearnerState::new(net).expect("a state");
    let choice = match on {
        On::Cpu => DeviceChoice::Cpu,
        On::Wgpu => DeviceChoice::Wgpu,
        On::Cuda => DeviceChoice::Cuda,
    };
    let mut learner = device::learner(choice, state).expect("a device");
    let config = TrainConfig::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let batches: Vec<Prepared> = (0..BATCHES)
        .map(|_| {
            let batch = random_batch(&mut rng, positions, [features, rows]);
            match learner.packing() {
                Some(packing) => Prepared::Packed(Packer::new(packing).pack(&batch)),
                None => batch.into(),
            }
        })
        .collect();
    let steps = if small { SMALL_STEPS } else { STEPS };
    let speed = |seconds: f64| positions as f64 / seconds;
    for round in 1..=ROUNDS {
        let mut times: Vec<f64> = (0..steps)
            .map(|step| {
                let batch = batches[step % BATCHES].clone();
                let begun = Instant::now();
                learner.step(batch, RATE, &config).expect("a step");
                learner.losses().expect("finite losses");
                begun.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let row: Vec<Prepared> = (0..steps).map(|step| batches[step % BATCHES].clone()).collect();
        let begun = Instant::now();
        for batch in row {
            learner.step(batch, RATE, &config).expect("a step");
        }
        learner.losses().expect("finite losses");
        println!(
            "round {round}: damier  {:7.0} positions/s in a row, waited for after each step: median {:7.0}, best {:7.0}",
            speed(begun.elapsed().as_secs_f64() / steps as f64),
            speed(times[steps / 2]),
            speed(times[0])
        );
        if let Some(python) = &python {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pytorch.py");
            let output = Command::new(python)
                .arg(script)
                .args(["--positions", &positions.to_string()])
                .args(["--device", if on == On::Cpu { "cpu" } else { "cuda" }])
                .output()
                .expect("the interpreter runs");
            print!("round {round}: {}", String::from_utf8_lossy(&output.stdout));
            if !output.status.success() {
                println!("{}", String::from_utf8_lossy(&output.stderr));
            }
        }
    }
}

fn random_batch(rng: &mut Xoshiro256PlusPlus, positions: usize, [features, rows]: [usize; 2]) -> Batch {
    let mut batch = Batch { players: PLAYERS, ..Batch::default() };
    for _ in 0..positions {
        let active: Vec<u32> = (0..ACTIVE).map(|_| rng.random_range(0..features as u32)).collect();
        batch.active.push(&active);
        let moves: Vec<u32> = (0..MOVES).map(|_| rng.random_range(0..rows as u32)).collect();
        batch.moves.push(&moves);
        let weights: Vec<f32> = (0..MOVES).map(|_| rng.random_range(0.0..1.0)).collect();
        let sum: f32 = weights.iter().sum();
        batch.policy.extend(weights.iter().map(|weight| weight / sum));
        batch.has_policy.push(true);
        let wdl = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]][rng.random_range(0..3)];
        batch.value.extend(wdl);
        batch.outcome.extend(wdl);
        batch.plies_left.push(rng.random_range(0.0..100.0));
        batch.counts_plies.push(1.0);
        batch.generation.push(0);
    }
    batch
}
