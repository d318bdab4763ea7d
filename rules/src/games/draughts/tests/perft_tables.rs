//! The generator counts what the tables say.

use crate::{
    game::Game,
    games::draughts::{
        Brazilian, Canadian, Czech, Draughts, English, Frisian, German, International, Italian, Pool,
        Russian, Spanish, Turkish, variant::Variant,
    },
    notation::{Notation, NotationFormat::Native},
    options::Options,
    perft::{Counting, perft},
};

/// Leaves that every run of the tests counts for one line of a table.
const MODERATE: u64 = 25_000_000;

fn check<V: Variant>(game: Draughts<V>, table: &str, most: u64) {
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
    ($($name:ident: $game:expr, $file:literal;)*) => {
        $(
            mod $name {
                use super::*;

                const TABLE: &str = include_str!(concat!("../perft/", $file));

                #[test]
                fn to_a_moderate_depth() {
                    check($game, TABLE, MODERATE);
                }

                #[test]
                #[ignore = "slow: counts every table to its end"]
                fn to_the_end() {
                    check($game, TABLE, u64::MAX);
                }
            }
        )*
    };
}

tables! {
    international: Draughts::<International>::new(), "international.txt";
    russian: Draughts::<Russian>::new(), "russian.txt";
    brazilian: Draughts::<Brazilian>::new(), "brazilian.txt";
    english: Draughts::<English>::new(), "english.txt";
    canadian: Draughts::<Canadian>::new(), "canadian.txt";
    italian: Draughts::<Italian>::new(), "italian.txt";
    spanish: Draughts::<Spanish>::new(), "spanish.txt";
    turkish: Draughts::<Turkish>::new(), "turkish.txt";
    pool: Draughts::<Pool>::new(), "pool.txt";
    portuguese: Draughts::portuguese(Options::none()).expect("a game"), "spanish.txt";
    czech: Draughts::<Czech>::new(), "czech.txt";
    frisian: Draughts::<Frisian>::new(), "frisian.txt";
    frysk: Draughts::frysk(Options::none()).expect("a game"), "frysk.txt";
    german: Draughts::<German>::new(), "german.txt";
    thai: Draughts::thai(Options::none()).expect("a game"), "thai.txt";
}
