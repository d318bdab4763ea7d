//! Games that begin without some of the pieces: the option `without`.

use super::{
    bits::Bits,
    board::DraughtsPosition,
    goal::{self, Goal},
    squares::{Read, name_of, read_square},
    variant::Variant,
};
use crate::{
    handicap::{self, NOTHING, WITHOUT},
    options::{GameOption, Options, identity},
    player::Player,
    position::Position,
    text_error::TextError,
};

/// The options of every variant.
pub(super) const OPTIONS: [GameOption; 2] =
    [goal::OPTION, handicap::option("squares of pieces between plus signs, such as 31+32 or f6+d6")];

/// Reads the options of an identity: the goal, and the squares whose men are missing from `start`.
///
/// # Errors
/// A value that an option does not take, or an option that no variant has.
pub(super) fn read<V: Variant>(
    mut options: Options,
    start: impl FnOnce(Goal) -> DraughtsPosition<V>,
) -> Result<(Goal, V::Bits), TextError> {
    let goal = Goal::read(&mut options)?;
    let missing = options.value(WITHOUT, V::Bits::EMPTY, |value| read_missing(value, start(goal)))?;
    options.finish(&OPTIONS)?;
    Ok((goal, missing))
}

fn read_missing<V: Variant>(value: &str, start: DraughtsPosition<V>) -> Result<V::Bits, String> {
    let squares = handicap::read(value, |item| {
        let bit = match read_square::<V>(item) {
            Read::Square(bit, length) if length == item.len() => bit,
            Read::NoSquare(reason) => return Err(reason),
            _ => return Err(format!("{item:?} is no square; {WITHOUT} has squares between plus signs")),
        };
        if (start.occupied() & V::Bits::one(bit)).is_empty() {
            return Err(format!("no piece stands on {item} at the start; name squares of pieces"));
        }
        Ok(vec![bit])
    })?;
    let missing = squares.into_iter().fold(V::Bits::EMPTY, |set, bit| set | V::Bits::one(bit));
    let left = start.without(missing);
    if [Player::FIRST, Player::SECOND].into_iter().any(|player| left.pieces(player).is_empty()) {
        return Err("a side is left without pieces; leave it some".into());
    }
    if left.outcome().is_some() {
        return Err("the game is over before it begins; leave more pieces".into());
    }
    Ok(missing)
}

/// Returns the identity of the variant `name` with missing pieces; `None` where nothing is missing.
pub(super) fn identity_without<V: Variant>(name: &str, goal: Goal, missing: V::Bits) -> Option<String> {
    let squares = handicap::text(missing.squares().map(name_of::<V>));
    let options = [goal.told(), (WITHOUT, squares, NOTHING)];
    (!missing.is_empty()).then(|| identity(name, &options))
}
