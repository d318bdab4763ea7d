//! Positions and moves as SGF writes them: points by the letters of column and row, from the top left.

use super::{
    board::Board,
    colour::Colour,
    five_move::FiveMove,
    points::{name_of, read_point},
    position::{FivePosition, Stage},
    position_text,
    rules::{Rules, SIZE_MAX, SIZE_MIN},
};
use crate::{
    game_text::{TagError, Tags},
    registry,
    text_error::TextError,
};

/// The properties that tell the game: its number, its size, its rules.
const GAME: &str = "GM";
const SIZE: &str = "SZ";
const RULES: &str = "RU";
/// The number of gomoku and Renju, and that of Go, which old Go editors give all games.
const NUMBER: &str = "4";
const GO: &str = "1";
/// A board that Go is not played on, and properties that only games of Go have.
const NO_BOARD_OF_GO: &str = "15";
const KOMI: &str = "KM";
const HANDICAP: &str = "HA";
const RESULT: &str = "RE";
/// Stones of the start position, points without one, and who moves in it.
const BLACK_STONES: &str = "AB";
const WHITE_STONES: &str = "AW";
const NO_STONES: &str = "AE";
const TO_MOVE: &str = "PL";

/// The properties of a game by these rules.
pub(super) fn start_tags(rules: Rules) -> Vec<(&'static str, String)> {
    vec![(GAME, NUMBER.to_owned()), (SIZE, rules.size.to_string()), (RULES, rules.identity())]
}

/// Checks that the properties speak of a game by these rules.
pub(super) fn check(rules: Rules, tags: &Tags) -> Result<(), TagError> {
    if let Some(number) = tags.get(GAME).filter(|number| *number != NUMBER)
        && !(number == GO && may_be_gomoku(rules, tags))
    {
        let reason =
            format!("this is game {number} of SGF, and gomoku is {NUMBER}; if it is one, write GM[{NUMBER}]");
        return Err(TagError { tag: GAME, reason });
    }
    if let Some(size) = tags.get(SIZE) {
        let own = rules.size.to_string();
        let is_own = size == own || size == format!("{own}:{own}");
        check_size(rules, is_own, size).map_err(|reason| TagError { tag: SIZE, reason })?;
    }
    check_rules(rules, tags, RULES)
}

/// Checks that a tag names these rules, by their identity or in the words of others.
pub(super) fn check_rules(rules: Rules, tags: &Tags, tag: &'static str) -> Result<(), TagError> {
    let Some(named) = tags.get(tag) else { return Ok(()) };
    let own = rules.identity();
    let remedy = match registry::normalised(named) {
        Ok(other) if other == own => return Ok(()),
        Ok(_) => "read it as such",
        Err(_) if rules.set.is_called(named) => return Ok(()),
        Err(_) => "if it is one, correct what names the rules",
    };
    Err(TagError { tag, reason: format!("this is a game of {named}, not of {own}; {remedy}") })
}

/// Whether a game that calls itself one of Go can be one of gomoku: the board is none of Go, and nothing else speaks of
/// Go (komi, handicap, a score). Programs that know Go only write so.
fn may_be_gomoku(rules: Rules, tags: &Tags) -> bool {
    let is_zero = |value: &str| value.is_empty() || value.parse().is_ok_and(|number: f64| number == 0.0);
    let side = tags.get(SIZE).and_then(|size| size.split(':').next());
    let has_score =
        tags.get(RESULT).is_some_and(|result| result.contains(|c: char| c.is_ascii_digit() && c != '0'));
    side == Some(NO_BOARD_OF_GO)
        && rules.size.to_string() == NO_BOARD_OF_GO
        && [KOMI, HANDICAP].iter().all(|name| tags.get(name).is_none_or(is_zero))
        && !has_score
}

/// Refuses a board of another size, with the game that has it.
pub(super) fn check_size(rules: Rules, is_own: bool, size: &str) -> Result<(), String> {
    if is_own {
        return Ok(());
    }
    let sides: Vec<&str> = size.split([':', 'x']).map(str::trim).collect();
    let square = sides.iter().all(|side| *side == sides[0]);
    let known = |size: &u8| square && (SIZE_MIN..=SIZE_MAX).contains(&usize::from(*size));
    let remedy = match sides[0].parse().ok().filter(known) {
        Some(size) => format!("read it as {}", Rules { size, ..rules }.identity()),
        None => format!("boards are square, with {SIZE_MIN} to {SIZE_MAX} points on a side"),
    };
    Err(format!("the board is {size}, and that of {} is {}; {remedy}", rules.identity(), rules.size))
}

fn letters(point: usize, size: usize) -> String {
    let (column, row) = (point % size, size - 1 - point / size);
    [column, row].map(|index| char::from(b'a' + index as u8)).iter().collect()
}

/// The point of two letters, or of the game's own name for it.
fn point(text: &str, size: usize) -> Result<usize, String> {
    let index = |byte: u8| usize::from(byte.wrapping_sub(b'a'));
    match *text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let (column, row) = (index(column), index(row));
            let fits = column < size && row < size;
            fits.then(|| (size - 1 - row) * size + column)
                .ok_or_else(|| format!("the point {text:?} is not on a board of {size} points on a side"))
        }
        _ => read_point(text, size),
    }
}

