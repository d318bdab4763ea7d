//! The tag `Variant`: which rule set a game follows.

use super::{TagError, Tags};
use crate::{game::Game, notation::NotationFormat, options::name_of, registry};

/// The tag that names a game by its identity, where no standard has another.
pub const VARIANT: &str = "Variant";

/// Words that a rule set may be called by besides its name.
const PLAIN_WORDS: [&str; 9] =
    ["standard", "normal", "regular", "from", "position", "fromposition", "rules", "game", "variant"];

/// Checks the tag [`VARIANT`]: it holds the identity of the game, words of its name, or some of `also`.
///
/// # Errors
/// It names another rule set, known or not: such a game must not be taken for one of this game.
pub(crate) fn check_variant<G: Game>(game: &G, tags: &Tags, also: &[&str]) -> Result<(), TagError> {
    let Some(variant) = tags.get(VARIANT) else { return Ok(()) };
    match registry::normalised(variant) {
        Ok(other) if other == game.id() => Ok(()),
        Ok(other) => Err(other_game(&other, game.id())),
        Err(_) => {
            let name = name_of(game.id());
            let own = words(name);
            let is_known =
                |word: &String| own.contains(word) || also.contains(&word.as_str()) || is_plain(word);
            if words(variant).iter().all(is_known) { Ok(()) } else { Err(other_game(variant, game.id())) }
        }
    }
}

/// Returns the start position of a game of which nothing more is said: the usual one, with all pieces.
pub fn usual_start<G: Game>(game: &G, format: NotationFormat) -> G::Position {
    game.of_tags(format, &Tags::default()).map_or_else(|_| game.start(), |usual| usual.start())
}

/// Says whether the tag [`VARIANT`] holds the identity of the game.
pub(crate) fn is_named<G: Game>(game: &G, tags: &Tags) -> bool {
    tags.get(VARIANT).and_then(|variant| registry::normalised(variant).ok()).is_some_and(|id| id == game.id())
}

/// Refuses a game of another rule set.
pub(crate) fn other_game(variant: &str, game: &str) -> TagError {
    let remedy = match registry::normalised(variant) {
        Ok(_) => "read it as such",
        Err(_) => "if it is one, remove the tag",
    };
    TagError { tag: VARIANT, reason: format!("this is a game of {variant}, not of {game}; {remedy}") }
}

/// Whether a word says nothing about the rule set.
pub(crate) fn is_plain(word: &str) -> bool {
    PLAIN_WORDS.contains(&word)
}

/// The words of a name, in small letters, without the signs between them.
pub(crate) fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{Draughts, International};

    #[test]
    fn another_rule_set_is_refused_whether_it_is_known_or_not() {
        let game = Draughts::<International>::new();
        let check = |variant: &str| {
            let mut tags = Tags::default();
            tags.set(VARIANT, variant);
            check_variant(&game, &tags, &["draughts"]).map_err(|error| error.reason)
        };
        for own in ["", "?", "international", "International Draughts", "Standard", "From Position"] {
            assert_eq!(check(own), Ok(()), "{own}");
        }
        for other in ["russian", "Frisian", "Antidraughts", "Breakthrough", "International Frisian", "黑"] {
            let reason = check(other).expect_err(other);
            assert!(reason.contains(&format!("a game of {other}, not of international; ")), "{reason}");
        }
    }
}
