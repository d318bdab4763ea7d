//! Random boards with Black to move, and the points that Renju forbids to Black on them, for a comparison with
//! another implementation: `forbidden_points <count> <seed>`.
//!
//! One line each: the board, `x` Black, `o` White, `.` empty, rank by rank from a1; a space; the forbidden
//! points, e.g. `h8,j10`, or `-`.

#![allow(clippy::print_stdout)]

use damier_rules::games::five_in_a_row::{
    board::{Board, Stroke},
    colour::Colour,
    rules::{RuleSet, SIZE_DEFAULT},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A board with as many white stones as black ones, no row of five or more, Black's stones close together.
fn board(rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(RuleSet::Renju, SIZE_DEFAULT);
    let each = rng.random_range(5..=32);
    let reach = rng.random_range(6..=SIZE_DEFAULT);
    let corner = [(); 2].map(|()| rng.random_range(0..=SIZE_DEFAULT - reach));
    for colour in Colour::ALL {
        while board.stones(colour) < each.min(reach * reach / 4) {
            let close = colour == Colour::Black || rng.random_bool(0.4);
            let along = corner.map(|first| {
                if close { first + rng.random_range(0..reach) } else { rng.random_range(0..SIZE_DEFAULT) }
            });
            let point = along[0] * SIZE_DEFAULT + along[1];
            if board.stone(point).is_none() && board.stroke(point, colour) == Stroke::Goes {
                board.put(point, colour);
            }
        }
    }
    board
}

fn main() -> Result<(), String> {
    let usage = "usage: forbidden_points <count> <seed>";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed] = &arguments[..] else { return Err(usage.into()) };
    let count: usize = count.parse().map_err(|_| usage)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.parse().map_err(|_| usage)?);
    for _ in 0..count {
        let board = board(&mut rng);
        let mut cells = String::new();
        let mut points = Vec::new();
        for point in 0..SIZE_DEFAULT * SIZE_DEFAULT {
            cells.push(match board.stone(point) {
                Some(Colour::Black) => 'x',
                Some(Colour::White) => 'o',
                None => '.',
            });
            if board.stone(point).is_none() && board.stroke(point, Colour::Black) == Stroke::Forbidden {
                let file = char::from(b'a' + (point % SIZE_DEFAULT) as u8);
                points.push(format!("{file}{}", point / SIZE_DEFAULT + 1));
            }
        }
        println!("{cells} {}", if points.is_empty() { "-".into() } else { points.join(",") });
    }
    Ok(())
}
