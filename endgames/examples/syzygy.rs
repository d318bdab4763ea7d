//! Answers for `tests/differential/syzygy.py`: `cargo run --release -p damier-endgames --example syzygy -- <folder>`.
//!
//! Reads positions of chess, a FEN a line. Writes for each how it ends for the player to move from the beginning of fifty
//! moves and with the count of the FEN, and the plies to the next capture or pawn's move; `-` where that is unknown.

#![allow(clippy::print_stdout)]

use std::{io::BufRead as _, path::Path};

use damier_endgames::EndgameTablebase;
use damier_rules::{
    EndingValue, History, Notation, NotationFormat::Native, Position, Tablebase, games::chess::Chess,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("the folder of the tables is missing")?;
    let game = Chess::standard();
    let tables = EndgameTablebase::open(&game, Path::new(&folder))?;
    for line in std::io::stdin().lock().lines() {
        let position = game.parse_position(Native, &line?)?;
        let clock = *History::new(&position).clock();
        let player = position.to_move();
        let word = |outcome| match EndingValue::of_outcome(outcome, player) {
            EndingValue::Win => "win",
            EndingValue::Draw => "draw",
            EndingValue::Loss => "loss",
        };
        let [begun, counted] = [tables.probe(&position), tables.probe_counted(&position, clock)]
            .map(|outcome| outcome.map_or("-", word));
        let distance = tables.distance(&position).map_or("-".to_owned(), |plies| plies.to_string());
        println!("{begun} {counted} {distance}");
    }
    Ok(())
}
