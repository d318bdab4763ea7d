//! Which game the games of a text are of.

use super::{Form, Tags, VARIANT, cursor::Cursor, form_of, header::Header, psq, sgf};
use crate::{
    game::Game,
    notation::NotationFormat::{self, Native},
    registry::{self, GameVisitor},
};

/// What other programs' settings call the size of a board.
const SIZE: &str = "size";

/// The identity of the game that the first game of a text is of. Where the text tells only the size of the board, the
/// rest comes from `wanted`, an identity too; `None` where neither tells the game.
pub fn identity_of(text: &str, wanted: Option<&str>) -> Option<String> {
    let mut cursor = Cursor::new(text);
    cursor.peek();
    let (told, notation, size) = match form_of(text) {
        Some(Form::Sgf) => {
            let (rules, size) = sgf::header(&mut cursor);
            (rules.and_then(|rules| registry::normalised(&rules).ok()), NotationFormat::Sgf, size)
        }
        Some(Form::Psq) => (None, NotationFormat::Psq, psq::size(&mut cursor)),
        _ => {
            let told = of_tags(&Header::read(&mut cursor).tags());
            return wanted.map(str::to_owned).or(told);
        }
    };
    let base = wanted.map(str::to_owned).or(told)?;
    let Some(size) = size else { return Some(base) };
    registry::dispatch(&base, Sized { notation, size: &size }).ok()
}

/// The game that tags name by its identity, or by what its own games are tagged with.
fn of_tags(tags: &Tags) -> Option<String> {
    if let Some(Ok(named)) = tags.get(VARIANT).map(registry::normalised) {
        return Some(named);
    }
    let is_its_own = |id: &String| registry::dispatch(id, OwnTags(tags)).unwrap_or_default();
    let plain = registry::NAMES.iter().map(|id| (*id).to_owned());
    // The plain name is the first of its identities.
    let with_options = registry::NAMES.iter().flat_map(|id| registry::identities(id).into_iter().skip(1));
    plain.chain(with_options).find(is_its_own)
}

/// Whether tags are those with which a game's own games tell which game it is.
struct OwnTags<'t>(&'t Tags);

impl GameVisitor for OwnTags<'_> {
    type Output = bool;

    fn visit<G: Game>(self, game: G) -> bool {
        let Self(tags) = self;
        let own = game.start_tags(Native, &game.start());
        // What is no identity is the game's to understand.
        own.iter().any(|(name, _)| *name != VARIANT && tags.get(name).is_some())
            && game.of_tags(Native, tags).is_ok()
    }
}

/// The game on a board of another size, as far as it has one.
struct Sized<'s> {
    notation: NotationFormat,
    size: &'s str,
}

impl GameVisitor for Sized<'_> {
    type Output = String;

    fn visit<G: Game>(self, game: G) -> String {
        let has = game.has_format(self.notation);
        let sized = game.with_setting(self.notation, SIZE, self.size).ok().filter(|_| has);
        sized.as_ref().unwrap_or(&game).id().to_owned()
    }
}
