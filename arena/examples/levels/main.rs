//! Measures the strength levels: each rating against the one below and against programs of known rating, and all of
//! them on one scale.
//!
//! `cargo run --release -p damier-arena --example levels -- --help` lists the options. Simulations and nodes bound the
//! searches of the levels, so that the same command plays the same games between them on every machine.
#![allow(clippy::print_stdout, reason = "an example that measures")]

mod matches;
mod programs;
mod scale;

use std::{num::NonZero, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::ensure;
use clap::Parser;
use damier_engine::engine::Level;

use self::matches::Measurement;

/// Plays matches between neighbouring levels, and with --programs between levels and programs of known rating, which
/// puts all of them on one scale (Bradley-Terry, the known ratings as normal priors).
#[derive(Parser)]
struct Arguments {
    /// The game
    #[arg(default_value = "chess")]
    game: String,
    /// The net that judges; without it the game's own judgement does
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Pairs of games between neighbours
    #[arg(long, default_value_t = 50)]
    pairs: usize,
    /// The lowest rating
    #[arg(long, value_name = "ELO", default_value_t = Level::MIN_ELO)]
    from: u32,
    /// The highest rating, also where the last step is shorter
    #[arg(long, value_name = "ELO", default_value_t = Level::MAX_ELO)]
    to: u32,
    /// The distance of neighbours
    #[arg(long, value_name = "ELO", default_value_t = 400)]
    step: u32,
    /// Seed of the openings and of the moves that levels draw: another one gives fresh games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Programs of known rating (TOML; arena/examples/levels/chess.toml explains the keys)
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
    /// Keeps finished games: the same command goes on after an interruption
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Plays nothing, and counts what --dir holds
    #[arg(long, requires = "dir")]
    finished: bool,
    /// Games at a time
    #[arg(long, default_value_t = NonZero::<usize>::MIN)]
    threads: NonZero<usize>,
}

impl Arguments {
    /// Returns the ratings to measure, lowest first.
    fn ratings(&self) -> anyhow::Result<Vec<u32>> {
        let Self { from, to, step, .. } = *self;
        let bounds = Level::MIN_ELO..=Level::MAX_ELO;
        ensure!(
            bounds.contains(&from) && bounds.contains(&to) && from < to && step > 0,
            "--from {from}, --to {to}, --step {step}: ratings rise from {} to {}",
            Level::MIN_ELO,
            Level::MAX_ELO,
        );
        Ok((from..to).step_by(step as usize).chain([to]).collect())
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let ratings = arguments.ratings()?;
    let programs = arguments.programs.as_deref().map_or_else(|| Ok(Vec::new()), programs::read)?;
    let measurement = Measurement {
        game: arguments.game,
        judge: arguments.net.map_or_else(|| "material".to_owned(), |net| format!("net={}", net.display())),
        threads: arguments.threads,
        seed: arguments.seed,
        directory: arguments.dir,
        cancelled: AtomicBool::new(arguments.finished),
    };
    println!("{}, seed {}\n\n{}", measurement.game, measurement.seed, matches::HEAD);
    let mut results = Vec::new();
    for pair in ratings.windows(2) {
        results.push(measurement.neighbours([pair[0], pair[1]], arguments.pairs)?);
    }
    for (number, program) in programs.iter().enumerate() {
        for &elo in program.against.iter().filter(|elo| ratings.contains(elo)) {
            results.push(measurement.against(elo, number, program)?);
        }
    }
    if !programs.is_empty() {
        println!("\n{}", scale::table(&ratings, &programs, &results));
    }
    Ok(())
}
