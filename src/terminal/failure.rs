//! How the command fails: one line on standard error, and the exit code.

use std::io::{self, Write};

use super::{numbers, printable::printable};

/// Exit code of a command that did what it was asked for.
pub(crate) const DONE: u8 = 0;
/// Exit code of a command that failed.
const FAILED: u8 = 1;
/// Exit code for wrong use of the command line.
const USAGE: u8 = 2;

/// Reports an error; the reader of a pipe that went away is none.
pub(crate) fn report(error: &anyhow::Error) -> u8 {
    if is_broken_pipe(error) {
        return DONE;
    }
    say(&in_one_line(error));
    FAILED
}

/// An error with its causes, in one line.
pub(crate) fn in_one_line(error: &anyhow::Error) -> String {
    joined(error.chain().map(ToString::to_string))
}

/// The message and its causes, without the causes that the message quotes already.
fn joined(messages: impl Iterator<Item = String>) -> String {
    let mut whole = String::new();
    for message in messages {
        if whole.is_empty() {
            whole = message;
        } else if !whole.contains(&message) {
            whole.push_str(": ");
            whole.push_str(&message);
        }
    }
    whole
}

/// Reports what is wrong with the command line in one line; prints help and version where asked for.
///
/// `word` is the first one of the command line; where it is a subcommand, the line points to that one's help.
pub(crate) fn usage(error: &clap::Error, command: &clap::Command, word: Option<&str>) -> u8 {
    use clap::error::ErrorKind;
    match error.kind() {
        // Nothing can be done about a failure to print the help.
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            DONE
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            USAGE
        }
        _ => {
            say(&format!("{}; see `{} --help`", complaint(error), named(command, word)));
            USAGE
        }
    }
}

/// What is wrong with the command line, in one line: the complaint and its tips.
pub(crate) fn complaint(error: &clap::Error) -> String {
    if let Some(told) = wrong_value(error) {
        return told;
    }
    let text = error.render().to_string();
    let parts: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| one_line(paragraph.trim().trim_start_matches("error: ")))
        .filter(|part| {
            !part.is_empty() && !part.starts_with("Usage: ") && !part.starts_with("For more information")
        })
        .collect();
    parts.join("; ")
}

/// What is wrong with the value of an option; `None` for other errors.
fn wrong_value(error: &clap::Error) -> Option<String> {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let reason = std::error::Error::source(error)?.to_string();
    Some(format!("{option}: {}", numbers::reason(&value, &reason)))
}

/// The command with the subcommand that was called.
fn named(command: &clap::Command, word: Option<&str>) -> String {
    let name = command.get_name();
    match word.filter(|word| command.find_subcommand(word).is_some()) {
        Some(subcommand) => format!("{name} {subcommand}"),
        None => name.to_owned(),
    }
}

/// The same text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn say(message: &str) {
    // If standard error is closed the error has no place to go.
    let _ = writeln!(io::stderr(), "error: {}", printable(&one_line(message)));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once() {
        let text = |messages: &[&str]| joined(messages.iter().map(|message| (*message).to_owned()));
        assert_eq!(text(&["a.toml", "not found"]), "a.toml: not found");
        assert_eq!(text(&["a.toml: not found; look again", "not found"]), "a.toml: not found; look again");
    }
}
