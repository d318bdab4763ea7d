//! The games by the names that Hub has for them.

use damier_rules::{AnyGame, Game, GameTags, Notation, NotationFormat, registry};

/// The parameter that chooses the game.
pub const VARIANT: &str = "variant";

/// Returns a game's name in Hub: that of its rules' own setting, or else its identity.
pub fn variant_of(game: &AnyGame) -> String {
    let told = game.settings(NotationFormat::Hub).into_iter().find(|(name, _)| *name == VARIANT);
    told.map_or_else(|| game.id().to_owned(), |(_, name)| name)
}

/// Returns the games of Hub, with one option each.
fn games() -> impl Iterator<Item = AnyGame> {
    let identities = registry::NAMES.iter().flat_map(|name| registry::identities(name));
    let games = identities.filter_map(|id| AnyGame::of_id(&id).ok());
    games.filter(|game| game.has_format(NotationFormat::Hub))
}

/// Returns the identity of the game that a variant's name means: a name of Hub's, one of other programs or an identity.
pub fn game_of(variant: &str) -> Option<String> {
    let variant = variant.to_lowercase();
    let named = |game: AnyGame| game.with_setting(NotationFormat::Hub, VARIANT, &variant).ok();
    games().find_map(named).map(|game| game.id().to_owned())
}

/// Returns the names of all variants: those of Hub, and those of the games that have another name there.
pub fn variants() -> Vec<String> {
    let mut names = Vec::new();
    for game in games() {
        names.push(variant_of(&game));
        let id = game.id().to_owned();
        if registry::NAMES.contains(&id.as_str()) && !names.contains(&id) {
            names.push(id);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_scan_and_of_servers() {
        for (name, id) in [
            ("normal", "international"),
            ("Standard", "international"),
            ("international", "international"),
            ("losing", "international:goal=lose-all"),
            ("antidraughts", "international:goal=lose-all"),
            ("bt", "international:goal=first-king"),
            ("breakthrough", "international:goal=first-king"),
            ("frisian", "frisian"),
            ("frysk!", "frysk"),
            ("portuguese", "portuguese"),
            ("russian-losing", "russian:goal=lose-all"),
            ("russian:goal=lose-all", "russian:goal=lose-all"),
        ] {
            assert_eq!(game_of(name).as_deref(), Some(id), "{name}");
        }
        assert_eq!(game_of("killer"), None);
        assert_eq!(game_of("chess"), None);
    }

    #[test]
    fn every_variant_is_read_as_the_game_that_is_called_so() {
        let names = variants();
        assert!(["normal", "losing", "bt", "frisian"].iter().all(|name| names.iter().any(|n| n == name)));
        assert!(names.iter().all(|name| !name.contains(['=', ' ', '"'])), "{names:?}");
        for name in &names {
            let id = game_of(name).unwrap_or_else(|| panic!("{name}"));
            let game = AnyGame::of_id(&id).expect("a game");
            assert!(*name == variant_of(&game) || *name == id, "{name}");
        }
    }
}
