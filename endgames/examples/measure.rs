//! Builds, verifies and probes the tables of a game and prints the figures:
//! `cargo run --release -p damier-endgames --example measure -- <game> <pieces> <folder> [threads]`.
//!
//! Tables that are in the folder already are kept, and not verified where none is missing. The probes are of random
//! positions of all tables, weighted by their size, drawn and shuffled beforehand, on one thread, timed by short
//! stretches so that other work on the machine shows less.

#![allow(clippy::print_stdout)]

use std::{hint::black_box, path::Path, process::ExitCode, sync::atomic::AtomicBool, time::Instant};

use damier_endgames::{BuildPlan, Counts, EndgameTablebase, Silent, build, summaries, verify};
use damier_rules::{
    EndingValue, Game, Tablebase, TablebaseIndex,
    registry::{self, GameVisitor},
    tablebase_index::Place,
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions that are probed in a round.
const PROBES: usize = 1 << 20;
/// Positions that are timed together.
const STRETCH: usize = 1 << 13;
/// Rounds.
const ROUNDS: usize = 7;

struct Measure<'a> {
    pieces: usize,
    folder: &'a Path,
    threads: usize,
}

impl GameVisitor for Measure<'_> {
    type Output = Result<(), Box<dyn std::error::Error>>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Self { pieces, folder, threads } = self;
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let built = build(&game, &BuildPlan { folder, pieces, threads, stop: &stop }, &Silent)?;
        println!("{built:?} in {:.1} s", start.elapsed().as_secs_f64());
        if built.computed > 0 {
            let start = Instant::now();
            let verified = verify(&game, folder, threads, &stop, &Silent)?;
            println!("{verified:?} in {:.1} s", start.elapsed().as_secs_f64());
        }
        let mut all = Counts::default();
        let summaries = summaries(&game, folder)?;
        summaries.iter().flat_map(|summary| &summary.counts).for_each(|counts| all.add(counts));
        let bytes: u64 = summaries.iter().map(|summary| summary.bytes).sum();
        println!(
            "{} win {} draw {} loss of {} positions, {bytes} bytes, {:.2} positions per byte",
            all.of(EndingValue::Win),
            all.of(EndingValue::Draw),
            all.of(EndingValue::Loss),
            all.total(),
            all.total() as f64 / bytes as f64
        );
        let start = Instant::now();
        let tables = EndgameTablebase::open(&game, folder)?;
        println!("opened in {:.3} s", start.elapsed().as_secs_f64());
        let endings = game.tablebase_index().expect("it has tables");
        let positions = random_positions::<G>(&*endings, pieces);
        let mut seconds: Vec<f64> = (0..ROUNDS)
            .flat_map(|_| positions.chunks_exact(STRETCH))
            .map(|stretch| {
                let start = Instant::now();
                for position in stretch {
                    black_box(tables.probe(position));
                }
                start.elapsed().as_secs_f64()
            })
            .collect();
        seconds.sort_by(f64::total_cmp);
        let rate = |share: usize| STRETCH as f64 / seconds[seconds.len() * share / 100] / 1e6;
        println!("{:.2} million probes per second (median), {:.2} (fastest tenth)", rate(50), rate(10));
        Ok(())
    }
}

/// Positions of random numbers, in random order.
fn random_positions<G: Game>(endings: &dyn TablebaseIndex<G::Position>, pieces: usize) -> Vec<G::Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let slices = endings.slices();
    let parts: Vec<(usize, usize, u64)> = (0..slices.len())
        .filter(|slice| slices[*slice].pieces <= pieces)
        .flat_map(|slice| {
            slices[slice].sizes.iter().enumerate().map(move |(part, size)| (slice, part, *size))
        })
        .collect();
    let total: u64 = parts.iter().map(|(.., size)| size).sum();
    let mut positions = Vec::with_capacity(PROBES);
    for (slice, part, size) in parts {
        let count = (PROBES as f64 * size as f64 / total as f64).ceil() as usize;
        let indices: Vec<u64> = (0..count).map(|_| random.random_range(0..size)).collect();
        let places = indices.into_iter().map(|index| Place { slice, part, index });
        positions.extend(places.filter_map(|place| endings.position(place)));
    }
    positions.shuffle(&mut random);
    positions
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(Ok(pieces)), Some(folder)) =
        (arguments.first(), arguments.get(1).map(|text| text.parse()), arguments.get(2))
    else {
        println!("usage: measure <game> <pieces> <folder> [threads]");
        return ExitCode::FAILURE;
    };
    let threads = arguments.get(3).and_then(|text| text.parse().ok()).unwrap_or(1);
    let measure = Measure { pieces, folder: Path::new(folder), threads };
    let outcome = registry::dispatch(game, measure).map_err(Into::into).and_then(|result| result);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
