//! Move trees are as large as counted without the engine.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{game, oracle::Oracle};
use crate::{
    Counting, MoveList, Position,
    game::Game,
    games::five_in_a_row::{board::Stroke, colour::Colour},
    notation::{Notation, NotationFormat::Native},
    perft,
};

#[test]
fn without_fives_the_counts_are_falling_factorials() {
    for (identity, counts) in [
        ("gomoku-freestyle", [225, 225 * 224, 225 * 224 * 223]),
        ("renju", [225, 225 * 224, 225 * 224 * 223]),
        ("gomoku-standard:size=9", [81, 81 * 80, 81 * 80 * 79]),
        // Three stones, then the choice.
        ("gomoku-freestyle:size=9,opening=swap2", [81, 81 * 80, 81 * 80 * 79]),
    ] {
        let game = game(identity);
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&game.start(), depth + 1, Counting::Bulk), count, "{identity}");
        }
    }
    let game = game("gomoku-freestyle:size=9,opening=swap2");
    let stones =
        game.parse_position(Native, "9/9/9/9/4x4/9/9/9/x7o choose").unwrap_or_else(|error| panic!("{error}"));
    // Black and White lead to 78 stones each, two more stones first lead to 78 × 77 × 2 choices.
    assert_eq!(perft(&stones, 1, Counting::Bulk), 3);
    assert_eq!(perft(&stones, 2, Counting::Bulk), 3 * 78);
    assert_eq!(perft(&stones, 4, Counting::Bulk), 2 * 78 * 77 * 76 + 78 * 77 * 2);
}

/// Leaves by the definition of the rules.
fn leaves(oracle: &Oracle, moves: usize, depth: usize) -> u64 {
    let empty: Vec<usize> = (0..oracle.cells.len()).filter(|cell| oracle.cells[*cell].is_none()).collect();
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return empty.len() as u64;
    }
    let colour = Colour::after_moves(moves);
    let mut sum = 0;
    for cell in empty {
        if oracle.stroke(cell, colour) == Stroke::Goes {
            let mut next = oracle.clone();
            next.put(cell, colour);
            sum += leaves(&next, moves + 1, depth - 1);
        }
    }
    sum
}

#[test]
fn counts_agree_with_the_definition_in_the_thick_of_a_game() {
    for identity in ["gomoku-freestyle:size=9", "gomoku-standard:size=9", "renju:size=9"] {
        let game = game(identity);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut moves = MoveList::new();
        let mut ended = 0;
        for _ in 0..4 {
            let mut position = game.start();
            let mut oracle = Oracle::new(game.rules().set, 9);
            while position.board().empty() > 20 {
                position.legal_moves(&mut moves);
                let mv = moves[rng.random_range(0..moves.len())];
                let mut next = position.clone();
                next.play(mv);
                if next.outcome().is_some() {
                    ended += 1;
                    if ended > 2_000 { break } else { continue }
                }
                let crate::games::five_in_a_row::five_move::FiveMove::Stone(point) = mv else {
                    panic!("a stone")
                };
                oracle.put(usize::from(point), position.colour_to_move());
                position = next;
            }
            for depth in 1..=3 {
                let expected = leaves(&oracle, position.moves(), depth);
                let place = game.position_text(Native, &position);
                assert_eq!(perft(&position, depth, Counting::Bulk), expected, "{identity} {place} {depth}");
                assert_eq!(perft(&position, depth, Counting::Full), expected, "{identity} {place} {depth}");
            }
        }
    }
}
