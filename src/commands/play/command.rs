//! What a person types at the prompt.

use damier_rules::spelling::closest;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing was typed.
    Empty,
    Help,
    Board,
    Moves,
    History,
    Hint,
    Undo,
    Eval,
    Review,
    New,
    Flip,
    /// Show the position as text, or set one up.
    Fen(Option<String>),
    /// Show the level, or set it.
    Level(Option<String>),
    /// Save the game to a file; `None` where no file is named.
    Save(Option<String>),
    /// Go on with the game of a file; `None` where no file is named.
    Load(Option<String>),
    Resign,
    Quit,
    /// Anything else is taken for a move.
    Move(String),
}

/// The commands with what they do, for `help`.
pub(super) const HELP: [(&str, &str); 17] = [
    ("help", "this list"),
    ("board", "draw the board again"),
    ("moves", "list the legal moves"),
    ("history", "list the moves that were played"),
    ("hint", "what the engine would play in your place"),
    ("eval", "what the engine thinks of the position"),
    ("review", "which of your moves lost what, and what was better"),
    ("undo", "take back your last move and the engine's answer"),
    ("level [N]", "show or set how strong the engine plays, 1 to 20"),
    ("flip", "turn the board round"),
    ("save FILE", "save the game; .sgf and .psq where the game has them"),
    ("load FILE", "go on with the game of a file"),
    ("fen [FEN]", "show the position as text, or go on from another"),
    ("new", "start the game again"),
    ("resign", "give the game up"),
    ("quit", "leave; `damier play --resume` goes on with the game"),
    ("MOVE", "anything else is read as a move"),
];

/// Returns the words by which commands begin.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let first = HELP.iter().filter_map(|(usage, _)| usage.split(' ').next());
    first.filter(|word| word.chars().all(char::is_lowercase))
}

/// Returns the commands that are spelled nearly like `text`.
pub(super) fn alike(text: &str) -> Vec<&'static str> {
    closest(text.split_whitespace().next().unwrap_or_default(), words())
}

impl Command {
    /// Reads a line. Commands may be given in any case.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let argument = (!rest.is_empty()).then(|| rest.to_owned());
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("fen", _) => Self::Fen(argument),
            ("level", _) => Self::Level(argument),
            ("save", _) => Self::Save(argument),
            ("load", _) => Self::Load(argument),
            ("help" | "?", "") => Self::Help,
            ("board", "") => Self::Board,
            ("moves", "") => Self::Moves,
            ("history", "") => Self::History,
            ("hint", "") => Self::Hint,
            ("undo", "") => Self::Undo,
            ("eval", "") => Self::Eval,
            ("review", "") => Self::Review,
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
        assert_eq!(Command::read("level 7"), Command::Level(Some("7".to_owned())));
        assert_eq!(Command::read("save my game.pdn"), Command::Save(Some("my game.pdn".to_owned())));
        assert_eq!(Command::read("32-28"), Command::Move("32-28".to_owned()));
        assert_eq!(Command::read("undo please"), Command::Move("undo please".to_owned()));
    }

    #[test]
    fn every_command_of_the_help_is_known() {
        for word in words() {
            assert!(!matches!(Command::read(word), Command::Move(_)), "{word}");
        }
        assert_eq!(words().count(), HELP.len() - 1);
    }

    #[test]
    fn misspelled_commands_are_recognised() {
        assert_eq!(alike("udno"), ["undo"]);
        assert_eq!(alike("reveiw"), ["review"]);
        assert!(alike("please").is_empty());
    }
}
