//! Lines in the manner of EPD: a position, then operations, each ended by a semicolon.
//!
//! A semicolon may stand behind the position, too. Operations that are not known are ignored, as EPD asks for (PGN,
//! §16.2.4.2); `hmvc` and `fmvn` set the counters of the position ([`with_counters`](crate::Notation::with_counters)).

use crate::{
    any::{AnyGame, AnyPosition},
    game::Game,
    notation::{Notation, NotationFormat::Native},
    text_error::TextError,
};

/// Operations that end a position wherever they stand.
const OPERATIONS: [&str; 24] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "v0",
];
/// The operation of ours that plays moves from the position.
pub const MOVES: &str = "moves";
/// Operations whose operands are moves.
const SOLUTIONS: [&str; 2] = ["bm", "am"];
/// Plies without progress, and the number of the move.
const QUIET: &str = "hmvc";
const NUMBER: &str = "fmvn";
/// Comments have numbers.
const COMMENT: char = 'c';
/// Of these, the ones that are also where a pawn of chess can be captured en passant.
const SQUARES: [&str; 2] = ["c3", "c6"];
/// Ends an operation, and begins what a comment says.
const END: char = ';';
const QUOTE: char = '"';
/// The most characters of an operation's name.
const LONGEST_NAME: usize = 15;
/// Stands for the start position, as nothing does before [`MOVES`].
const START: &str = "startpos";
/// Begin a line that is a comment.
const COMMENT_LINE: [char; 2] = ['#', END];

/// What is wrong, and at which byte of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The byte.
    pub at: usize,
    /// The reason, and the remedy where there is one.
    pub reason: String,
}

/// An operation: its name and its operands, with the bytes of the line where they begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation<'l> {
    /// The name.
    pub name: &'l str,
    /// Where it begins.
    pub at: usize,
    /// The operands.
    pub operands: Vec<(usize, &'l str)>,
}

/// Returns the lines of a text that are neither empty nor comments (`#`, `;`), with their numbers from 1. Lines end with
/// a line feed, a carriage return or both; signs for machines around them (a byte order mark, zeros) do not count.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let blank = |c: char| c.is_control() || c == '\u{feff}' || c.is_whitespace();
    let mut before = '\n';
    let mut number = 0;
    let parts = text.split_inclusive(['\n', '\r']).filter_map(move |part| {
        // The second half of a line's end is no line.
        let is_half = part == "\n" && before == '\r';
        before = part.chars().next_back().unwrap_or('\n');
        number += usize::from(!is_half);
        (!is_half).then_some((number, part))
    });
    // Blanks before a line count for its columns.
    let trimmed = parts
        .map(move |(number, part)| (number, part.trim_end_matches(blank).trim_start_matches('\u{feff}')));
    trimmed.filter(move |(_, line)| {
        let text = line.trim_start_matches(blank);
        !text.is_empty() && !text.starts_with(COMMENT_LINE)
    })
}

/// Reads a line: the position (the start position where there is none, or `startpos`) and the operations behind it.
///
/// # Errors
/// The position is none of the game, or a counter is no number.
pub fn read<'l>(game: &AnyGame, line: &'l str) -> Result<(AnyPosition, Vec<Operation<'l>>), Fault> {
    let (position, end) = read_position(game, line)?;
    let operations = operations(line, end);
    let counter = |name: &str| {
        let found = operations.iter().find(|operation| operation.name == name);
        found.map(|operation| read_counter(operation)).transpose()
    };
    let (quiet, number) = (counter(QUIET)?, counter(NUMBER)?);
    let position =
        if quiet.or(number).is_some() { game.with_counters(position, quiet, number) } else { position };
    Ok((position, operations))
}

/// Reads the position at the beginning of a line; the byte behind it.
fn read_position(game: &AnyGame, line: &str) -> Result<(AnyPosition, usize), Fault> {
    let semicolon = line.find(END).unwrap_or(line.len());
    let words: Vec<(usize, &str)> = words(&line[..semicolon], 0).collect();
    let is_known = |(number, (at, word)): (usize, &(usize, &str))| {
        let quoted = || line[at + word.len()..].trim_start().starts_with(QUOTE);
        *word == MOVES || number > 0 && is_operation(word) && (!SQUARES.contains(word) || quoted())
    };
    let known = words.iter().enumerate().position(|(number, word)| is_known((number, word)));
    let known = known.unwrap_or(words.len());
    let end_of = |count: usize| words.get(count).map_or(semicolon, |(at, _)| *at);
    let told = line[..end_of(known)].trim();
    if told == START || told.is_empty() && known < words.len() {
        return Ok((game.start(), end_of(known)));
    }
    let refused = match game.parse_position(Native, told) {
        Ok(position) => return Ok((position, end_of(known))),
        Err(refused) => refused,
    };
    // An operation that is not known begins somewhere: behind the longest text that is a position.
    let fewest = game.position_words();
    let fewest =
        fewest.unwrap_or_else(|| game.position_text(Native, &game.start()).split_whitespace().count());
    for count in (fewest..known).rev() {
        let (at, word) = words[count];
        if is_name(word)
            && let Ok(position) = game.parse_position(Native, line[..at].trim())
        {
            return Ok((position, at));
        }
    }
    Err(position_fault(line, told, &refused))
}

fn position_fault(line: &str, told: &str, refused: &TextError) -> Fault {
    let begin = line.len() - line.trim_start().len();
    let column = told.char_indices().nth(refused.column - 1).map_or(told.len(), |(at, _)| at);
    Fault { at: begin + column, reason: format!("position {:?}: {}", refused.text, refused.reason) }
}

/// The operations from byte `from` of a line on.
fn operations(line: &str, from: usize) -> Vec<Operation<'_>> {
    let mut found = Vec::new();
    let mut at = from;
    while at < line.len() {
        // A semicolon in quotes ends nothing.
        let mut quoted = false;
        let length = line[at..].find(|c| {
            quoted ^= c == QUOTE;
            c == END && !quoted
        });
        let end = length.map_or(line.len(), |length| at + length);
        let mut told: Vec<(usize, &str)> = words(&line[..end], at).collect();
        while !told.is_empty() {
            let (at, name) = told.remove(0);
            // No move is called like an operation: some forget the semicolon between them.
            let is_next = |word: &str| SOLUTIONS.contains(&name) && OPERATIONS.contains(&word);
            let next = told.iter().position(|(_, word)| is_next(word)).unwrap_or(told.len());
            let behind = told.split_off(next);
            found.push(Operation { name, at, operands: std::mem::replace(&mut told, behind) });
        }
        at = end + END.len_utf8();
    }
    found
}

fn read_counter(operation: &Operation<'_>) -> Result<u32, Fault> {
    let value = match operation.operands[..] {
        [(_, value)] => value.parse().ok(),
        _ => None,
    };
    let reason = || format!("one number is expected behind {}", operation.name);
    value.ok_or_else(|| Fault { at: operation.at, reason: reason() })
}

fn is_operation(word: &str) -> bool {
    let numbered =
        word.strip_prefix(COMMENT).is_some_and(|rest| rest.len() == 1 && rest.parse::<u8>().is_ok());
    numbered || word == MOVES || OPERATIONS.contains(&word)
}

/// Whether a word has the form of an operation's name.
fn is_name(word: &str) -> bool {
    word.len() <= LONGEST_NAME
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The words of a text from byte `from` on, with the places where they begin.
pub fn words(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let begin = at + rest.len() - rest.trim_start().len();
        let word = text[begin..].split_whitespace().next()?;
        at = begin + word.len();
        Some((begin, word))
    })
}
