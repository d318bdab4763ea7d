//! The one list of games, and the only switch over them.

use crate::{
    game::Game,
    games::{
        chess::Chess,
        chinese_checkers::ChineseCheckers,
        draughts::{self, Draughts},
        five_in_a_row::FiveInARow,
        tic_tac_toe::TicTacToe,
    },
    options::{GameOption, NAME_END, Options},
    spelling::closest,
    text_error::TextError,
};

/// Something to do with a game that is known at run time only; see [`dispatch`].
pub trait GameVisitor {
    /// What it gives back.
    type Output;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Lists the games: for each its name and what makes its handle from the [`Options`] after the name.
macro_rules! games {
    ($($name:literal => $make:expr),* $(,)?) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Calls the visitor with the game of that identity: a name, and options behind a colon.
        ///
        /// # Errors
        /// There is no such game, or its options are not what it knows.
        pub fn dispatch<V: GameVisitor>(identity: &str, visitor: V) -> Result<V::Output, TextError> {
            let (name, options) = Options::parse(identity)?;
            match name {
                $($name => Ok(visitor.visit($make(options)?)),)*
                _ => Err(unknown(identity, name)),
            }
        }
    };
}

games!(
    "international" => Draughts::<draughts::International>::with_options,
    "russian" => Draughts::<draughts::Russian>::with_options,
    "brazilian" => Draughts::<draughts::Brazilian>::with_options,
    "english" => Draughts::<draughts::English>::with_options,
    "canadian" => Draughts::<draughts::Canadian>::with_options,
    "italian" => Draughts::<draughts::Italian>::with_options,
    "spanish" => Draughts::<draughts::Spanish>::with_options,
    "turkish" => Draughts::<draughts::Turkish>::with_options,
    "pool" => Draughts::<draughts::Pool>::with_options,
    "portuguese" => Draughts::<draughts::Spanish>::portuguese,
    "czech" => Draughts::<draughts::Czech>::with_options,
    "frisian" => Draughts::<draughts::Frisian>::with_options,
    "frysk" => Draughts::<draughts::Frisian>::frysk,
    "german" => Draughts::<draughts::German>::with_options,
    "thai" => Draughts::<draughts::German>::thai,
    "chess" => Chess::with_options,
    "gomoku-freestyle" => FiveInARow::freestyle,
    "gomoku-standard" => FiveInARow::standard,
    "renju" => FiveInARow::renju,
    "gomoku-predicted" => FiveInARow::predicted,
    "chinese-checkers" => ChineseCheckers::with_options,
    "tic-tac-toe" => TicTacToe::with_options,
);

/// Returns the identities of the game `name`: the name, and with it each value that its options list.
pub fn identities(name: &str) -> Vec<String> {
    let options = dispatch(name, OptionsOf).unwrap_or_default();
    let told = options.iter().flat_map(|option| {
        let values = option.values.split(", ").filter(|value| *value != option.default);
        values.map(|value| format!("{name}{NAME_END}{}={value}", option.name))
    });
    let told = told.filter(|identity| normalised(identity).as_ref() == Ok(identity));
    [name.to_owned()].into_iter().chain(told).collect()
}

struct OptionsOf;

impl GameVisitor for OptionsOf {
    type Output = &'static [GameOption];

    fn visit<G: Game>(self, game: G) -> Self::Output {
        game.options()
    }
}

/// The identity that the game itself gives, in which every option has its place.
///
/// # Errors
/// As [`dispatch`].
pub fn normalised(identity: &str) -> Result<String, TextError> {
    dispatch(identity, Identity)
}

struct Identity;

impl GameVisitor for Identity {
    type Output = String;

    fn visit<G: Game>(self, game: G) -> String {
        game.id().to_owned()
    }
}

