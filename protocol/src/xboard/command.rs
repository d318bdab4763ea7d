//! What the GUI sends to the engine.

use std::fmt;

use super::{
    level::{Level, seconds},
    words::split_word,
};

/// A line to the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `xboard`: the first line.
    Xboard,
    /// `protover N`: the version of the protocol.
    Protover(u32),
    /// `accepted NAME`: the GUI uses a feature.
    Accepted(String),
    /// `rejected NAME`: the GUI does not know a feature.
    Rejected(String),
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `random`
    Random,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `white`: White is on move, and the engine plays Black.
    White,
    /// `black`: Black is on move, and the engine plays White.
    Black,
    /// `level MPS BASE INC`
    Level(Level),
    /// `st TIME`: seconds for each move, 0 or more.
    MoveTime(f64),
    /// `sd DEPTH`: plies.
    Depth(u32),
    /// `nps RATE`
    NodeRate(u64),
    /// `time N`: what is left to the engine, in hundredths of a second.
    Time(i64),
    /// `otim N`: what is left to its opponent, in hundredths of a second.
    OpponentTime(i64),
    /// `usermove MOVE`
    UserMove(String),
    /// A move without a word before it: `e2e4`, `e7e8q`, `O-O`.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`
    Ping(i64),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result RESULT {COMMENT}`
    Result(String),
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`: the old way to set up a position, which lines up to `.` follow.
    Edit,
    /// `hint`
    Hint,
    /// `bk`: show the moves of the book.
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two plies.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not ponder.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`
    NoPost,
    /// `analyze`
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `.`: tell the status of the analysis.
    Status,
    /// `name X`: the opponent's.
    Name(String),
    /// `rating OWN OPPONENT`
    Rating(String),
    /// `ics HOST`
    Ics(String),
    /// `computer`: the opponent is a program.
    Computer,
    /// `memory N`: in MiB.
    Memory(u64),
    /// `cores N`
    Cores(u64),
    /// `option NAME` or `option NAME=VALUE`
    Option {
        /// The option.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// A known command with something wrong about it.
    Wrong(String),
    /// Anything else.
    Unknown(String),
}

/// The commands that are one word.
const PLAIN: [(&str, Command); 24] = [
    ("xboard", Command::Xboard),
    ("new", Command::New),
    ("quit", Command::Quit),
    ("random", Command::Random),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("white", Command::White),
    ("black", Command::Black),
    ("?", Command::MoveNow),
    ("draw", Command::Draw),
    ("edit", Command::Edit),
    ("hint", Command::Hint),
    ("bk", Command::Book),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hard", Command::Hard),
    ("easy", Command::Easy),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("analyze", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
    ("computer", Command::Computer),
];

/// Letters of the two squares of a move.
const SQUARES: usize = 4;
/// How castling is written in Chess960.
const CASTLING: [&str; 6] = ["O-O", "O-O-O", "o-o", "o-o-o", "0-0", "0-0-0"];

impl Command {
    /// Reads a line. Upper and lower case differ.
    pub fn parse(line: &str) -> Self {
        let (word, rest) = split_word(line);
        if let Some((_, command)) = PLAIN.iter().find(|(name, _)| *name == word && rest.is_empty()) {
            return command.clone();
        }
        let wrong = || Self::Wrong(line.trim().to_owned());
        let text = || rest.to_owned();
        let one_word = || Some(rest).filter(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
        let known = match word {
            "protover" => rest.parse().ok().map(Self::Protover),
            "accepted" => one_word().map(|_| Self::Accepted(text())),
            "rejected" => one_word().map(|_| Self::Rejected(text())),
            "variant" => one_word().map(|_| Self::Variant(text())),
            "level" => rest.parse().ok().map(Self::Level),
            "st" => seconds(rest).map(Self::MoveTime),
            "sd" => rest.parse().ok().map(Self::Depth),
            "nps" => rest.parse().ok().map(Self::NodeRate),
            "time" => rest.parse().ok().map(Self::Time),
            "otim" => rest.parse().ok().map(Self::OpponentTime),
            "usermove" => one_word().map(|_| Self::UserMove(text())),
            "ping" => rest.parse().ok().map(Self::Ping),
            "result" => Some(Self::Result(text())),
            "setboard" => Some(Self::SetBoard(text())),
            "name" => Some(Self::Name(text())),
            "rating" => Some(Self::Rating(text())),
            "ics" => Some(Self::Ics(text())),
            "memory" => rest.parse().ok().map(Self::Memory),
            "cores" => rest.parse().ok().map(Self::Cores),
            "option" => option(rest),
            _ if is_move(word) && rest.is_empty() => Some(Self::Move(word.to_owned())),
            _ if PLAIN.iter().any(|(name, _)| *name == word) => None,
            _ => Some(Self::Unknown(line.trim().to_owned())),
        };
        known.unwrap_or_else(wrong)
    }
}

/// Says whether a word is a move: from square to square with the letter of a promotion, or castling.
fn is_move(word: &str) -> bool {
    let are_squares =
        |squares: &[u8]| squares.chunks(2).all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']));
    match word.as_bytes().split_at_checked(SQUARES) {
        Some((squares, [])) if are_squares(squares) => true,
        Some((squares, [letter])) if are_squares(squares) => letter.is_ascii_alphabetic(),
        _ => CASTLING.contains(&word),
    }
}

/// Reads what follows `option`.
fn option(text: &str) -> Option<Command> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text, None),
    };
    (!name.is_empty()).then(|| Command::Option { name: name.to_owned(), value })
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((word, _)) = PLAIN.iter().find(|(_, command)| command == self) {
            return formatter.write_str(word);
        }
        match self {
            Self::Protover(version) => write!(formatter, "protover {version}"),
            Self::Accepted(name) => write!(formatter, "accepted {name}"),
            Self::Rejected(name) => write!(formatter, "rejected {name}"),
            Self::Variant(name) => write!(formatter, "variant {name}"),
            Self::Level(level) => write!(formatter, "level {level}"),
            Self::MoveTime(seconds) => write!(formatter, "st {seconds}"),
            Self::Depth(plies) => write!(formatter, "sd {plies}"),
            Self::NodeRate(rate) => write!(formatter, "nps {rate}"),
            Self::Time(time) => write!(formatter, "time {time}"),
            Self::OpponentTime(time) => write!(formatter, "otim {time}"),
            Self::UserMove(mv) => write!(formatter, "usermove {mv}"),
            Self::Ping(number) => write!(formatter, "ping {number}"),
            Self::Result(text) => write!(formatter, "result {text}"),
            Self::SetBoard(text) => write!(formatter, "setboard {text}"),
            Self::Name(text) => write!(formatter, "name {text}"),
            Self::Rating(text) => write!(formatter, "rating {text}"),
            Self::Ics(text) => write!(formatter, "ics {text}"),
            Self::Memory(mib) => write!(formatter, "memory {mib}"),
            Self::Cores(cores) => write!(formatter, "cores {cores}"),
            Self::Option { name, value: None } => write!(formatter, "option {name}"),
            Self::Option { name, value: Some(value) } => write!(formatter, "option {name}={value}"),
            Self::Move(text) | Self::Wrong(text) | Self::Unknown(text) => formatter.write_str(text),
            // The others are one word.
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_other_words() {
        for text in ["e2e4", "e7e8q", "a7a8N", "O-O", "0-0-0"] {
            assert_eq!(Command::parse(text), Command::Move(text.to_owned()));
        }
        for text in ["e2e9", "Nf3", "e7e8=", "i2i4", "O-O-O-O", "é2e4", "xyzzy"] {
            assert_eq!(Command::parse(text), Command::Unknown(text.to_owned()));
        }
    }

    #[test]
    fn commands_with_something_wrong_are_told_from_unknown_ones() {
        for text in
            ["protover", "go now", "level 40 5", "st x", "time", "ping", "usermove", "option =1", "st -1"]
        {
            assert_eq!(Command::parse(text), Command::Wrong(text.to_owned()));
        }
        for text in ["gone", "GO", "uci", "pings 3"] {
            assert_eq!(Command::parse(text), Command::Unknown(text.to_owned()));
        }
    }

    #[test]
    fn options_have_names_of_several_words() {
        let option = |name: &str, value: Option<&str>| Command::Option {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(Command::parse("option Move Overhead=20"), option("Move Overhead", Some("20")));
        assert_eq!(Command::parse("option File=a=b"), option("File", Some("a=b")));
        assert_eq!(Command::parse("option Clear Hash"), option("Clear Hash", None));
    }
}
