//! Matches between neighbouring strength levels: every level has to beat the one below.
//!
//! `cargo run --release -p damier-arena --example levels -- GAME [NET|-] [PAIRS] [THREADS] [STEP]`
//!
//! Each level that is a multiple of STEP away from the weakest plays the next of them. Without a net (or with
//! `-`) the game's own judgement is asked. The full strength plays with as many simulations as the level below
//! would have if there were one more.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{num::NonZero, sync::atomic::AtomicBool};

use damier_arena::{
    competitor::Spec,
    contest::{MatchSettings, Silent, play},
};
use damier_engine::{engine::Level, search::Limits};
use damier_rules::{
    Game,
    registry::{GameVisitor, dispatch},
};

/// Bound on the simulations of all levels: that of the strongest.
const MOST_SIMULATIONS: u64 = 25_000;
/// Longer games are drawn.
const PLY_CAP: usize = 300;

struct Task {
    judge: String,
    pairs: usize,
    threads: NonZero<usize>,
    step: u8,
}

impl GameVisitor for Task {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let settings = MatchSettings {
            pairs: self.pairs,
            limits: Limits::nodes(MOST_SIMULATIONS),
            ply_cap: Some(PLY_CAP),
            threads: self.threads,
            ..MatchSettings::default()
        };
        let entrant = |level: u8| {
            let spec: Spec = format!("mcts:{},level={level},name=level {level}", self.judge)
                .parse()
                .expect("a competitor");
            spec.entrant(&game).expect("a net of this game")
        };
        let levels: Vec<u8> =
            (Level::WEAKEST.number()..=Level::FULL.number()).step_by(usize::from(self.step)).collect();
        for pair in levels.windows(2) {
            let entrants = [entrant(pair[1]), entrant(pair[0])];
            let result = play(&game, &entrants, &settings, &Silent, &AtomicBool::new(false)).expect("played");
            println!("{}", result.report);
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "russian".to_owned());
    let judge = match words.next().filter(|net| net != "-") {
        Some(net) => format!("net={net}"),
        None => "material".to_owned(),
    };
    let mut number = |default: usize| words.next().map_or(default, |word| word.parse().expect("a number"));
    let task = Task {
        judge,
        pairs: number(50),
        threads: NonZero::new(number(1)).expect("at least one thread"),
        step: u8::try_from(number(2)).expect("a step between levels"),
    };
    dispatch(&game, task).expect("a known game");
}
