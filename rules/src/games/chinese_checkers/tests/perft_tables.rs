//! The generator counts what the tables say.

use super::game;
use crate::{
    game::Game,
    perft::{Counting, perft},
};

const TABLE: &str = include_str!("../perft.txt");

/// Leaves that every run of the tests counts for one line of the table.
const MODERATE: u64 = 5_000_000;

fn check(most: u64) {
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (options, counts) = line.split_once(" | ").expect("options, a bar and counts");
        let position = game(options).start();
        for (depth, expected) in counts.split(' ').enumerate().map(|(index, count)| (index + 1, count)) {
            let expected: u64 = expected.parse().expect("a count");
            if expected > most {
                break;
            }
            assert_eq!(perft(&position, depth, Counting::Bulk), expected, "{options} {depth}");
            if expected <= most / 5 {
                assert_eq!(perft(&position, depth, Counting::Full), expected, "{options} {depth}");
            }
        }
    }
}

#[test]
fn to_a_moderate_depth() {
    check(MODERATE);
}

#[test]
#[ignore = "slow: counts the table to its end"]
fn to_the_end() {
    check(u64::MAX);
}
