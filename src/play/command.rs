//! What a person types at the prompt.

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing was typed.
    Empty,
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    Eval,
    New,
    Flip,
    /// Show the position as text, or set one up.
    Fen(Option<String>),
    Resign,
    Quit,
    /// Anything else is taken for a move.
    Move(String),
}

/// The commands with what they do, for `help`.
pub(super) const HELP: [(&str, &str); 11] = [
    ("help", "this list"),
    ("board", "draw the board again"),
    ("moves", "list the legal moves"),
    ("hint", "what the engine would play in your place"),
    ("eval", "what the engine thinks of the position"),
    ("undo", "take back your last move and the engine's answer"),
    ("flip", "turn the board round"),
    ("fen [FEN]", "show the position as text; with a text, go on from that position"),
    ("new", "start the game again"),
    ("resign", "give the game up"),
    ("quit", "leave (so does the end of the input)"),
];

impl Command {
    /// Reads a line. Commands may be given in any case.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("fen", "") => Self::Fen(None),
            ("fen", text) => Self::Fen(Some(text.to_owned())),
            ("help" | "?", "") => Self::Help,
            ("board", "") => Self::Board,
            ("moves", "") => Self::Moves,
            ("hint", "") => Self::Hint,
            ("undo", "") => Self::Undo,
            ("eval", "") => Self::Eval,
            ("new", "") => Self::New,
            ("flip", "") => Self::Flip,
            ("resign", "") => Self::Resign,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_in_any_case_and_everything_else_is_a_move() {
        assert_eq!(Command::read("  Undo "), Command::Undo);
        assert_eq!(Command::read(""), Command::Empty);
        assert_eq!(Command::read("fen"), Command::Fen(None));
        assert_eq!(Command::read("FEN W:W1:B50"), Command::Fen(Some("W:W1:B50".to_owned())));
        assert_eq!(Command::read("32-28"), Command::Move("32-28".to_owned()));
        assert_eq!(Command::read("undo please"), Command::Move("undo please".to_owned()));
    }

    #[test]
    fn every_command_of_the_help_is_known() {
        for (usage, _) in HELP {
            let word = usage.split(' ').next().expect("a word");
            assert!(!matches!(Command::read(word), Command::Move(_)), "{word}");
        }
    }
}
