//! Speed of alpha-beta by material or by a net: nodes per second and depth reached from the start position and from
//! positions a few random moves into the game.
//!
//! `cargo run --release -p damier-arena --example alphabeta_speed [variant] [milliseconds per position] [net]`

#![allow(clippy::print_stdout)]

use std::{error::Error, path::Path, sync::Arc, time::Duration};

use damier_engine::{
    Evaluator, HandcraftedEvaluator,
    net::{Net, NetEvaluator},
    search::{
        Limits,
        alphabeta::{AlphaBeta, AlphaBetaParams},
    },
};
use damier_rules::{
    Game, History, MoveList,
    NotationFormat::Native,
    Position,
    registry::{GameVisitor, dispatch},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const POSITIONS: usize = 8;
const PLIES_APART: usize = 6;
const DEFAULT_MILLISECONDS: u64 = 200;

struct Measure {
    time: Duration,
    net: Option<Arc<Net>>,
}

impl GameVisitor for Measure {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        match self.net {
            Some(net) => {
                let evaluator = NetEvaluator::new(game.clone(), net)?;
                measure(&game, self.time, || evaluator.clone());
            }
            None => measure(&game, self.time, || HandcraftedEvaluator::new(game.clone())),
        }
        Ok(())
    }
}

fn measure<G: Game, E: Evaluator<G::Position>>(game: &G, time: Duration, evaluator: impl Fn() -> E) {
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
        let mut searcher = AlphaBeta::new(game.clone(), evaluator(), AlphaBetaParams::default());
        let report = searcher.search(&position, &history, &Limits::time(time));
        println!(
            "{:60} depth {:2} {:9} nodes {:.3} s  {:+} {}",
            game.position_text(Native, &position),
            report.depth,
            report.nodes,
            report.elapsed.as_secs_f64(),
            report.score,
            game.move_text(Native, &position, report.best),
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

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "international".into());
    let milliseconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_MILLISECONDS);
    let net = arguments.next().map(|path| Net::read(Path::new(&path))).transpose()?;
    dispatch(&variant, Measure { time: Duration::from_millis(milliseconds), net: net.map(Arc::new) })?
}
