//! Matches between neighbouring strengths: how many Elo each step is worth, beside what it should be.
//!
//! `cargo run --release -p damier-arena --example levels -- GAME [NET|-] [PAIRS] [THREADS] [FROM] [TO] [STEP]`
//!
//! Plays PAIRS pairs of games between each rating from FROM to TO in steps of STEP (by default 600 to 2800 in steps of
//! 400) and the next one, and prints a table. Where TO is no whole number of steps away it is the last step. Without a
//! net (or with `-`) the game's own judgement is asked. Simulations and nodes bound the searches, so that the same
//! command prints the same table on every machine. `damier match suited:net=NET,elo=N engine:FILE.toml` measures a
//! rating against a program of others.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{num::NonZero, sync::atomic::AtomicBool};

use damier_arena::{
    MatchConfig, MatchReport, MatchSettings, Spec, matches::Silent, rating::elo::score_of_elo, run_match,
};
use damier_engine::engine::Level;

/// Plies after which a game is drawn.
const PLY_CAP: usize = 300;

/// Returns the table's row of the match of a rating against the one below.
fn row([below, above]: [u32; 2], report: &MatchReport) -> String {
    let Some(estimate) = report.estimate else { return format!("  {above}: no game was finished") };
    let percent = |share: f64| 100.0 * share;
    let (score, elo) = (estimate.score, estimate.elo);
    format!(
        "  {above:>4}   {below:>7}   {:5.1} % ({:5.1} to {:5.1})   {:6.1} %   {:+.0} ({:+.0} to {:+.0})",
        percent(score.value),
        percent(score.low),
        percent(score.high),
        percent(score_of_elo(f64::from(above - below))),
        elo.value,
        elo.low,
        elo.high,
    )
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "chess".to_owned());
    let judge = match words.next().filter(|net| net != "-") {
        Some(net) => format!("net={net}"),
        None => "material".to_owned(),
    };
    let mut number = |default: usize| words.next().map_or(default, |word| word.parse().expect("a number"));
    let (pairs, threads) = (number(50), number(1));
    let mut rating = |default: u32| number(default as usize) as u32;
    let (from, to, step) = (rating(Level::MIN_ELO), rating(Level::MAX_ELO), rating(400));
    assert!(Level::MIN_ELO <= from && from < to && to <= Level::MAX_ELO && step > 0, "no such ratings");
    let ratings: Vec<u32> = (from..to).step_by(step as usize).chain([to]).collect();
    let settings = MatchSettings {
        pairs,
        ply_cap: Some(PLY_CAP),
        threads: NonZero::new(threads).expect("at least one thread"),
        ..MatchSettings::default()
    };
    println!("{game}, {} games a row", 2 * pairs);
    println!("  Elo   against   score (95 %)               expected   Elo difference (95 %)");
    for pair in ratings.windows(2) {
        let competitors = [pair[1], pair[0]].map(|elo| -> Spec {
            format!("suited:{judge},elo={elo},name=Elo {elo}").parse().expect("a competitor")
        });
        let config = MatchConfig {
            competitors: competitors.into(),
            settings: settings.clone(),
            games_file: None,
            directory: None,
        };
        let report = run_match(&game, &config, &Silent, &AtomicBool::new(false)).expect("a match");
        println!("{}", row([pair[0], pair[1]], &report));
    }
}
