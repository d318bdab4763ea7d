//! Lines in the manner of EPD: a position, then operations, each ended by a semicolon.

/// What an operation of EPD may be called.
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
/// Comments have numbers.
const COMMENT: char = 'c';
/// Of these, the ones that are also where a pawn of chess can be captured en passant.
const SQUARES: [&str; 2] = ["c3", "c6"];
/// Begins what a comment says.
const QUOTE: char = '"';

/// Where the operations of a line begin, or the line ends: the first word behind the first one that is the name
/// of an operation. `c3` and `c6` are comments where a quotation mark follows, and otherwise squares.
pub fn operations(line: &str) -> usize {
    let quoted = |behind: usize| line[behind..].trim_start().starts_with(QUOTE);
    words(line, 0)
        .skip(1)
        .find(|(at, word)| is_operation(word) && (!SQUARES.contains(word) || quoted(at + word.len())))
        .map_or(line.len(), |(at, _)| at)
}

fn is_operation(word: &str) -> bool {
    let numbered =
        word.strip_prefix(COMMENT).is_some_and(|rest| rest.len() == 1 && rest.parse::<u8>().is_ok());
    let name = word.trim_end_matches(';');
    numbered || OPERATIONS.contains(&name)
}

/// The words of a text from byte `from` on, with the places where they begin.
pub fn words(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let begin = at + rest.len() - rest.trim_start().len();
        let word = text[begin..].split_whitespace().next()?;
        at = begin + word.len();
        Some((begin, word))
    })
}
