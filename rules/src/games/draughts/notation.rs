//! Moves as text.

use std::collections::BTreeMap;

use super::{
    bits::Bits,
    board::DraughtsPosition,
    board_move::{DraughtsMove, Rank},
    captures::Sink,
    description::{KingRange, Notation, Priority},
    fen::{colour_name, colour_of},
    squares::{Read, name_of, read_square},
    variant::Variant,
};
use crate::{
    position::{MoveList, Position},
    text_error::TextError,
};

/// One way to make a capture: its value, the move, and the landing squares.
struct Way<B: Bits> {
    value: u32,
    mv: DraughtsMove<B>,
    landings: Vec<u32>,
}

/// Collects the ways.
struct Ways<B: Bits> {
    trail: Vec<u32>,
    found: Vec<Way<B>>,
}

impl<B: Bits> Sink<B> for Ways<B> {
    const EVERY_WAY: bool = true;

    fn land(&mut self, bit: u32) {
        self.trail.push(bit);
    }

    fn leave(&mut self) {
        self.trail.pop();
    }

    fn complete(&mut self, value: u32, mv: DraughtsMove<B>) {
        self.found.push(Way { value, mv, landings: self.trail.clone() });
    }
}

fn ways<V: Variant>(position: &DraughtsPosition<V>) -> Vec<Way<V::Bits>> {
    let mut ways = Ways { trail: Vec::new(), found: Vec::new() };
    position.captures_of_mover(&mut ways);
    ways.found
}

/// Keeps of the ways to each move the first of the highest value.
struct FirstWays<B: Bits> {
    trail: Vec<u32>,
    found: BTreeMap<DraughtsMove<B>, (u32, Vec<u32>)>,
}

impl<B: Bits> Sink<B> for FirstWays<B> {
    fn land(&mut self, bit: u32) {
        self.trail.push(bit);
    }

    fn leave(&mut self) {
        self.trail.pop();
    }

    fn complete(&mut self, value: u32, mv: DraughtsMove<B>) {
        if self.found.get(&mv).is_none_or(|(known, _)| *known < value) {
            self.found.insert(mv, (value, self.trail.clone()));
        }
    }
}

/// The squares on which the piece of each legal move stands, from its origin on.
pub(super) fn paths<V: Variant>(position: &DraughtsPosition<V>) -> Vec<Vec<String>> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut ways = FirstWays { trail: Vec::new(), found: BTreeMap::new() };
    if moves.first().is_some_and(DraughtsMove::is_capture) {
        position.captures_of_mover(&mut ways);
    }
    let path = |mv: &DraughtsMove<V::Bits>| {
        let landings = ways.found.get(mv).map_or_else(|| vec![u32::from(mv.to)], |(_, way)| way.clone());
        [u32::from(mv.from)].into_iter().chain(landings).map(name_of::<V>).collect()
    };
    moves.iter().map(path).collect()
}

/// Writes a legal move: both ends, or all landing squares where another move shares both ends.
pub(super) fn write<V: Variant>(position: &DraughtsPosition<V>, mv: DraughtsMove<V::Bits>) -> String {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    write_among(position, mv, &moves)
}

fn write_among<V: Variant>(
    position: &DraughtsPosition<V>,
    mv: DraughtsMove<V::Bits>,
    moves: &[DraughtsMove<V::Bits>],
) -> String {
    let (from, to) = (u32::from(mv.from), u32::from(mv.to));
    let alone = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count() <= 1;
    let mut landings = vec![to];
    if !alone && let Some(way) = ways(position).into_iter().find(|way| way.mv == mv) {
        landings = way.landings;
    }
    let separator = match (mv.is_capture(), V::DESCRIPTION.notation) {
        (false, _) => '-',
        (true, Notation::Numeric) => 'x',
        (true, Notation::Algebraic) => ':',
    };
    let mut text = name_of::<V>(from);
    for landing in landings {
        text.push(separator);
        text.push_str(&name_of::<V>(landing));
    }
    text
}

