//! The subcommands, a file or folder each.

use clap::Subcommand;
use damier_protocol::Protocol;

#[cfg(feature = "train")]
mod ablate;
mod analyse;
mod bench;
mod book;
mod completions;
#[cfg(feature = "train")]
mod config;
mod convert;
#[cfg(feature = "train")]
mod curve;
mod endgames;
mod engine;
mod export;
#[cfg(all(feature = "fleet", unix))]
mod fleet;
mod games;
mod import;
mod inspect;
#[cfg(feature = "train")]
mod league;
mod matches;
mod perft;
mod play;
mod results;
#[cfg(feature = "train")]
mod run;
#[cfg(feature = "train")]
mod selfplay;
#[cfg(feature = "page")]
mod serve;
mod tournament;
#[cfg(feature = "train")]
mod train;
#[cfg(not(feature = "train"))]
mod untrained;
#[cfg(feature = "fleet")]
mod worker;

#[cfg(not(feature = "train"))]
use untrained::{
    self as ablate, self as config, self as curve, self as league, self as run, self as selfplay,
    self as train,
};

/// Subcommand with its options.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Games(games::Options),
    Perft(perft::Options),
    Play(play::Options),
    Engine(engine::Options),
    /// Speak UCI with other programs: short for `damier engine uci`
    Uci(engine::Options),
    /// Speak CECP with xboard and its like: short for `damier engine xboard`
    #[command(visible_alias = "cecp")]
    Xboard(engine::Options),
    /// Speak Hub with other programs: short for `damier engine hub`
    Hub(engine::Options),
    #[cfg(feature = "page")]
    Serve(serve::Options),
    Analyse(Box<analyse::Options>),
    Match(Box<matches::Options>),
    Convert(convert::Options),
    Tournament(tournament::Options),
    Results(results::Options),
    Inspect(inspect::Options),
    Run(run::Options),
    Ablate(ablate::Options),
    League(Box<league::Options>),
    Curve(Box<curve::Options>),
    Selfplay(selfplay::Options),
    #[cfg(all(feature = "fleet", unix))]
    Fleet(fleet::Options),
    #[cfg(feature = "fleet")]
    Worker(worker::Options),
    Config(config::Options),
    Train(train::Options),
    Bench(bench::Options),
    Endgames(endgames::Options),
    Book(book::Options),
    Export(export::Options),
    Import(import::Options),
    Completions(completions::Options),
    Man(completions::ManOptions),
    // A new subcommand: a file with `Options` (clap `Args`) and `execute`, its `mod` above, a variant here
    // and an arm below.
}

impl Command {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// What it refuses, or what failed.
    pub(crate) fn execute(self) -> anyhow::Result<()> {
        match self {
            Self::Games(options) => games::execute(&options),
            Self::Perft(options) => perft::execute(&options),
            Self::Play(options) => play::execute(&options),
            Self::Engine(options) => engine::execute(&options),
            Self::Uci(options) => engine::execute_over(Protocol::Uci, &options),
            Self::Xboard(options) => engine::execute_over(Protocol::Xboard, &options),
            Self::Hub(options) => engine::execute_over(Protocol::Hub, &options),
            #[cfg(feature = "page")]
            Self::Serve(options) => serve::execute(&options),
            Self::Analyse(options) => analyse::execute(&options),
            Self::Match(options) => matches::execute(&options),
            Self::Convert(options) => convert::execute(&options),
            Self::Tournament(options) => tournament::execute(&options),
            Self::Results(options) => results::execute(&options),
            Self::Inspect(options) => inspect::execute(&options),
            Self::Run(options) => run::execute(&options),
            Self::Ablate(options) => ablate::execute(&options),
            Self::League(options) => league::execute(&options),
            Self::Curve(options) => curve::execute(&options),
            Self::Selfplay(options) => selfplay::execute(&options),
            #[cfg(all(feature = "fleet", unix))]
            Self::Fleet(options) => fleet::execute(&options),
            #[cfg(feature = "fleet")]
            Self::Worker(options) => worker::execute(&options),
            Self::Config(options) => config::execute(&options),
            Self::Train(options) => train::execute(&options),
            Self::Bench(options) => bench::execute(&options),
            Self::Endgames(options) => endgames::execute(&options),
            Self::Book(options) => book::execute(&options),
            Self::Export(options) => export::execute(&options),
            Self::Import(options) => import::execute(&options),
            Self::Completions(options) => completions::execute(&options),
            Self::Man(options) => completions::execute_man(&options),
        }
    }
}
