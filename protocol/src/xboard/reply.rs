//! What the engine answers.

use std::fmt;

use super::{
    feature::Feature,
    result::GameResult,
    status::Status,
    thinking::Thinking,
    words::{after_colon, split_word},
};
use crate::fields::Fields;

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `feature NAME=VALUE …`
    Features(Vec<Feature>),
    /// `move MOVE`, or `My move is: MOVE`, as GNU Chess has it.
    Move(String),
    /// `1. ... MOVE`: a move of an engine of version 1. GNU Chess repeats moves so.
    NumberedMove(String),
    /// `pong N`
    Pong(i64),
    /// `Illegal move: MOVE`, and what old engines write in its place
    IllegalMove(String),
    /// `Error (WHAT): LINE`
    Error {
        /// What is wrong.
        what: String,
        /// The line it is about.
        line: String,
    },
    /// `1-0 {COMMENT}`: the game is over, as the engine sees it.
    Result {
        /// The result.
        result: GameResult,
        /// Why, for people.
        comment: String,
    },
    /// `resign`
    Resign,
    /// `offer draw`
    OfferDraw,
    /// `Hint: MOVE`
    Hint(String),
    /// Thinking output.
    Thinking(Thinking),
    /// `stat01: …`
    Status(Status),
    /// `telluser TEXT`, `tellusererror TEXT`, `tellics TEXT` …
    Tell {
        /// To whom: what stands behind `tell`.
        to: String,
        /// The text.
        text: String,
    },
    /// `# TEXT`
    Comment(String),
    /// Anything else.
    Unknown(String),
}

/// To whom an engine tells something.
const LISTENERS: [&str; 8] =
    ["opponent", "others", "all", "user", "usererror", "ics", "icsnoalias", "whisper"];

/// How engines of before version 2 end a game, by the beginning of their line.
const OLD_RESULTS: [(&str, GameResult); 5] = [
    ("White resigns", GameResult::BlackWins),
    ("Black resigns", GameResult::WhiteWins),
    ("White mates", GameResult::WhiteWins),
    ("Black mates", GameResult::BlackWins),
    ("game is a draw", GameResult::Draw),
];

impl Reply {
    /// Returns `Error (WHAT): LINE`.
    pub fn error(what: impl Into<String>, line: impl Into<String>) -> Self {
        Self::Error { what: what.into(), line: line.into() }
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = split_word(line);
        let known = match word {
            "feature" => Some(Self::Features(features(line))),
            "move" => {
                Some(split_word(rest).0).filter(|mv| !mv.is_empty()).map(|mv| Self::Move(mv.to_owned()))
            }
            "pong" => rest.parse().ok().map(Self::Pong),
            "resign" => rest.is_empty().then_some(Self::Resign),
            "stat01:" => Status::parse(rest).map(Self::Status),
            "Hint:" => (!rest.is_empty()).then(|| Self::Hint(rest.to_owned())),
            _ => None,
        };
        known.or_else(|| Self::of_form(line, word, rest)).unwrap_or_else(|| Self::Unknown(line.to_owned()))
    }

    /// Reads a line that is not told by its first word alone.
    fn of_form(line: &str, word: &str, rest: &str) -> Option<Self> {
        if let Some(text) = line.strip_prefix('#') {
            return Some(Self::Comment(text.trim().to_owned()));
        }
        if let Some(to) = word.strip_prefix("tell").filter(|to| LISTENERS.contains(to)) {
            return Some(Self::Tell { to: to.to_owned(), text: rest.to_owned() });
        }
        if let Some(text) = without_prefix(line, "Illegal move") {
            return Some(Self::IllegalMove(after_colon(text).to_owned()));
        }
        if let Some(text) = without_prefix(line, "Error") {
            return Some(error(text));
        }
        if let Some(result) = GameResult::parse(word) {
            let comment = rest.strip_prefix('{').unwrap_or(rest);
            let comment = comment.strip_suffix('}').unwrap_or(comment).trim().to_owned();
            return Some(Self::Result { result, comment });
        }
        if let Some((_, result)) = OLD_RESULTS.iter().find(|(start, _)| line.starts_with(start)) {
            return Some(Self::Result { result: *result, comment: line.to_owned() });
        }
        if let Some(text) = line.strip_prefix("My move is") {
            let mv = split_word(after_colon(text)).0;
            return (!mv.is_empty()).then(|| Self::Move(mv.to_owned()));
        }
        if let Some(mv) = numbered_move(line) {
            return Some(Self::NumberedMove(mv.to_owned()));
        }
        if let Some(thinking) = Thinking::parse(line) {
            return Some(Self::Thinking(thinking));
        }
        let has = |wanted: &str| line.split_whitespace().any(|word| word == wanted);
        if line.starts_with("computer resigns") {
            return Some(Self::Resign);
        }
        (has("offer") && has("draw")).then_some(Self::OfferDraw)
    }
}

