//! What wins: the option `goal` of every variant.

use super::description::Description;
use crate::{
    options::{GameOption, Options},
    text_error::TextError,
};

/// How many goals there are.
pub const GOALS: usize = 3;

/// What a player has to do to win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Leave the opponent without a move.
    #[default]
    Capture,
    /// Be without a move: losing draughts, also called antidraughts or giveaway.
    LoseAll,
    /// Crown a man first, or leave the opponent without a move: breakthrough.
    FirstKing,
}

const NAME: &str = "goal";
const DEFAULT: &str = "capture";
const VALUES: [(&str, Goal); GOALS] =
    [(DEFAULT, Goal::Capture), ("lose-all", Goal::LoseAll), ("first-king", Goal::FirstKing)];

/// The option, which every variant has.
pub(super) const OPTION: GameOption = GameOption {
    name: NAME,
    values: "capture, lose-all, first-king",
    default: DEFAULT,
    summary: "what wins: the opponent without a move, being without a move, or the first king",
};

/// Lists the identities of a variant by goal.
macro_rules! identities {
    ($name:literal) => {
        [$name, concat!($name, ":goal=lose-all"), concat!($name, ":goal=first-king")]
    };
}
pub(super) use identities;

/// Says of a variant in a line what it is, by goal.
macro_rules! summaries {
    ($summary:literal) => {
        [
            $summary,
            concat!($summary, "; being without a move wins"),
            concat!($summary, "; the first king wins"),
        ]
    };
}
pub(super) use summaries;

impl Goal {
    /// All goals.
    pub const ALL: [Self; GOALS] = [Self::Capture, Self::LoseAll, Self::FirstKing];

    /// Takes the goal out of the options of an identity.
    ///
    /// # Errors
    /// There is no such goal.
    pub(super) fn read(options: &mut Options) -> Result<Self, TextError> {
        options.choice(NAME, &VALUES, Self::default())
    }

    /// Returns the option's name, value and default, as identities are made of them.
    pub(super) fn told(self) -> (&'static str, String, &'static str) {
        (NAME, VALUES[self as usize].0.to_owned(), DEFAULT)
    }

    /// Returns the identity of a variant with this goal.
    pub(super) const fn identity(self, description: &Description) -> &'static str {
        description.ids[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::Game,
        options,
        registry::{self, GameVisitor},
    };

    struct Identity;

    impl GameVisitor for Identity {
        type Output = String;

        fn visit<G: Game>(self, game: G) -> String {
            game.id().to_owned()
        }
    }

    #[test]
    fn identities_are_what_the_option_makes_of_the_name() {
        for name in ["international", "russian", "turkish", "frysk", "portuguese"] {
            for (value, _) in VALUES {
                let identity = options::identity(name, &[(NAME, value.to_owned(), DEFAULT)]);
                assert_eq!(registry::dispatch(&identity, Identity).as_ref(), Ok(&identity));
                let told = format!("{name}:{NAME}={value}");
                assert_eq!(registry::dispatch(&told, Identity).as_ref(), Ok(&identity), "{told}");
            }
        }
    }

    #[test]
    fn the_list_for_people_is_the_list_that_is_read() {
        let names: Vec<&str> = VALUES.iter().map(|(name, _)| *name).collect();
        assert_eq!(OPTION.values, names.join(", "));
    }
}
