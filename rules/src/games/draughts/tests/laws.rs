//! The laws of all games, and the golden games.

use crate::games::draughts::variant::Variant;
use crate::{
    any::AnyGame,
    conformance,
    games::draughts::{
        Brazilian, Canadian, Czech, Draughts, English, Frisian, German, International, Italian, Pool,
        Russian, Spanish, Turkish,
    },
    options::Options,
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
conformance!(pool: Draughts::<Pool>::new());
conformance!(portuguese: Draughts::portuguese(Options::none()).expect("a game"));
conformance!(czech: Draughts::<Czech>::new());
conformance!(frisian: Draughts::<Frisian>::new());
conformance!(frysk: Draughts::frysk(Options::none()).expect("a game"));
conformance!(german: Draughts::<German>::new());
conformance!(thai: Draughts::thai(Options::none()).expect("a game"));

/// A variant with options.
fn with<V: Variant>(options: &str) -> Draughts<V> {
    let identity = format!("{}:{options}", V::DESCRIPTION.ids[0]);
    let (_, options) = Options::parse(&identity).expect("options");
    Draughts::with_options(options).expect("a game")
}

conformance!(losing: with::<International>("goal=lose-all"));
conformance!(breakthrough: with::<International>("goal=first-king"));
conformance!(handicap: with::<Russian>("without=d6+f6"));
conformance!(handicap_losing: with::<Canadian>("goal=lose-all,without=1+72"));
conformance!(losing_frisian: with::<Frisian>("goal=lose-all"));

macro_rules! golden_games {
    ($($game:expr, $file:literal;)*) => {
        #[test]
        fn golden_games_are_as_recorded() {
            $(
                let recorded = include_str!(concat!("../playthrough/", $file));
                assert_eq!(playthrough(&AnyGame::new($game), GOLDEN_SEED), recorded, $file);
            )*
        }
    };
}

/// The seed of `examples/playthrough.rs`, which writes the files.
const GOLDEN_SEED: u64 = 1;

golden_games! {
    Draughts::<International>::new(), "international.txt";
    Draughts::<Russian>::new(), "russian.txt";
    Draughts::<Brazilian>::new(), "brazilian.txt";
    Draughts::<English>::new(), "english.txt";
    Draughts::<Canadian>::new(), "canadian.txt";
    Draughts::<Italian>::new(), "italian.txt";
    Draughts::<Spanish>::new(), "spanish.txt";
    Draughts::<Turkish>::new(), "turkish.txt";
    Draughts::<Pool>::new(), "pool.txt";
    Draughts::portuguese(Options::none()).expect("a game"), "portuguese.txt";
    Draughts::<Czech>::new(), "czech.txt";
    Draughts::<Frisian>::new(), "frisian.txt";
    Draughts::frysk(Options::none()).expect("a game"), "frysk.txt";
    Draughts::<German>::new(), "german.txt";
    Draughts::thai(Options::none()).expect("a game"), "thai.txt";
    with::<Russian>("without=d6+f6"), "russian-without-d6-f6.txt";
}
