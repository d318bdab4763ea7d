//! What an engine tells while it thinks.

use std::fmt;

use super::words::split_word;

/// A score of this and a number of moves is a mate in that many; negative when the player to move is mated.
pub const MATE: i32 = 100_000;

/// A line of thinking output.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    /// Depth in plies.
    pub depth: u32,
    /// The score for the engine in hundredths of a pawn; [`MATE`] says how mates are written.
    pub score: i32,
    /// Time since the search began, in hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The expected line, or a remark.
    pub line: String,
}

impl Thinking {
    /// Reads four numbers and a line. A sign behind the depth, as GNU Chess has it, and further numbers up to a tabulator
    /// are left out.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (depth, rest) = split_word(text);
        let (score, rest) = split_word(rest);
        let (time, rest) = split_word(rest);
        let (nodes, mut line) = split_word(rest);
        let is_digit = |letter: char| letter.is_ascii_digit();
        let depth = depth.strip_suffix(|letter: char| letter.is_ascii_punctuation()).unwrap_or(depth);
        while let Some((numbers, behind)) = line.split_once('\t')
            && numbers.split_whitespace().all(|word| word.chars().all(is_digit))
        {
            line = behind.trim();
        }
        Some(Self {
            depth: depth.parse().ok()?,
            score: score.parse().ok()?,
            time: time.parse().ok()?,
            nodes: nodes.parse().ok()?,
            line: line.to_owned(),
        })
    }

    /// Returns in how many moves of its own the engine mates (above 0) or is mated (below), where the score says so.
    pub fn mate(&self) -> Option<i32> {
        let moves = self.score.checked_abs()?.checked_sub(MATE)?;
        (moves >= 0).then_some(moves * self.score.signum())
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, score, time, nodes, line } = self;
        write!(formatter, "{depth} {score} {time} {nodes}")?;
        if line.is_empty() { Ok(()) } else { write!(formatter, " {line}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_old_and_new_engines_are_read() {
        for (text, depth, score, nodes, line) in [
            ("9 156 1084 48000 Nf3 Nc6", 9, 156, 48_000, "Nf3 Nc6"),
            ("  4&   -15    0      366   d1e2  e8e7", 4, -15, 366, "d1e2  e8e7"),
            ("12 30 5 77 20 1000 0\te2e4 e7e5", 12, 30, 77, "e2e4 e7e5"),
            ("0 0 0 0 (e4 64%)", 0, 0, 0, "(e4 64%)"),
            ("5 20 1 9", 5, 20, 9, ""),
        ] {
            let read = Thinking::parse(text).expect(text);
            assert_eq!((read.depth, read.score, read.nodes, read.line.as_str()), (depth, score, nodes, line));
        }
        for text in ["", "1 2 3", "e2e4 1 2 3", "1 x 3 4 e4", "1. e4 e5 2 3"] {
            assert_eq!(Thinking::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn mates_are_scores_beyond_all_others() {
        let mate = |score| Thinking { score, ..Thinking::default() }.mate();
        assert_eq!([100_003, -100_002, 99_999, 0].map(mate), [Some(3), Some(-2), None, None]);
        assert_eq!(mate(i32::MIN), None);
    }
}
