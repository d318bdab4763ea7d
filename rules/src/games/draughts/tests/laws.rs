//! The laws of all games, and the golden games.

use crate::{
    conformance,
    games::draughts::{
        Brazilian, Canadian, Draughts, English, International, Italian, Russian, Spanish, Turkish,
    },
    playthrough::playthrough,
};

conformance!(international: Draughts::<International>::new());
conformance!(russian: Draughts::<Russian>::new());
conformance!(brazilian: Draughts::<Brazilian>::new());
conformance!(english: Draughts::<English>::new());
conformance!(canadian: Draughts::<Canadian>::new());
conformance!(italian: Draughts::<Italian>::new());
conformance!(spanish: Draughts::<Spanish>::new());
conformance!(turkish: Draughts::<Turkish>::new());

macro_rules! golden_games {
    ($($variant:ty, $file:literal;)*) => {
        #[test]
        fn golden_games_are_as_recorded() {
            $(
                let recorded = include_str!(concat!("../playthrough/", $file));
                assert_eq!(playthrough(&Draughts::<$variant>::new(), GOLDEN_SEED), recorded, $file);
            )*
        }
    };
}

/// The seed of `examples/playthrough.rs`, which writes the files.
const GOLDEN_SEED: u64 = 1;

golden_games! {
    International, "international.txt";
    Russian, "russian.txt";
    Brazilian, "brazilian.txt";
    English, "english.txt";
    Canadian, "canadian.txt";
    Italian, "italian.txt";
    Spanish, "spanish.txt";
    Turkish, "turkish.txt";
}
