//! Speed of the alpha-beta yardstick: nodes per second and depth reached from the start position and from
//! positions a few random moves into the game.
//!
//! `cargo run --release -p damier-arena --example alphabeta_speed [variant] [milliseconds per position]`

#![allow(clippy::print_stdout)]

use std::time::Duration;

use damier_engine::search::{
    Limits,
    alphabeta::{AlphaBeta, AlphaBetaParams, Material},
};
use damier_rules::{
    Game, History, MoveList, Position,
    registry::{GameVisitor, dispatch},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const POSITIONS: usize = 8;
const PLIES_APART: usize = 6;
const DEFAULT_MILLISECONDS: u64 = 200;

struct Measure {
    time: Duration,
}

impl GameVisitor for Measure {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut searched, mut nodes, mut seconds, mut depths) = (0, 0, 0.0, 0);
        for index in 0..POSITIONS {
            let mut position = game.start();
            let mut history = History::new(&position);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            // A position with one move would not be searched.
            while history.plies() < index * PLIES_APART || moves.len() == 1 {
                let mv = moves[random.random_range(0..moves.len())];
                history.play(&mut position, mv);
                position.legal_moves(&mut moves);
                if history.outcome(&position).is_some() {
                    break;
                }
            }
            if history.outcome(&position).is_some() {
                continue;
            }
            searched += 1;
            let mut searcher = AlphaBeta::new(Material::new(game.clone()), AlphaBetaParams::default());
            let report = searcher.search(&position, &history, &Limits::time(self.time));
            println!(
                "{:60} depth {:2} {:9} nodes {:.3} s  {:+} {}",
                game.position_text(&position),
                report.depth,
                report.nodes,
                report.elapsed.as_secs_f64(),
                report.score,
                game.move_text(&position, report.best),
            );
            nodes += report.nodes;
            seconds += report.elapsed.as_secs_f64();
            depths += report.depth;
        }
        println!(
            "{}: {:.2} million nodes per second, mean depth {:.1}",
            game.id(),
            nodes as f64 / seconds / 1e6,
            f64::from(depths) / f64::from(searched)
        );
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "international".into());
    let milliseconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_MILLISECONDS);
    let measure = Measure { time: Duration::from_millis(milliseconds) };
    if let Err(error) = dispatch(&variant, measure) {
        println!("{error}");
    }
}
