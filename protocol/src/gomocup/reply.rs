//! What the brain answers.

use std::fmt;

use super::point::Point;

/// A line from the brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `OK`
    Ok,
    /// `ERROR message`
    Error(String),
    /// `UNKNOWN message`
    Unknown(String),
    /// `MESSAGE text`, for people.
    Message(String),
    /// `DEBUG text`, for those who made it.
    Debug(String),
    /// `SUGGEST x,y`: the manager answers with `PLAY`.
    Suggest(Point),
    /// `x,y`, or several points where an opening asks for several stones.
    Move(Vec<Point>),
    /// `SWAP`: the brain takes the other colour.
    Swap,
    /// `name="…", version="…", …`
    About(Vec<(String, String)>),
    /// `FORBID xxyyxxyy….`: the points where a stone is forbidden.
    Forbid(Vec<Point>),
    /// Anything else.
    Other(String),
}

impl Reply {
    /// Reads a line; upper and lower case are the same.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        let known = match word.to_ascii_uppercase().as_str() {
            "OK" => Some(Self::Ok),
            "ERROR" => Some(Self::Error(rest)),
            "UNKNOWN" => Some(Self::Unknown(rest)),
            "MESSAGE" => Some(Self::Message(rest)),
            "DEBUG" => Some(Self::Debug(rest)),
            "SUGGEST" => rest.parse().ok().map(Self::Suggest),
            "SWAP" => Some(Self::Swap),
            "FORBID" => forbidden(&rest).map(Self::Forbid),
            _ => points(line).map(Self::Move).or_else(|| about(line).map(Self::About)),
        };
        known.unwrap_or_else(|| Self::Other(line.to_owned()))
    }
}

fn points(line: &str) -> Option<Vec<Point>> {
    let points: Vec<Point> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (!points.is_empty()).then_some(points)
}

fn forbidden(text: &str) -> Option<Vec<Point>> {
    let digits = text.strip_suffix('.')?.trim();
    if !digits.is_ascii() || !digits.len().is_multiple_of(4) {
        return None;
    }
    let number = |at: usize| digits[at..at + 2].parse().ok();
    (0..digits.len()).step_by(4).map(|at| Some(Point { x: number(at)?, y: number(at + 2)? })).collect()
}

fn about(line: &str) -> Option<Vec<(String, String)>> {
    let mut items = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        items.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start_matches(|letter: char| letter == ',' || letter.is_whitespace());
    }
    (!items.is_empty()).then_some(items)
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => formatter.write_str("OK"),
            Self::Error(text) => write!(formatter, "ERROR {text}"),
            Self::Unknown(text) => write!(formatter, "UNKNOWN {text}"),
            Self::Message(text) => write!(formatter, "MESSAGE {text}"),
            Self::Debug(text) => write!(formatter, "DEBUG {text}"),
            Self::Suggest(point) => write!(formatter, "SUGGEST {point}"),
            Self::Move(points) => {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                formatter.write_str(&points.join(" "))
            }
            Self::Swap => formatter.write_str("SWAP"),
            Self::About(items) => {
                let items: Vec<String> =
                    items.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
                formatter.write_str(&items.join(", "))
            }
            Self::Forbid(points) => {
                let points: String =
                    points.iter().map(|point| format!("{:02}{:02}", point.x, point.y)).collect();
                write!(formatter, "FORBID {points}.")
            }
            Self::Other(line) => formatter.write_str(line),
        }
    }
}
