//! The `damier` command: one file per subcommand.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};
use damier_protocol::Protocol;

#[cfg(feature = "train")]
mod ablate;
mod analyse;
mod bench;
mod board_drawing;
mod book;
mod concurrency;
#[cfg(feature = "train")]
mod config_choice;
mod contest;
mod convert;
mod duration_text;
mod endgame_folder;
mod endgames;
mod engine;
mod export;
mod failure;
mod game_choice;
mod games;
mod games_bar;
mod hall_progress;
mod help;
mod import;
mod inspect;
mod interrupt;
mod layout;
#[cfg(feature = "train")]
mod league;
mod new_file;
mod numbers;
mod opening_books;
mod opening_choice;
mod pace;
mod perft;
mod play;
mod printable;
#[cfg(feature = "train")]
mod run;
#[cfg(feature = "train")]
mod run_clock;
#[cfg(feature = "train")]
mod run_measure;
#[cfg(feature = "train")]
mod run_progress;
mod search_limits;
#[cfg(feature = "train")]
mod selfplay;
mod shipped_nets;
mod sparse_lines;
#[cfg(feature = "train")]
mod stage_bar;
mod terminal;
mod terminal_kind;
mod threads;
mod tournament;
#[cfg(feature = "train")]
mod train;
#[cfg(not(feature = "train"))]
mod untrained;
mod work_bar;

#[cfg(not(feature = "train"))]
use untrained::{self as ablate, self as league, self as run, self as selfplay, self as train};

/// Teaches itself board games and ends up with an engine people can use.
#[derive(Parser, Debug)]
#[command(
    name = "damier",
    version,
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

#[derive(Subcommand, Debug)]
enum Command {
    Games(games::Options),
    Perft(perft::Options),
    Play(play::Options),
    Engine(engine::Options),
    /// Speak UCI with other programs: short for `damier engine uci`
    Uci(engine::Options),
    /// Speak Hub with other programs: short for `damier engine hub`
    Hub(engine::Options),
    Analyse(Box<analyse::Options>),
    Match(Box<contest::Options>),
    Convert(convert::Options),
    Tournament(tournament::Options),
    Inspect(inspect::Options),
    Run(run::Options),
    Ablate(ablate::Options),
    League(Box<league::Options>),
    Selfplay(selfplay::Options),
    Train(train::Options),
    Bench(bench::Options),
    Endgames(endgames::Options),
    Book(book::Options),
    Export(export::Options),
    Import(import::Options),
    // A new subcommand: a file with `Options` (clap `Args`) and `execute`, its `mod` above, a variant here
    // and an arm below.
}

impl Command {
    fn execute(self) -> anyhow::Result<()> {
        match self {
            Self::Games(options) => games::execute(&options),
            Self::Perft(options) => perft::execute(&options),
            Self::Play(options) => play::execute(&options),
            Self::Engine(options) => engine::execute(&options),
            Self::Uci(options) => engine::execute_over(Protocol::Uci, &options),
            Self::Hub(options) => engine::execute_over(Protocol::Hub, &options),
            Self::Analyse(options) => analyse::execute(&options),
            Self::Match(options) => contest::execute(&options),
            Self::Convert(options) => convert::execute(&options),
            Self::Tournament(options) => tournament::execute(&options),
            Self::Inspect(options) => inspect::execute(&options),
            Self::Run(options) => run::execute(&options),
            Self::Ablate(options) => ablate::execute(&options),
            Self::League(options) => league::execute(&options),
            Self::Selfplay(options) => selfplay::execute(&options),
            Self::Train(options) => train::execute(&options),
            Self::Bench(options) => bench::execute(&options),
            Self::Endgames(options) => endgames::execute(&options),
            Self::Book(options) => book::execute(&options),
            Self::Export(options) => export::execute(&options),
            Self::Import(options) => import::execute(&options),
        }
    }
}

fn main() -> ExitCode {
    let mut command = help::prepared(Cli::command(), terminal::width());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let outcome = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command.execute(),
        Err(error) => return failure::usage(&error, &command),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(error) => failure::usage(error, &Cli::command()),
            None => failure::report(&error),
        },
    }
}
