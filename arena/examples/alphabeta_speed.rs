//! Speed of alpha-beta by material or by a net: nodes per second and depth reached from the start position and from
//! positions a few random moves into the game.
//!
//! `cargo run --release -p damier-arena --example alphabeta_speed [variant] [milliseconds per position] [net]`

#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use damier_engine::{
    any::AnySearch,
    net::Net,
    search::{Limits, alphabeta::AlphaBetaParams},
};
use damier_rules::{AnyGame, Game, History, MoveList, Notation, NotationFormat::Native, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const POSITIONS: usize = 8;
const PLIES_APART: usize = 6;
const DEFAULT_MILLISECONDS: u64 = 200;

fn measure(game: &AnyGame, time: Duration, net: Option<&Arc<Net>>) -> Result<(), Box<dyn Error>> {
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
        let params = AlphaBetaParams::default();
        let mut search = match net {
            Some(net) => AnySearch::net(game, Arc::clone(net), params, None)?,
            None => AnySearch::material(game, params, None),
        };
        let begin = Instant::now();
        let report = search.search(&position, &history, &Limits::time(time));
        let elapsed = begin.elapsed().as_secs_f64();
        println!(
            "{:60} depth {:2} {:9} nodes {:.3} s  {:+} {}",
            game.position_text(Native, &position),
            report.depth,
            report.nodes,
            elapsed,
            report.score,
            game.move_text(Native, &position, report.best),
        );
        nodes += report.nodes;
        seconds += elapsed;
        depths += report.depth;
    }
    println!(
        "{}: {:.2} million nodes per second, mean depth {:.1}",
        game.id(),
        nodes as f64 / seconds / 1e6,
        f64::from(depths) / f64::from(searched)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "international".into());
    let milliseconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_MILLISECONDS);
    let net = arguments.next().map(|path| Net::read(Path::new(&path))).transpose()?;
    measure(&AnyGame::of_id(&variant)?, Duration::from_millis(milliseconds), net.map(Arc::new).as_ref())
}
