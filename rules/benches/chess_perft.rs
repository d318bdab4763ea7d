//! Times perft of chess beside that of the crate its board comes from, in turns in one run:
//! `cargo bench -p damier-rules --bench chess_perft [-- <depth>]`.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use cozy_chess::Board;
use damier_rules::{Counting, Notation, NotationFormat::Native, games::chess::Chess, perft};

/// Plies, where none are given.
const DEPTH: usize = 4;
/// Rounds, short ones so that some are undisturbed; the fastest of each counts.
const ROUNDS: usize = 101;

const POSITIONS: [(&str, &str); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// What the crate does by itself: moves in the order it generates them, the last ply counted in bulk.
fn crate_perft(board: &Board, depth: usize) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += crate_perft(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

fn timed(fastest: &mut Duration, count: impl FnOnce() -> u64) -> u64 {
    let started = Instant::now();
    let leaves = count();
    *fastest = (*fastest).min(started.elapsed());
    leaves
}

fn main() -> Result<(), String> {
    // Cargo adds an option of its own.
    let depth = match std::env::args().skip(1).find(|word| word != "--bench") {
        Some(text) => text.parse().map_err(|_| "usage: chess_perft [depth]")?,
        None => DEPTH,
    };
    let game = Chess::standard();
    for (name, text) in POSITIONS {
        let position = game.parse_position(Native, text).map_err(|error| error.to_string())?;
        let board: Board = text.parse().map_err(|_| "a board")?;
        let [mut ours, mut theirs] = [Duration::MAX; 2];
        let mut leaves = 0;
        for _ in 0..ROUNDS {
            let expected = timed(&mut theirs, || crate_perft(&board, depth));
            leaves = timed(&mut ours, || perft(&position, depth, Counting::Bulk));
            if leaves != expected {
                return Err(format!("{name}: {leaves} leaves, the crate counts {expected}"));
            }
        }
        let [ours, theirs] = [ours, theirs].map(|time| leaves as f64 / time.as_secs_f64() / 1e6);
        let share = 100.0 * ours / theirs;
        println!(
            "{name:12} depth {depth}: {ours:6.1} million leaves/s, the crate {theirs:6.1}, {share:5.1} %"
        );
    }
    Ok(())
}
