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
    options::Options,
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
                _ => Err(unknown(identity)),
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
    "chess" => Chess::with_options,
    "gomoku-freestyle" => FiveInARow::freestyle,
    "gomoku-standard" => FiveInARow::standard,
    "renju" => FiveInARow::renju,
    "gomoku-predicted" => FiveInARow::predicted,
    "chinese-checkers" => ChineseCheckers::with_options,
    "tic-tac-toe" => TicTacToe::with_options,
);

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

fn unknown(identity: &str) -> TextError {
    TextError::new("game", identity, 0, format!("there is no such game; the games are {}", NAMES.join(", ")))
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
        let error = normalised("russian:size=10").expect_err("no such option").to_string();
        assert!(error.contains("no options"), "{error}");
    }
}