/// Whether the landing squares of a way fit the given ones.
type Fit = fn(way: &[u32], given: &[u32]) -> bool;

const TOO_SHORT: &str = "a move has at least two squares, e.g. 32-28 or c3:e5";

/// What the text says that the move is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// `-` or nothing between the squares.
    Plainly,
    /// `x`, `:` or `×` somewhere.
    AsCapture,
}

/// Reads a move: origin and destination, or origin and landing squares, or as many of them as tell the move
/// apart from the others. Where nothing can be captured, a step may have the sign of a capture.
pub(super) fn read<V: Variant>(
    position: &DraughtsPosition<V>,
    text: &str,
) -> Result<DraughtsMove<V::Bits>, TextError> {
    let fail = |reason: String| Err(TextError::new("move", text, 0, reason));
    let (squares, written) = read_squares::<V>(text)?;
    let [from, landings @ ..] = &squares[..] else {
        return fail(TOO_SHORT.into());
    };
    if landings.is_empty() {
        return fail(TOO_SHORT.into());
    }
    if let Some(reason) = origin_problem(position, *from) {
        return fail(reason);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.first().is_some_and(DraughtsMove::is_capture) {
        return read_capture(position, text, *from, landings, &moves);
    }
    // Some programs write x for every move.
    let found = moves
        .iter()
        .find(|mv| u32::from(mv.from) == *from && landings.len() == 1 && u32::from(mv.to) == landings[0]);
    match found {
        Some(mv) => Ok(*mv),
        None if written == Written::AsCapture => fail("there is nothing to capture".into()),
        None => fail(step_problem(position, *from, landings)),
    }
}

fn read_capture<V: Variant>(
    position: &DraughtsPosition<V>,
    text: &str,
    from: u32,
    landings: &[u32],
    moves: &[DraughtsMove<V::Bits>],
) -> Result<DraughtsMove<V::Bits>, TextError> {
    let fail = |reason: String| Err(TextError::new("move", text, 0, reason));
    let all = ways(position);
    let best = all.iter().map(|way| way.value).max().unwrap_or(0);
    let own: Vec<&Way<V::Bits>> = all.iter().filter(|way| u32::from(way.mv.from) == from).collect();
    let fits: [Fit; 3] = [
        |way, given| way == given,
        |way, given| way.last() == given.last() && is_subsequence(given, way),
        |way, given| way.starts_with(given),
    ];
    for fit in fits {
        let mut found: Vec<DraughtsMove<V::Bits>> = own
            .iter()
            .filter(|way| way.value == best && fit(&way.landings, landings))
            .map(|way| way.mv)
            .collect();
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [] => {}
            [mv] => return Ok(mv),
            _ => {
                let texts: Vec<String> = found.iter().map(|mv| write_among(position, *mv, moves)).collect();
                return fail(format!("ambiguous: {}", texts.join(" or ")));
            }
        }
    }
    let example = write_among(position, moves[0], moves);
    let lesser = own.iter().find(|way| fits.iter().any(|fit| fit(&way.landings, landings)));
    if let Some(way) = lesser {
        return fail(format!("{}, e.g. {example}", priority_reason::<V>(way.mv, moves[0])));
    }
    if own.iter().any(|way| way.landings.iter().any(|landing| landings.last() == Some(landing))) {
        return fail(format!("no capture goes that way, e.g. {example} does"));
    }
    fail(format!("a capture is compulsory, e.g. {example}"))
}

