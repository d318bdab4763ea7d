//! Games as text: PDN 3.0 (<https://wiegerw.github.io/pdn/>).

use super::{description::Colour, fen::player_of, variant::Variant};
use crate::{
    game_text::{EndStyle, FEN, MarkStyle, TagError, Tags, TextStyle},
    outcome::Outcome,
    player::Player,
};

/// The tag that tells the variant.
pub(super) const GAME_TYPE: &str = "GameType";

/// Words of the tag `Variant` that do not tell variants apart.
pub(super) const WORDS: [&str; 7] = ["draughts", "checkers", "dames", "damas", "dama", "dammen", "shashki"];
/// What lidraughts gives games of the largest of its boards that begin from a position.
const FROM_POSITION: (u8, u8) = (99, 20);

/// Results in points: two for a win.
const TWO_POINTS: [&str; 3] = ["2-0", "0-2", "1-1"];
/// Results in points: one for a win.
const ONE_POINT: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
/// All that are read, whichever are written. Both players lose by the last one, which no outcome of the rules is.
const READ: [(&str, Option<Outcome>); 7] = [
    ("2-0", Some(Outcome::Win(Player::FIRST))),
    ("0-2", Some(Outcome::Win(Player::SECOND))),
    ("1-1", Some(Outcome::Draw)),
    ("1-0", Some(Outcome::Win(Player::FIRST))),
    ("0-1", Some(Outcome::Win(Player::SECOND))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("0-0", None),
];

/// How the variant's games look. The first number of a result counts for the player who moves first, whatever
/// the colour.
pub(super) fn style<V: Variant>() -> TextStyle {
    let results = if V::DESCRIPTION.points_for_a_win == 2 { TWO_POINTS } else { ONE_POINT };
    let white = player_of::<V>(Colour::White);
    let mut style = TextStyle::portable(results, MarkStyle::StrengthSigns, EndStyle::Star, white);
    style.other_results = &READ;
    style
}

/// Checks that the tags speak of this variant.
pub(super) fn check<V: Variant>(tags: &Tags) -> Result<(), TagError> {
    let Some(value) = tags.get(GAME_TYPE) else {
        return Ok(());
    };
    let own = V::DESCRIPTION.pdn_game_type;
    let number = value.split(',').next().unwrap_or_default().trim();
    let number = number.parse::<u8>();
    match number {
        Ok(given) if (given, own) == FROM_POSITION && tags.get(FEN).is_some() => Ok(()),
        Ok(given) if given == own => Ok(()),
        Ok(given) => {
            let reason = format!("{given} is another game than {}, which is {own}", V::DESCRIPTION.id);
            Err(TagError { tag: GAME_TYPE, reason })
        }
        Err(_) => {
            let reason = format!("{value:?} is no number of a game; {} is {own}", V::DESCRIPTION.id);
            Err(TagError { tag: GAME_TYPE, reason })
        }
    }
}
