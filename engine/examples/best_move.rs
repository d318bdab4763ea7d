//! The best move of a game's start position: a first program with this crate.
//!
//!     cargo run --release -p damier-engine --example best_move -- russian nets/russian.dmn
//!
//! Without a net the game's handcrafted evaluation judges.

#![allow(clippy::print_stdout, reason = "what the example is for")]

use std::{error::Error, path::Path, sync::Arc};

use damier_engine::{
    AnyEngine,
    engine::{EngineOptions, Judge},
    net::Net,
    search::{Limits, StopHandle},
};
use damier_rules::{AnyGame, Game as _, History, Notation as _, NotationFormat::Native};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let game = AnyGame::of_id(&words.next().ok_or("usage: best_move GAME [NET]")?)?;
    let judge = match words.next() {
        Some(file) => Judge::Net(Arc::new(Net::read(Path::new(&file))?)),
        None => Judge::BuiltIn,
    };
    let mut engine = AnyEngine::new(game.clone(), judge, EngineOptions::default())?;
    let position = game.start();
    let history = History::new(&position);
    let report = engine.think(&position, &history, &Limits::nodes(100_000), &StopHandle::new(), &mut |_| {});
    println!("{}", game.move_text(Native, &position, report.best));
    Ok(())
}
