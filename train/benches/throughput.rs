//! Positions per second of one training step, and those of PyTorch's `EmbeddingBag` on the same network and
//! batch in the same run.
//!
//! `cargo bench -p damier-train --bench throughput -- [PYTHON]`, where PYTHON is an interpreter that has
//! `torch`; without it only this program is measured. Both take turns, so that a busy machine slows both.

#![allow(clippy::print_stdout)]

use std::{process::Command, time::Instant};

use burn::tensor::Device;
use damier_engine::net::{Arch, FloatNet};
use damier_train::{
    TrainConfig,
    batch::Batch,
    learner::{Learner, LearnerState, host::HostLearner},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const POSITIONS: usize = 4096;
const FEATURES: usize = 16_384;
const ACTIVE: usize = 45;
const ROWS: usize = 2532;
const MOVES: usize = 10;
const BATCHES: usize = 4;
const STEPS: usize = 20;
const PLAYERS: usize = 2;
const ROUNDS: usize = 3;
const RATE: f32 = 1e-3;

fn main() {
    let python = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let arch = Arch {
        game: "none".to_owned(),
        players: PLAYERS,
        feature_set: "none".to_owned(),
        features: FEATURES,
        max_active: ACTIVE,
        policy_rows: ROWS,
        width: 256,
        hidden: 32,
        policy: 32,
        value_hidden: 32,
    };
    let net = FloatNet::random(arch, 1).expect("a net");
    let mut learner = HostLearner::new(LearnerState::new(net).expect("a state"), Device::flex());
    let config = TrainConfig::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let batches: Vec<Batch> = (0..BATCHES).map(|_| random_batch(&mut rng)).collect();

    for round in 1..=ROUNDS {
        let mut times: Vec<f64> = (0..STEPS)
            .map(|step| {
                let begun = Instant::now();
                learner.step(&batches[step % BATCHES], RATE, &config).expect("a step");
                begun.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let speed = |seconds: f64| POSITIONS as f64 / seconds;
        let total: f64 = times.iter().sum();
        println!(
            "round {round}: damier  {:7.0} positions/s on average, median step {:7.0}, best step {:7.0}",
            speed(total / STEPS as f64),
            speed(times[STEPS / 2]),
            speed(times[0])
        );
        if let Some(python) = &python {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pytorch.py");
            let output = Command::new(python).arg(script).output().expect("the interpreter runs");
            print!("round {round}: {}", String::from_utf8_lossy(&output.stdout));
            if !output.status.success() {
                println!("{}", String::from_utf8_lossy(&output.stderr));
            }
        }
    }
}

fn random_batch(rng: &mut Xoshiro256PlusPlus) -> Batch {
    let mut batch = Batch { players: PLAYERS, ..Batch::default() };
    for _ in 0..POSITIONS {
        let active: Vec<u32> = (0..ACTIVE).map(|_| rng.random_range(0..FEATURES as u32)).collect();
        batch.active.push(&active);
        let moves: Vec<u32> = (0..MOVES).map(|_| rng.random_range(0..ROWS as u32)).collect();
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