/// Returns what stands behind `prefix`, whatever its letters' case.
fn without_prefix<'t>(line: &'t str, prefix: &str) -> Option<&'t str> {
    let start = line.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &line[prefix.len()..])
}

/// Reads the arguments of `feature`.
fn features(line: &str) -> Vec<Feature> {
    Fields::parse(line).arguments.iter().map(|(name, value)| Feature::new(name, value)).collect()
}

/// Reads what follows `Error`.
fn error(text: &str) -> Reply {
    let text = text.trim();
    match text.strip_prefix('(').and_then(|text| text.split_once(')')) {
        Some((what, line)) => Reply::error(what.trim(), after_colon(line)),
        None => Reply::error("", after_colon(text)),
    }
}

/// Reads a move as engines of before version 2 write it: `1. ... e7e5`.
fn numbered_move(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, "...", mv] = words[..] else { return None };
    let digits = number.strip_suffix('.').unwrap_or(number);
    (!digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit())).then_some(mv)
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Features(features) => {
                formatter.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(formatter, " {feature}"))
            }
            Self::Move(mv) => write!(formatter, "move {mv}"),
            Self::NumberedMove(mv) => write!(formatter, "1. ... {mv}"),
            Self::Pong(number) => write!(formatter, "pong {number}"),
            Self::IllegalMove(mv) => write!(formatter, "Illegal move: {mv}"),
            Self::Error { what, line } => write!(formatter, "Error ({what}): {line}"),
            Self::Result { result, comment } if comment.is_empty() => result.fmt(formatter),
            Self::Result { result, comment } => write!(formatter, "{result} {{{comment}}}"),
            Self::Resign => formatter.write_str("resign"),
            Self::OfferDraw => formatter.write_str("offer draw"),
            Self::Hint(mv) => write!(formatter, "Hint: {mv}"),
            Self::Thinking(thinking) => thinking.fmt(formatter),
            Self::Status(status) => status.fmt(formatter),
            Self::Tell { to, text } => write!(formatter, "tell{to} {text}"),
            Self::Comment(text) => write!(formatter, "# {text}"),
            Self::Unknown(line) => formatter.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_old_and_new_engines_are_read() {
        for (line, mv) in [
            ("move e7e5", "e7e5"),
            ("move Nf3", "Nf3"),
            ("My move is: g1f3", "g1f3"),
            ("My move is : g1f3", "g1f3"),
        ] {
            assert_eq!(Reply::parse(line), Reply::Move(mv.to_owned()), "{line}");
        }
        for (line, mv) in [("1. ... e7e5", "e7e5"), ("12 ... O-O", "O-O")] {
            assert_eq!(Reply::parse(line), Reply::NumberedMove(mv.to_owned()), "{line}");
        }
        for line in ["move", "1. e2e4", "x ... e7e5", "My move is", "... e7e5"] {
            assert_eq!(Reply::parse(line), Reply::Unknown(line.to_owned()));
        }
    }

    #[test]
    fn results_are_read_in_every_form() {
        let result = |result, comment: &str| Reply::Result { result, comment: comment.to_owned() };
        for (line, reply) in [
            ("1-0 {White mates}", result(GameResult::WhiteWins, "White mates")),
            ("1/2-1/2", result(GameResult::Draw, "")),
            ("0-1 resigns", result(GameResult::BlackWins, "resigns")),
            ("White resigns", result(GameResult::BlackWins, "White resigns")),
            ("game is a draw by repetition", result(GameResult::Draw, "game is a draw by repetition")),
            ("resign", Reply::Resign),
            ("computer resigns", Reply::Resign),
            ("offer draw", Reply::OfferDraw),
            ("I offer you a draw", Reply::OfferDraw),
        ] {
            assert_eq!(Reply::parse(line), reply, "{line}");
        }
    }

    #[test]
    fn complaints_are_read_in_every_form() {
        for (line, mv) in [
            ("Illegal move: e2e5", "e2e5"),
            ("illegal move", ""),
            ("Illegal move (no matching move)e2e4", "(no matching move)e2e4"),
        ] {
            assert_eq!(Reply::parse(line), Reply::IllegalMove(mv.to_owned()), "{line}");
        }
        assert_eq!(Reply::parse("Error (unknown command): otim"), Reply::error("unknown command", "otim"));
        assert_eq!(Reply::parse("error: otim 5"), Reply::error("", "otim 5"));
    }

    #[test]
    fn features_have_numbers_and_texts() {
        let line = "feature ping=1 myname=\"Some Engine 1.0\" option=\"Hash -spin 64 1 1024\" done=1";
        let Reply::Features(features) = Reply::parse(line) else { panic!("features") };
        let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(names, ["ping", "myname", "option", "done"]);
        assert_eq!(features[1].value, "Some Engine 1.0");
        assert_eq!(Reply::Features(features).to_string(), line);
    }
}
