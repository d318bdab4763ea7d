//! The generator counts what the tables say.

use crate::{
    game::Game,
    games::draughts::{
        Brazilian, Canadian, Draughts, English, International, Italian, Russian, Spanish, Turkish,
        variant::Variant,
    },
    notation::{Notation, NotationFormat::Native},
    perft::{Counting, perft},
};

/// Leaves that every run of the tests counts for one line of a table.
const MODERATE: u64 = 25_000_000;

fn check<V: Variant>(table: &str, most: u64) {
    let game = Draughts::<V>::new();
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (text, counts) = line.split_once(" | ").expect("a position, a bar and counts");
        let position = match text {
            "start" => game.start(),
            _ => game.parse_position(Native, text).expect("a position"),
        };
        for (depth, expected) in counts.split(' ').enumerate().map(|(index, count)| (index + 1, count)) {
            let expected: u64 = expected.parse().expect("a count");
            if expected > most {
                break;
            }
            assert_eq!(perft(&position, depth, Counting::Bulk), expected, "{} {text} {depth}", game.id());
            if expected <= most / 10 {
                assert_eq!(perft(&position, depth, Counting::Full), expected, "{} {text} {depth}", game.id());
            }
        }
    }
}

macro_rules! tables {
    ($($name:ident: $variant:ty, $file:literal;)*) => {
        $(
            mod $name {
                use super::*;

                const TABLE: &str = include_str!(concat!("../perft/", $file));

                #[test]
                fn to_a_moderate_depth() {
                    check::<$variant>(TABLE, MODERATE);
                }

                #[test]
                #[ignore = "slow: counts every table to its end"]
                fn to_the_end() {
                    check::<$variant>(TABLE, u64::MAX);
                }
            }
        )*
    };
}

tables! {
    international: International, "international.txt";
    russian: Russian, "russian.txt";
    brazilian: Brazilian, "brazilian.txt";
    english: English, "english.txt";
    canadian: Canadian, "canadian.txt";
    italian: Italian, "italian.txt";
    spanish: Spanish, "spanish.txt";
    turkish: Turkish, "turkish.txt";
}