const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

/// Writes a stone or a pass; nothing else has words.
pub(super) fn write_move(position: &FivePosition, mv: FiveMove) -> Option<String> {
    let colour = letter(position.colour_to_move());
    match mv {
        FiveMove::Stone(point) => {
            Some(format!("{colour}[{}]", letters(usize::from(point), position.rules.size())))
        }
        FiveMove::Pass => Some(format!("{colour}[]")),
        FiveMove::Choice(_) | FiveMove::Prediction(_) => None,
    }
}

/// A stone or a pass in the game's own notation, which says whether it may be made.
pub(super) fn read_move(position: &FivePosition, text: &str) -> Result<String, TextError> {
    let error = |reason: String| TextError::new("move", text, 0, reason);
    let parts = text.split_once('[').and_then(|(colour, rest)| Some((colour, rest.strip_suffix(']')?)));
    let (colour, place) = parts.ok_or_else(|| error("a move is B[xy] or W[xy]".into()))?;
    let expected = position.colour_to_move();
    if colour != letter(expected) {
        return Err(error(format!("the next stone is {}'s", expected.name())));
    }
    if place.is_empty() {
        return Ok("pass".to_owned());
    }
    let size = position.rules.size();
    point(place, size).map(|point| name_of(point, size)).map_err(error)
}

/// Writes the stones of a position in play; others have no words of SGF's own.
pub(super) fn write_position(position: &FivePosition) -> String {
    if !position.rules.deals_colours() || position.stage != Stage::Play || position.ending.is_some() {
        return String::new();
    }
    let size = position.rules.size();
    let stones = |name: &str, colour: Colour| {
        let points = (0..size * size).filter(|point| position.board.stone(*point) == Some(colour));
        let values: String = points.map(|point| format!("[{}]", letters(point, size))).collect();
        if values.is_empty() { values } else { format!("{name}{values}") }
    };
    let [black, white] = [stones(BLACK_STONES, Colour::Black), stones(WHITE_STONES, Colour::White)];
    format!("{black}{white}{TO_MOVE}[{}]", letter(position.colour_to_move()))
}

/// Reads a position of stones: `AB[hh][hi]AW[gg]PL[W]`; `AE[hi]` takes one away again. Without `PL` Black moves after as
/// many stones of each.
pub(super) fn read_position(rules: Rules, text: &str) -> Result<FivePosition, TextError> {
    let error = |at: usize, reason: String| TextError::new("position", text, at, reason);
    if !rules.deals_colours() {
        return Err(error(0, "stones alone do not tell a position of this game".into()));
    }
    let size = rules.size();
    let mut stones = Vec::new();
    let mut to_move = None;
    let mut name = "";
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let Some((before, behind)) = rest.split_once('[') else {
            return Err(error(at, "a value in brackets is expected here".into()));
        };
        let Some((value, behind)) = behind.split_once(']') else {
            return Err(error(at, "this value has no closing bracket".into()));
        };
        name = if before.trim().is_empty() { name } else { before.trim() };
        match name {
            BLACK_STONES | WHITE_STONES => {
                let colour = if name == BLACK_STONES { Colour::Black } else { Colour::White };
                let points = rectangle(value, size).map_err(|reason| error(at, reason))?;
                stones.extend(points.into_iter().map(|point| (point, colour)));
            }
            NO_STONES => {
                let points = rectangle(value, size).map_err(|reason| error(at, reason))?;
                stones.retain(|(point, _)| !points.contains(point));
            }
            TO_MOVE => {
                to_move = Some(match value.trim().chars().next() {
                    Some('B' | 'b' | '1') => Colour::Black,
                    Some('W' | 'w' | '2') => Colour::White,
                    _ => return Err(error(at, "the player to move is B or W".into())),
                });
            }
            _ => return Err(error(at, "stones are put up by AB, AW and AE, and PL tells who moves".into())),
        }
        rest = behind;
    }
    let mut points: Vec<usize> = stones.iter().map(|(point, _)| *point).collect();
    points.sort_unstable();
    if let Some(pair) = points.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(error(0, format!("two stones on {}", name_of(pair[0], size))));
    }
    if stones.is_empty() && to_move.is_none() {
        return Err(error(0, "no stone is put up".into()));
    }
    let count = |colour| stones.iter().filter(|(_, other)| *other == colour).count();
    let next = if count(Colour::Black) > count(Colour::White) { Colour::White } else { Colour::Black };
    let sign = super::board_text::letter(Some(to_move.unwrap_or(next)));
    let rows = position_text::board_rows(&Board::with_stones(rules.set, size, stones.into_iter()));
    position_text::read(rules, &format!("{rows} {sign}")).map_err(|refused| error(0, refused.reason))
}

/// The points of one value: a point, or all of a rectangle, `aa:cc`.
fn rectangle(value: &str, size: usize) -> Result<Vec<usize>, String> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(value.trim(), size)?]);
    };
    let [from, to] = [point(from.trim(), size)?, point(to.trim(), size)?];
    let span = |one: usize, other: usize| one.min(other)..=one.max(other);
    let files = span(from % size, to % size);
    let ranks = span(from / size, to / size);
    Ok(ranks.flat_map(|rank| files.clone().map(move |file| rank * size + file)).collect())
}
