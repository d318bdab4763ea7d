//! The `damier` command as a library, for the program (`main.rs`) and for packages that bring the command along, such as
//! the one for Python: its subcommands (`commands/`), what several of them take (`arguments/`), and all that is read and
//! written by people (`terminal/`).

use std::{
    ffi::OsString,
    io::{self, Write as _},
};

use clap::{CommandFactory, FromArgMatches as _, Parser};

use self::{
    commands::Command,
    terminal::{failure, help},
};

mod arguments;
mod commands;
mod terminal;

/// Teaches itself board games and ends up with an engine people can use.
#[derive(Parser, Debug)]
#[command(
    name = "damier",
    version = env!("DAMIER_VERSION"),
    about,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  damier games                         which games there are
  damier perft russian --depth 8       count the lines of a game
  damier play                          play in the terminal: a menu of games
  damier play chess --level 5
  damier serve --open                  play in the browser
  damier engine                        what a GUI or a match runner starts
  damier tournament swiss.toml --dir swiss
                                       a tournament of programs or people
  damier analyse --net NET             best lines, annotated games, solved problems
  damier convert FROM --to FILE        PDN, PGN, SGF, PSQ and training records from one another
  damier run configs/russian-quick.toml
                                       teach a net a game: the whole loop
  damier league runs/russian-quick     rate all nets of a run, with plots
  damier ablate ablations/russian.toml --dir ablation
                                       which settings learn more from the same computing
  damier <command> --help              what a command does, with examples

Exit codes: 0 done, 1 it failed (one line on standard error says why), 2 wrong use of the command line.";

/// Runs the command and returns its exit code: 0 done, 1 it failed, 2 wrong use of the command line.
///
/// `arguments` begin with the name of the program. Messages go to standard error. A second Ctrl-C ends the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let code = executed(&arguments);
    // A process that is no program of Rust does not flush by itself. Lines are written at once, so that what is left here
    // is the end of an unfinished one; it has no place to go where this fails.
    let _ = io::stdout().flush();
    code
}

fn executed(arguments: &[OsString]) -> u8 {
    let mut command = help::prepared(Cli::command(), terminal::width());
    let subcommand = arguments.get(1).and_then(|word| word.to_str());
    let parsed = command.try_get_matches_from_mut(arguments);
    let outcome = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command.execute(),
        Err(error) => return failure::usage(&error, &command, subcommand),
    };
    match outcome {
        Ok(()) => failure::DONE,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(error) => failure::usage(error, &Cli::command(), subcommand),
            None => failure::report(&error),
        },
    }
}