/// Why the capture `lesser` is not legal where `legal` is.
fn priority_reason<V: Variant>(lesser: DraughtsMove<V::Bits>, legal: DraughtsMove<V::Bits>) -> String {
    let of_most = || format!("a capture of {} is compulsory", legal.captures());
    let takes_less = lesser.captures() < legal.captures();
    match V::DESCRIPTION.priority {
        Priority::ByKing => "a capture with a king is compulsory".into(),
        Priority::WorthThenByKing => {
            "the capture of most worth is compulsory (a king counts little less than two men), among equals with a king"
                .into()
        }
        Priority::Free | Priority::Most => of_most(),
        _ if takes_less => of_most(),
        Priority::MostThenKings => "a capture of more kings is compulsory".into(),
        Priority::MostThenByKingThenKingsEarliest => {
            "a capture with a king, then of most kings, then of kings first is compulsory".into()
        }
    }
}

fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|wanted| rest.any(|item| item == wanted))
}

fn origin_problem<V: Variant>(position: &DraughtsPosition<V>, from: u32) -> Option<String> {
    let origin = V::Bits::one(from);
    let name = name_of::<V>(from);
    let mover = position.mover();
    if (position.occupied() & origin).is_empty() {
        return Some(format!("no piece on {name}"));
    }
    if (position.own & origin).is_empty() {
        let owner = colour_name(colour_of::<V>(mover.opponent()));
        let to_move = colour_name(colour_of::<V>(mover));
        return Some(format!("the piece on {name} is {owner}'s, and {to_move} is to move"));
    }
    None
}

fn step_problem<V: Variant>(position: &DraughtsPosition<V>, from: u32, landings: &[u32]) -> String {
    let [to] = landings else {
        return "there is nothing to capture, and a step has two squares".into();
    };
    let name = name_of::<V>(*to);
    if !(position.occupied() & V::Bits::one(*to)).is_empty() {
        return format!("{name} is occupied");
    }
    let king = !(position.kings & V::Bits::one(from)).is_empty();
    let (rank, reach) = match (king, V::DESCRIPTION.king) {
        (false, _) => (Rank::Man, "steps to an adjacent empty square in front of it"),
        (true, KingRange::OneStep) => (Rank::King, "steps to an adjacent empty square"),
        (true, KingRange::Flying) => (Rank::King, "goes along its lines over empty squares"),
    };
    let piece = if rank == Rank::Man { "man" } else { "king" };
    format!("the {piece} on {} cannot go to {name}: it {reach}", name_of::<V>(from))
}

fn read_squares<V: Variant>(text: &str) -> Result<(Vec<u32>, Written), TextError> {
    let fail = |at: usize, reason: String| Err(TextError::new("move", text, at, reason));
    let mut at = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    let mut squares = Vec::new();
    let mut written = Written::Plainly;
    if let Some(squares) = run_together::<V>(text.trim()) {
        return Ok((squares, written));
    }
    while at < end {
        match read_square::<V>(&text[at..end]) {
            Read::Square(bit, length) => {
                squares.push(bit);
                at += length;
            }
            Read::NoSquare(reason) => return fail(at, reason),
            Read::Nothing => return fail(at, "a square is expected here, e.g. 28 or c3".into()),
        }
        let Some(separator) = text[at..end].chars().next() else {
            break;
        };
        match separator {
            '-' | '–' => {}
            'x' | 'X' | ':' | '×' => written = Written::AsCapture,
            'a'..='l' | 'A'..='L' => continue,
            _ => return fail(at, "a separator is expected here: - for a step, x or : for a capture".into()),
        }
        at += separator.len_utf8();
        if at == end {
            return fail(at, "the move ends after a separator".into());
        }
    }
    Ok((squares, written))
}

/// Squares of two digits each without anything between: `3228`.
fn run_together<V: Variant>(text: &str) -> Option<Vec<u32>> {
    const DIGITS: usize = 2;
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits || text.len() < 2 * DIGITS || !text.len().is_multiple_of(DIGITS) {
        return None;
    }
    let squares = (0..text.len()).step_by(DIGITS).map(|at| {
        let number: usize = text[at..at + DIGITS].parse().ok()?;
        let is_square = (1..=V::GEOMETRY.squares).contains(&number);
        is_square.then(|| u32::from(V::GEOMETRY.bit_of[number - 1]))
    });
    squares.collect()
}
