//! How much of the wall time of a match in this process is not spent by the competitors.
//!
//! ```text
//! cargo run --release -p damier-arena --example overhead -- [PAIRS [MILLISECONDS [CONCURRENCY]]]
//! ```

#![allow(clippy::print_stdout, reason = "it is a program that prints")]

use std::{
    error::Error,
    num::NonZero,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use damier_arena::{MatchConfig, MatchSettings, matches::Silent, run_match};
use damier_engine::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse::<u64>());
    let (pairs, millis, threads) = (number(10)?, number(10)?, number(1)?);
    let settings = MatchSettings {
        pairs: pairs as usize,
        limits: Limits::time(Duration::from_millis(millis)),
        threads: NonZero::new(threads as usize).ok_or("no concurrency")?,
        ..MatchSettings::default()
    };
    let competitors = vec!["mcts:material".parse()?, "ab:material".parse()?];
    let config = MatchConfig { competitors, settings, games_file: None, directory: None };
    let start = Instant::now();
    let report = run_match("russian", &config, &Silent, &AtomicBool::new(false))?;
    let wall = start.elapsed().as_secs_f64() * threads as f64;
    let spent: f64 = report.effort.iter().map(|effort| effort.time.as_secs_f64()).sum();
    let games = report.tally.played();
    println!(
        "{games} games, {} moves searched at {millis} ms: {wall:.2} s of {threads} thread(s), of which the \
         competitors used {spent:.2} s; the arena and idle threads {:.2} %",
        report.effort.iter().map(|effort| effort.moves).sum::<u64>(),
        100.0 * (1.0 - spent / wall)
    );
    Ok(())
}
