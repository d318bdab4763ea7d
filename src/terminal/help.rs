//! The command line as clap knows it, with what holds for all of its commands alike.

use clap::{Arg, Command};

use super::layout;

/// Lays out the help of a command and of those below it for `width` columns, and lets every option take a negative number
/// for a value: what is wrong with that is said by its reader.
pub(crate) fn prepared(command: Command, width: usize) -> Command {
    let after = command.get_after_help().map(|text| layout::help_text(&text.to_string(), width));
    let command = match after {
        Some(after) => command.after_help(after),
        None => command,
    };
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let command = command.term_width(width).mut_args(with_negative_numbers);
    names
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, |below| prepared(below, width)))
}

fn with_negative_numbers(arg: Arg) -> Arg {
    let takes_values = arg.get_action().takes_values();
    if takes_values { arg.allow_negative_numbers(true) } else { arg }
}

#[cfg(test)]
mod tests {
    use std::{any::TypeId, num::NonZero};

    use clap::{CommandFactory as _, error::ErrorKind};

    use super::*;
    use crate::{Cli, terminal::failure};

    /// Calls `visit` with every command and the words that lead to it.
    fn each(command: &Command, path: &[String], visit: &mut dyn FnMut(&[String], &Command)) {
        visit(path, command);
        for below in command.get_subcommands() {
            let path = [path, &[below.get_name().to_owned()]].concat();
            each(below, &path, visit);
        }
    }

    #[test]
    fn no_line_of_any_help_is_wider_than_the_terminal() {
        for width in [80, 100] {
            let mut whole = prepared(Cli::command(), width);
            whole.build();
            let mut seen = 0;
            each(&whole, &[], &mut |path, command| {
                for text in [command.clone().render_help(), command.clone().render_long_help()] {
                    for line in text.to_string().lines() {
                        assert!(layout::columns(line) <= width, "damier {}: {line}", path.join(" "));
                        seen += 1;
                    }
                }
            });
            assert!(seen > 0);
        }
    }

    fn is_number(arg: &Arg) -> bool {
        let parser = arg.get_value_parser().type_id();
        let numbers = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i32>(),
            TypeId::of::<i64>(),
            TypeId::of::<f32>(),
            TypeId::of::<f64>(),
            TypeId::of::<NonZero<u32>>(),
            TypeId::of::<NonZero<u64>>(),
            TypeId::of::<NonZero<usize>>(),
        ];
        arg.get_action().takes_values() && numbers.iter().any(|number| parser == *number)
    }

    /// Whether a negative number, or one of any size, may be a value of an option.
    fn takes_negative(arg: &Arg) -> bool {
        let parser = arg.get_value_parser().type_id();
        let signed = [TypeId::of::<i32>(), TypeId::of::<i64>(), TypeId::of::<f32>(), TypeId::of::<f64>()];
        signed.iter().any(|number| parser == *number)
    }

    #[test]
    fn every_numeric_option_says_in_words_what_is_wrong() {
        let whole = prepared(Cli::command(), 80);
        let mut numeric = Vec::new();
        each(&whole, &[], &mut |path, command| {
            for arg in command.get_arguments().filter(|arg| is_number(arg)) {
                if let Some(long) = arg.get_long() {
                    numeric.push((path.to_vec(), format!("--{long}"), takes_negative(arg)));
                }
            }
        });
        assert!(numeric.len() > 20, "options were found: {}", numeric.len());
        for (path, option, signed) in numeric {
            for value in ["many", "", "1e", "1,000", "-5", "99999999999999999999999999"] {
                let words = ["damier".to_owned()].into_iter().chain(path.clone());
                let words = words.chain([option.clone(), value.to_owned()]);
                let place = format!("damier {} {option} {value:?}", path.join(" "));
                let error = match whole.clone().try_get_matches_from(words) {
                    Err(error) if error.kind() == ErrorKind::ValueValidation => error,
                    _ if signed && value.parse::<f64>().is_ok() => continue,
                    other => panic!("{place}: {other:?}"),
                };
                let told = failure::complaint(&error);
                assert!(told.contains(&option), "{place}: {told}");
                for jargon in ["digit", "target type", "literal", "tip:", "u64", "usize", "..", "parse"] {
                    assert!(!told.contains(jargon), "{place}: {told}");
                }
            }
        }
    }
}
