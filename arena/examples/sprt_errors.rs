//! How often sequential tests are wrong: matches are simulated at either hypothesis until the test ends.
//!
//! `cargo run --release -p damier-arena --example sprt_errors -- [ELO0,ELO1] [MODEL] [TESTS] [DRAWS] [BIAS] [ERROR]`
//!
//! MODEL is `normalised` or `logistic`, TESTS how many are simulated at each hypothesis (10,000), DRAWS the share
//! of drawn games, BIAS how much more than the other the favoured side scores in either game of a pair, ERROR the
//! nominal probability of either error. One line is written for each hypothesis.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use damier_arena::rating::{
    EloModel, Sprt, Verdict,
    simulation::{Errors, Simulation},
};

fn main() {
    let mut words = std::env::args().skip(1);
    let hypotheses = words.next().unwrap_or_else(|| "0,20".to_owned());
    let (elo0, elo1) = hypotheses.split_once(',').expect("two Elo differences such as 0,20");
    let (elo0, elo1) = (elo0.parse().expect("a number"), elo1.parse().expect("a number"));
    let model: EloModel =
        words.next().map_or(Ok(EloModel::Normalised), |word| word.parse()).expect("a model");
    let mut number = |default: f64| words.next().map_or(default, |word| word.parse().expect("a number"));
    let (tests, draws, bias, error) = (number(10_000.0), number(0.5), number(0.0), number(0.05));
    let test = Sprt::new(elo0, elo1, error, error, model).expect("a test");
    println!("{test}, {:.0} % draws, bias {bias}", 100.0 * draws);
    for (elo, wrong) in [(elo0, Verdict::Accepted), (elo1, Verdict::Rejected)] {
        let simulation = Simulation { test, elo, draws, bias, tests: tests as u32, seed: 1 };
        let Errors { rate, deviation, mean_pairs } = simulation.errors(wrong);
        println!(
            "at {elo}: {:.2} % ± {:.2} wrong where {:.0} % are allowed, {mean_pairs:.0} pairs on average",
            100.0 * rate,
            100.0 * deviation,
            100.0 * error,
        );
    }
}
