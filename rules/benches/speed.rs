//! Times what a search asks of the rules, along random games:
//! `cargo bench -p damier-rules --bench speed -- <game>`.

#![allow(clippy::print_stdout)]

use std::{hint::black_box, time::Instant};

use damier_rules::{
    DrawRules, Features, Game, History, MoveEncoding, MoveList, Player, Position,
    registry::{self, GameVisitor},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions that are timed.
const POSITIONS: usize = 20_000;

struct Speed;

/// Prints the mean time of `work` over the indices of the positions, and gives it back in seconds.
fn time(what: &str, mut work: impl FnMut(usize)) -> f64 {
    const ROUNDS: usize = 5;
    let fastest = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            (0..POSITIONS).for_each(&mut work);
            started.elapsed()
        })
        .min()
        .expect("a round");
    let mean = fastest.as_secs_f64() / POSITIONS as f64;
    println!("{what:24} {:7.1} ns", mean * 1e9);
    mean
}

impl GameVisitor for Speed {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut positions = Vec::new();
        let mut nexts = Vec::new();
        let mut played = Vec::new();
        let mut moves = MoveList::new();
        while positions.len() < POSITIONS {
            let mut position = game.start();
            let mut history = History::new(&position);
            loop {
                position.legal_moves(&mut moves);
                if history.outcome_given(&position, !moves.is_empty()).is_some() {
                    break;
                }
                let mv = moves[rng.random_range(0..moves.len())];
                positions.push(position.clone());
                history.play(&mut position, mv);
                nexts.push(position.clone());
                played.push(mv);
            }
        }
        let seconds = time("legal moves", |index| positions[index].legal_moves(black_box(&mut moves)));
        let generated: usize = positions.iter().map(Position::count_moves).sum();
        let per_position = generated as f64 / POSITIONS as f64;
        println!(
            "{:24} {per_position:7.1} per position, {:.1} million/s",
            "moves generated",
            per_position / seconds / 1e6
        );
        time("count of moves", |index| {
            black_box(positions[index].count_moves());
        });
        time("quiet", |index| {
            black_box(positions[index].is_quiet());
        });
        time("play", |index| {
            let mut position = positions[index].clone();
            position.play(played[index]);
            black_box(position);
        });
        time("key", |index| {
            black_box(positions[index].key());
        });
        time("clock", |index| {
            let clock = <G::Position as Position>::Clock::default();
            black_box(clock.tick(&positions[index], played[index], &nexts[index]));
        });
        let lists: Vec<MoveList<_>> = positions
            .iter()
            .map(|position| {
                position.legal_moves(&mut moves);
                moves.clone()
            })
            .collect();
        let mut rows = Vec::new();
        let encoding = game.encoding();
        time("policy rows", |index| encoding.rows(&positions[index], &lists[index], black_box(&mut rows)));
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        for id in game.feature_sets() {
            let features = game.features(id).expect("a listed feature set");
            for (name, pov) in [("first", Player::FIRST), ("second", Player::SECOND)] {
                time(&format!("{id} active, {name}"), |index| {
                    features.active(&positions[index], pov, black_box(&mut added));
                });
                time(&format!("{id} delta, {name}"), |index| {
                    features.delta(
                        &positions[index],
                        &nexts[index],
                        pov,
                        &mut added,
                        black_box(&mut removed),
                    );
                });
            }
        }
    }
}

fn main() -> Result<(), String> {
    // Cargo adds an option of its own.
    let game = std::env::args().skip(1).find(|word| word != "--bench").ok_or("usage: speed <game>")?;
    registry::dispatch(&game, Speed).map_err(|error| error.to_string())
}