/// The identity of the game that a person means: an identity, or one of the game's other names
/// ([`Game::aliases`]), in letters of any size, with blanks for hyphens; options may follow behind a colon.
///
/// # Errors
/// There is no such game, with those that are spelled alike; the name is of several games; the options are wrong.
pub fn named(text: &str) -> Result<String, TextError> {
    let (name, options) = match text.split_once(NAME_END) {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    let name = spaced(name);
    let meant: Vec<&str> = match NAMES.iter().find(|id| spaced(id) == name) {
        Some(id) => vec![id],
        None => NAMES.iter().copied().filter(|id| aliases(id).contains(&name.as_str())).collect(),
    };
    match (&meant[..], options) {
        ([id], None) => normalised(id),
        ([id], Some(options)) => normalised(&format!("{id}{NAME_END}{options}")),
        ([], _) => Err(unknown(text, &name)),
        (several, _) => {
            let reason = format!("several games are called that: {}; name one of them", several.join(", "));
            Err(TextError::new(WHAT, text, 0, reason))
        }
    }
}

/// A name as people say it: small letters, single spaces.
fn spaced(name: &str) -> String {
    let plain = name.to_lowercase().replace('×', "x");
    let words = plain.split(|letter: char| letter.is_whitespace() || "-_".contains(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The other names of the game `id`.
fn aliases(id: &str) -> &'static [&'static str] {
    dispatch(id, Aliases).unwrap_or_default()
}

struct Aliases;

impl GameVisitor for Aliases {
    type Output = &'static [&'static str];

    fn visit<G: Game>(self, game: G) -> Self::Output {
        game.aliases()
    }
}

/// What an error calls a text that names a game.
const WHAT: &str = "game";

fn unknown(identity: &str, name: &str) -> TextError {
    let ids = NAMES.iter().copied();
    let known = ids.clone().chain(ids.flat_map(|id| aliases(id).iter().copied()));
    let alike = closest(&spaced(name), known);
    let guess = match &alike[..] {
        [] => String::new(),
        alike => format!("; did you mean {}?", alike.join(" or ")),
    };
    let reason = format!("there is no such game{guess}; the games are {}", NAMES.join(", "));
    TextError::new(WHAT, identity, 0, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_makes_the_game_of_that_identity() {
        for name in NAMES {
            assert_eq!(normalised(name).as_deref(), Ok(*name));
        }
    }

    #[test]
    fn no_game_is_listed_twice() {
        for (index, name) in NAMES.iter().enumerate() {
            assert!(!NAMES[..index].contains(name), "{name}");
        }
    }

    #[test]
    fn unknown_games_and_options_are_refused_with_the_remedy() {
        let error = normalised("internatonal").expect_err("no such game").to_string();
        assert!(error.contains("international, russian"), "{error}");
        assert!(error.contains("did you mean international?"), "{error}");
        let error = normalised("russian:size=10").expect_err("no such option").to_string();
        assert!(error.contains("the options are goal"), "{error}");
        let error = normalised("tic-tac-toe:size=10").expect_err("no such option").to_string();
        assert!(error.contains("no options"), "{error}");
    }

    #[test]
    fn identities_are_of_single_options() {
        let of_draughts = ["russian", "russian:goal=lose-all", "russian:goal=first-king"];
        assert_eq!(identities("russian"), of_draughts);
        assert_eq!(identities("tic-tac-toe"), ["tic-tac-toe"]);
        assert!(identities("chinese-checkers").contains(&"chinese-checkers:players=3".to_owned()));
    }

    #[test]
    fn games_are_known_by_what_people_call_them() {
        for (said, id) in [
            ("Chess", "chess"),
            ("CHECKERS", "english"),
            ("draughts", "international"),
            ("10x10", "international"),
            ("10×10", "international"),
            ("12x12", "canadian"),
            ("Russian draughts", "russian"),
            ("shashki", "russian"),
            ("pool checkers", "pool"),
            ("damas classicas", "portuguese"),
            ("Frysk!", "frysk"),
            ("Thai checkers", "thai"),
            ("gomoku", "gomoku-freestyle"),
            ("Gomoku Standard", "gomoku-standard"),
            ("five-in-a-row", "gomoku-freestyle"),
            ("chinese  checkers", "chinese-checkers"),
            ("Chinese_Checkers:players=3", "chinese-checkers:players=3"),
            ("noughts and crosses", "tic-tac-toe"),
        ] {
            assert_eq!(named(said).as_deref(), Ok(id), "{said}");
        }
    }

    #[test]
    fn names_that_say_too_little_or_are_misspelled_are_refused_with_what_may_be_meant() {
        for (said, part) in [
            ("8x8", "brazilian, english, italian, spanish, turkish, pool, portuguese, czech, german, thai"),
            ("dama", "italian, turkish"),
            ("ches", "did you mean chess?"),
            ("chekers", "did you mean checkers?"),
            ("gomuko", "did you mean gomoku?"),
            ("xyzzy", "the games are international, russian"),
            ("", "the games are international, russian"),
            ("checkers:players=3", "the options are goal"),
        ] {
            let error = named(said).expect_err(said).to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!(!named("xyzzy").expect_err("no game").reason.contains("did you mean"));
    }

    #[test]
    fn other_names_are_written_as_they_are_looked_up_and_hide_no_game() {
        for id in NAMES {
            for alias in aliases(id) {
                assert_eq!(spaced(alias), *alias);
                assert!(NAMES.iter().all(|other| spaced(other) != *alias), "{alias} is a game's own name");
            }
        }
    }
}
