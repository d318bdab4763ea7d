//! Which game the games of a text are of.

use super::{Form, Tags, VARIANT, cursor::Cursor, form_of, psq, sgf, tags::read_tags};
use crate::{
    dialect::Dialect,
    game::Game,
    registry::{self, GameVisitor},
};

/// What other programs' settings call the size of a board.
const SIZE: &str = "size";

/// The identity of the game that the first game of a text is of. Where the text tells only the size of the board, the
/// rest comes from `wanted`, an identity too; `None` where neither tells the game.
pub fn identity_of(text: &str, wanted: Option<&str>) -> Option<String> {
    let mut cursor = Cursor::new(text);
    cursor.peek();
    let (told, dialect, size) = match form_of(text) {
        Some(Form::Sgf) => {
            let (rules, size) = sgf::header(&mut cursor);
            (rules.and_then(|rules| registry::normalised(&rules).ok()), Dialect::Sgf, size)
        }
        Some(Form::Psq) => (None, Dialect::Psq, psq::size(&mut cursor)),
        _ => {
            let read = read_tags(&mut cursor).unwrap_or_default();
            let mut tags = Tags::default();
            read.iter().for_each(|tag| tags.set(&tag.name, &tag.value));
            let told = of_tags(&tags);
            return wanted.map(str::to_owned).or(told);
        }
    };
    let base = wanted.map(str::to_owned).or(told)?;
    let Some(size) = size else { return Some(base) };
    registry::dispatch(&base, Sized { dialect, size: &size }).ok()
}

/// The game that tags name by its identity, or by what its own games are tagged with.
fn of_tags(tags: &Tags) -> Option<String> {
    if let Some(Ok(named)) = tags.get(VARIANT).map(registry::normalised) {
        return Some(named);
    }
    // Behind a comma, what is special to a program or a board may follow.
    let said = |name: &str| tags.get(name).and_then(|value| value.split(',').next()).map(str::trim);
    let is_its_own = |id: &&&str| {
        let own = registry::dispatch(id, StartTags).unwrap_or_default();
        own.iter().any(|(name, value)| said(name) == Some(value))
    };
    registry::NAMES.iter().find(is_its_own).map(|id| (*id).to_owned())
}

/// What a game's own games are tagged with.
struct StartTags;

impl GameVisitor for StartTags {
    type Output = Vec<(&'static str, String)>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        game.start_tags(&game.start())
    }
}

/// The game on a board of another size, as far as it has one.
struct Sized<'s> {
    dialect: Dialect,
    size: &'s str,
}

impl GameVisitor for Sized<'_> {
    type Output = String;

    fn visit<G: Game>(self, game: G) -> String {
        let has = game.dialects().contains(&self.dialect);
        let sized = game.adjusted(self.dialect, SIZE, self.size).ok().filter(|_| has);
        sized.as_ref().unwrap_or(&game).id().to_owned()
    }
}
