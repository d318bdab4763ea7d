//! Games as text: PDN 3.0 (<https://wiegerw.github.io/pdn/>).

use super::{
    description::{Colour, Description},
    fen::player_of,
    goal::Goal,
    variant::Variant,
};
use crate::{
    game_text::{EndStyle, FEN, MarkStyle, TagError, Tags, TextStyle, VARIANT},
    outcome::Outcome,
    player::Player,
};

/// The tag that tells the variant.
pub(super) const GAME_TYPE: &str = "GameType";

/// Words of the tag `Variant` that do not tell variants apart.
pub(super) const WORDS: [&str; 7] = ["draughts", "checkers", "dames", "damas", "dama", "dammen", "shashki"];
/// The same for games that are won by losing all pieces, as servers and programs call them.
const LOSING_WORDS: [&str; 12] = [
    "draughts",
    "checkers",
    "dames",
    "damas",
    "dama",
    "dammen",
    "shashki",
    "antidraughts",
    "anti",
    "losing",
    "giveaway",
    "suicide",
];
/// The same for games that the first king wins.
const BREAKTHROUGH_WORDS: [&str; 9] =
    ["draughts", "checkers", "dames", "damas", "dama", "dammen", "shashki", "breakthrough", "bt"];
/// What lidraughts gives games of the largest of its boards that begin from a position.
const FROM_POSITION: (u8, Option<u8>) = (99, Some(20));

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

/// Returns the words of the tag `Variant` that a game with this goal may have besides those of its name.
pub(super) const fn words(goal: Goal) -> &'static [&'static str] {
    match goal {
        Goal::Capture => &WORDS,
        Goal::LoseAll => &LOSING_WORDS,
        Goal::FirstKing => &BREAKTHROUGH_WORDS,
    }
}

/// Returns the tags of a game: lidraughts has numbers for some goals, and our own identity tells all of them, and the
/// variant without a number.
pub(super) fn start_tags(description: &Description, goal: Goal) -> Vec<(&'static str, String)> {
    let number = game_type(description, goal);
    let mut tags: Vec<_> = number.map(|number| (GAME_TYPE, number.to_string())).into_iter().collect();
    if goal != Goal::default() || number.is_none() {
        tags.push((VARIANT, goal.identity(description).to_owned()));
    }
    tags
}

/// Returns the number that lidraughts gives to a variant with a goal.
fn number_of_goal(description: &Description, goal: Goal) -> Option<u8> {
    let place = (goal as usize).checked_sub(1)?;
    description.pdn_goal_types[place]
}

/// Returns the number that the tag has.
fn game_type(description: &Description, goal: Goal) -> Option<u8> {
    number_of_goal(description, goal).or(description.pdn_game_type)
}

/// Checks that the tags speak of this variant with this goal; [`VARIANT`] is looked at elsewhere.
pub(super) fn check(description: &Description, goal: Goal, tags: &Tags) -> Result<(), TagError> {
    let Some(value) = tags.get(GAME_TYPE) else {
        return Ok(());
    };
    let own = game_type(description, goal);
    // The number of the variant alone means the usual goal.
    let tells_goal = goal == Goal::default() || number_of_goal(description, goal).is_some();
    let is_named = tags.get(VARIANT).is_some();
    let id = goal.identity(description);
    let number = value.split(',').next().unwrap_or_default().trim();
    let number = number.parse::<u8>();
    let called = own.map_or_else(|| "has no number".to_owned(), |own| format!("is {own}"));
    match number {
        Ok(given) if (given, own) == FROM_POSITION && goal == Goal::default() && tags.get(FEN).is_some() => {
            Ok(())
        }
        Ok(given) if Some(given) == own && (tells_goal || is_named) => Ok(()),
        Ok(given) if Some(given) == description.pdn_game_type && is_named => Ok(()),
        Ok(given) if Some(given) == own => {
            let reason =
                format!("{given} alone is no game of {id}; if it is one, add the tag {VARIANT} \"{id}\"");
            Err(TagError { tag: GAME_TYPE, reason })
        }
        Ok(given) => {
            let reason = format!("{given} is another game than {id}, which {called}");
            Err(TagError { tag: GAME_TYPE, reason })
        }
        Err(_) => {
            let reason = format!("{value:?} is no number of a game; {id} {called}");
            Err(TagError { tag: GAME_TYPE, reason })
        }
    }
}
