//! Positions and moves as the protocol Hub writes them.

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::DraughtsMove,
    description::{Colour, Description, PdnSquareOne},
    fen::{self, colour_of, player_of},
    goal::{GOALS, Goal},
    squares::name_of,
    variant::Variant,
};
use crate::{
    position::{MoveList, Position},
    text_error::TextError,
};

/// The parameter that chooses the variant.
pub(super) const VARIANT: &str = "variant";

/// What the name of a variant has behind it, by goal, where programs have no other name: identities have an equals sign,
/// which not every program reads between quotes.
const SUFFIXES: [&str; GOALS] = ["", "-losing", "-bt"];

/// Returns what programs call a variant with a goal.
pub(super) fn variant_name(description: &Description, goal: Goal) -> String {
    let goal = goal as usize;
    match description.hub_names[goal].first() {
        Some(name) => (*name).to_owned(),
        None => format!("{}{}", description.ids[0], SUFFIXES[goal]),
    }
}

/// Returns the goal with which a variant has this name; `None` for another variant's name.
pub(super) fn goal_of(description: &Description, name: &str) -> Option<Goal> {
    Goal::ALL.into_iter().find(|goal| {
        goal.identity(description) == name
            || description.hub_names[*goal as usize].contains(&name)
            || variant_name(description, *goal) == name
    })
}

/// Writes a position: `W` or `B` for the player to move, then for each square `w` or `b` for a man, `W` or `B`
/// for a king, `e` for none.
pub(super) fn write_position<V: Variant>(position: &DraughtsPosition<V>) -> String {
    let mut text = String::from(letter_of(colour_of::<V>(position.mover())));
    let white = position.pieces(player_of::<V>(Colour::White));
    for square in 0..V::GEOMETRY.squares {
        let here = V::Bits::one(u32::from(V::GEOMETRY.bit_of[square]));
        let colour = if (white & here).is_empty() { Colour::Black } else { Colour::White };
        let letter = letter_of(colour);
        text.push(if (position.occupied() & here).is_empty() {
            'e'
        } else if (position.kings & here).is_empty() {
            letter.to_ascii_lowercase()
        } else {
            letter
        });
    }
    // No word of the protocol's: an engine that does not know it refuses the position rather than mistake it.
    text.push_str(&fen::limit_text(position));
    text
}

fn letter_of(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

/// Reads a position; refuses one that cannot be on a board.
pub(super) fn read_position<V: Variant>(text: &str) -> Result<DraughtsPosition<V>, TextError> {
    let error = |at: usize, reason: String| TextError::new("position", text, at, reason);
    let squares = V::GEOMETRY.squares;
    let mut pieces = [const { Vec::new() }; 2];
    let (board, limit) = text.split_at(text.find(fen::FIELD_END).unwrap_or(text.len()));
    let mut letters = board.char_indices();
    let to_move = match letters.next() {
        Some((_, letter @ ('W' | 'B'))) => letter,
        _ => return Err(error(0, "the player to move is expected here: W or B".into())),
    };
    let mut count = 0;
    for (at, letter) in letters {
        count += 1;
        let (colour, king) = match letter {
            'w' => (0, ""),
            'b' => (1, ""),
            'W' => (0, "K"),
            'B' => (1, "K"),
            'e' => continue,
            _ => return Err(error(at, "a square is w, b, W, B or e".into())),
        };
        pieces[colour].push(format!("{king}{count}"));
    }
    if count != squares {
        return Err(error(board.len(), format!("there are {count} squares instead of {squares}")));
    }
    let [white, black] = pieces.map(|names| names.join(","));
    fen::read(&format!("{to_move}:W{white}:B{black}{limit}")).map_err(|refused| error(0, refused.reason))
}

/// Turns a square's index by our numbers into the one by PDN's, and back.
fn renumbered<V: Variant>(square: usize, first: PdnSquareOne) -> usize {
    let squares = V::GEOMETRY.squares;
    let columns = V::DESCRIPTION.columns();
    match first {
        PdnSquareOne::AsInHub => square,
        PdnSquareOne::BottomLeft => squares - columns * (square / columns + 1) + square % columns,
        PdnSquareOne::Last => squares - 1 - square,
    }
}

/// Writes a legal move: its ends, and for a capture the squares of what it captures.
pub(super) fn write_move<V: Variant>(mv: DraughtsMove<V::Bits>, first: PdnSquareOne) -> String {
    let square = |bit: u32| usize::from(V::GEOMETRY.square_of[bit as usize]);
    let number = |bit: u32| (renumbered::<V>(square(bit), first) + 1).to_string();
    let [from, to] = [mv.from, mv.to].map(|bit| number(u32::from(bit)));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let captured: String = mv.captured.squares().map(|bit| format!("x{}", number(bit))).collect();
    format!("{from}x{to}{captured}")
}

/// Reads a move that is legal in `position`; what it captures may be left out where the ends tell.
pub(super) fn read_move<V: Variant>(
    position: &DraughtsPosition<V>,
    text: &str,
    first: PdnSquareOne,
) -> Result<DraughtsMove<V::Bits>, TextError> {
    let error = |at: usize, reason: String| TextError::new("move", text, at, reason);
    let mut bits = Vec::new();
    for word in text.split(['-', 'x']) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let number = word.parse().ok().filter(|number| (1..=V::GEOMETRY.squares).contains(number));
        let number: usize =
            number.ok_or_else(|| error(at, "a move is two numbers of squares, 32-28 or 28x19x23".into()))?;
        bits.push(u32::from(V::GEOMETRY.bit_of[renumbered::<V>(number - 1, first)]));
    }
    let [from, to, captured @ ..] = &bits[..] else {
        return Err(error(0, "a move has two squares".into()));
    };
    let captured = captured.iter().fold(V::Bits::EMPTY, |set, bit| set | V::Bits::one(*bit));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let must_capture = moves.first().is_some_and(DraughtsMove::is_capture);
    moves.retain(|mv| (u32::from(mv.from), u32::from(mv.to)) == (*from, *to));
    let exact = moves.iter().find(|mv| mv.captured == captured);
    match (exact, &moves[..]) {
        (Some(mv), _) => Ok(*mv),
        (None, [mv]) if captured.is_empty() => Ok(*mv),
        (None, [_, _, ..]) if captured.is_empty() => {
            Err(error(0, "several captures have these ends: say what is captured".into()))
        }
        (None, []) if must_capture => {
            let name = name_of::<V>(*from);
            Err(error(0, format!("no capture from {name} ends there, and a capture has to be made")))
        }
        (None, []) => Err(error(0, "no piece can make this move".into())),
        (None, _) => Err(error(0, "the capture takes other pieces".into())),
    }
}
