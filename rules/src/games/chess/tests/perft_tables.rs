//! The generator counts what the tables say.

use super::chess960;
use crate::{
    game::Game,
    games::chess::Chess,
    notation::{Notation, NotationFormat::Native},
    perft::{Counting, perft},
};

/// Leaves that every run of the tests counts for one line of a table.
const MODERATE: u64 = 25_000_000;

fn check(game: &Chess, table: &str, most: u64) {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (text, counts) = line.split_once(" | ").expect("a position, a bar and counts");
        let position = match text {
            "start" => game.start(),
            _ => game.parse_position(Native, text).unwrap_or_else(|error| panic!("{error}")),
        };
        for (depth, expected) in counts.split(' ').enumerate().map(|(index, count)| (index + 1, count)) {
            let expected: u64 = expected.parse().expect("a count");
            if expected > most {
                break;
            }
            assert_eq!(perft(&position, depth, Counting::Bulk), expected, "{text} {depth}");
            if expected <= most / 10 {
                assert_eq!(perft(&position, depth, Counting::Full), expected, "{text} {depth}");
            }
        }
    }
}

const TABLE: &str = include_str!("../perft/chess.txt");
const TABLE_960: &str = include_str!("../perft/chess960.txt");

#[test]
fn to_a_moderate_depth() {
    check(&Chess::standard(), TABLE, MODERATE);
}

#[test]
fn chess960_to_a_moderate_depth() {
    check(&chess960(0), TABLE_960, MODERATE);
}

#[test]
#[ignore = "slow: counts every table to its end"]
fn to_the_end() {
    check(&Chess::standard(), TABLE, u64::MAX);
    check(&chess960(0), TABLE_960, u64::MAX);
}
