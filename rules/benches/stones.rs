//! Times the boards of five-in-a-row along random games:
//! `cargo bench -p damier-rules --bench stones`.

#![allow(clippy::print_stdout)]

use std::{hint::black_box, time::Instant};

use damier_rules::{
    Position,
    games::five_in_a_row::{
        FivePosition,
        board::{Board, Stroke},
        colour::Colour,
        five_move::FiveMove,
        rules::{RuleSet, Rules, SIZE_DEFAULT},
    },
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const GAMES: usize = 20;
/// Stones of a game, so that the middle of games is timed as well as the beginning.
const STONES: usize = 80;
/// Many short rounds: the best one was not disturbed.
const ROUNDS: usize = 300;

/// Random games of different points, in which no stone ends the game; the stones gather around the middle as
/// they do in play.
fn games(set: RuleSet, rng: &mut Xoshiro256PlusPlus) -> Vec<Vec<usize>> {
    let mut games = Vec::new();
    while games.len() < GAMES {
        let mut board = Board::new(set, SIZE_DEFAULT);
        let mut game = Vec::new();
        while game.len() < STONES {
            let reach = (3 + game.len() / 8).min(SIZE_DEFAULT / 2);
            let mut along = || SIZE_DEFAULT / 2 + rng.random_range(0..=2 * reach) - reach;
            let point = along() * SIZE_DEFAULT + along();
            let colour = Colour::after_moves(game.len());
            if board.stone(point).is_none() && board.stroke(point, colour) == Stroke::Goes {
                board.put(point, colour);
                game.push(point);
            }
        }
        games.push(game);
    }
    games
}

/// The best rate of several rounds, in millions a second.
fn rate(count: usize, mut work: impl FnMut()) -> f64 {
    let fastest = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .min()
        .expect("a round");
    count as f64 / fastest.as_secs_f64() / 1e6
}

fn main() {
    println!("a position has {} bytes", size_of::<FivePosition>());
    for set in [RuleSet::Freestyle, RuleSet::Standard, RuleSet::Renju, RuleSet::Predicted] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let games = games(set, &mut rng);
        let stones = GAMES * STONES;
        let mut board = Board::new(set, SIZE_DEFAULT);
        let mut puts = Vec::with_capacity(STONES);
        let pairs = rate(stones, || {
            for game in &games {
                for (ply, point) in game.iter().enumerate() {
                    puts.push(board.put(*point, Colour::after_moves(ply)));
                }
                while let Some(put) = puts.pop() {
                    board.take_back(put);
                }
            }
            black_box(&board);
        });
        let strokes = rate(stones, || {
            for game in &games {
                for (ply, point) in game.iter().enumerate() {
                    black_box(board.stroke(*point, Colour::after_moves(ply)));
                    puts.push(board.put(*point, Colour::after_moves(ply)));
                }
                while let Some(put) = puts.pop() {
                    board.take_back(put);
                }
            }
        });
        let rules = Rules::new(RuleSet::Freestyle);
        let start = FivePosition::start(match set {
            RuleSet::Predicted => rules,
            set => Rules::new(set),
        });
        let clones = rate(stones, || {
            for game in &games {
                let mut position = start.clone();
                for point in game {
                    let mut next = black_box(&position).clone();
                    next.play(FiveMove::Stone(*point as u16));
                    position = next;
                }
                black_box(position);
            }
        });
        println!(
            "{:17} make+unmake {pairs:6.2} M pairs/s ({:6.2} M stones/s), with the stone's stroke {strokes:6.2} M \
             pairs/s, clone+play {clones:6.2} M/s",
            set.name(),
            2.0 * pairs
        );
    }
}
