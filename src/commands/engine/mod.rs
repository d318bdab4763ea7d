//! `damier engine`: an engine for the programs that people play and test with.

mod dxp;
mod first_line;
mod notes;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use damier_engine::engine::{EngineOptions, Level, Searcher};
use damier_protocol::{
    Ends, Protocol,
    server::{ServeError, Settings, games_of, read_lines, serve},
};

use crate::{
    arguments::{
        endgame_folder, game_choice,
        opening_books::BookOptions,
        shipped_nets::{self, DefaultJudge},
    },
    terminal,
};

/// Speak UCI, CECP (xboard), Hub, DamExchange, Gomocup or our own protocol with other programs
#[derive(Args, Debug)]
#[command(after_help = "\
The protocol is that of the first line (uci; xboard; hub; START, INFO, ABOUT …; damier), and the game, unless it is
given, the first of `damier games` that is played over it. Our own protocol works for every game.
Each protocol says which net judges. Where none fits, it says so and does not search.

`damier uci`, `damier xboard` (or `damier cecp`) and `damier hub` are short for `damier engine uci`,
`damier engine xboard` and `damier engine hub`.

Examples:
  damier engine                                     in a GUI: the command of an engine
  damier xboard --level 10                          in xboard and WinBoard
  damier hub --game russian                         in a bot that gives its engine an argument
  damier engine --net nets/russian.dmn
  damier engine --game renju --protocol gomocup
  damier engine --game english --endgames tables --threads 2
  damier engine --game russian --search tree
  damier engine --game russian --book russian.dmb
  damier engine --game international --dxp-listen 127.0.0.1:27531
  damier engine --dxp-connect 127.0.0.1:27531 --dxp-games 2 --dxp-minutes 5

docs/reference/protocols.md says how to plug it into programs;
docs/reference/native-protocol.md is our own protocol.")]
pub(crate) struct Options {
    /// The game (see `damier games`)
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse)]
    game: Option<String>,
    /// The net to judge its own game by; every other game has the net that comes with damier
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Judge by what beginners of the game count instead of a net
    #[arg(long, conflicts_with = "net")]
    built_in: bool,
    /// The protocol, which has to be named once at most: uci, xboard, hub, gomocup or damier
    #[arg(value_name = "PROTOCOL", conflicts_with = "protocol")]
    spoken: Option<Protocol>,
    /// The protocol
    #[arg(long, value_name = "NAME")]
    protocol: Option<Protocol>,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The search: tree, alpha-beta (two players, from level 13 on), or the one of both that suits the game
    #[arg(long, value_name = "SEARCH", default_value_t = Searcher::Suited)]
    search: Searcher,
    /// Memory of the search, its tree or its table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// How strong it plays: 1 (Elo 600) to 19 in steps of 120 Elo, or 20 (all it can)
    #[arg(long, value_name = "LEVEL", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=20))]
    level: u8,
    /// What a draw is worth to the engine, in percent: at 100 no more than a loss, at 0 half a point, at -100 a win
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-100..=100))]
    contempt: i32,
    /// A folder of endgame tables (`damier endgames build`); variants of which it has none are played without
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    #[command(flatten)]
    book: BookOptions,
    #[command(flatten)]
    dxp: dxp::Options,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    serve_over(options.spoken.or(options.protocol), options)
}

/// Does the same over one protocol, which the options may name again.
pub(crate) fn execute_over(protocol: Protocol, options: &Options) -> anyhow::Result<()> {
    match options.spoken.or(options.protocol) {
        Some(other) if other != protocol => {
            bail!("`damier {protocol}` speaks {protocol}; `damier engine {other}` speaks {other}")
        }
        _ => serve_over(Some(protocol), options),
    }
}

fn serve_over(protocol: Option<Protocol>, options: &Options) -> anyhow::Result<()> {
    let default = DefaultJudge::of_flag(options.built_in);
    let named = options.net.as_deref();
    let (game, judges) = match named {
        Some(_) => {
            let (game, judges) = shipped_nets::judges_from(named, options.game.as_deref(), default)?;
            (Some(game), judges)
        }
        None => (options.game.clone(), shipped_nets::judges(default)),
    };
    if let Some(folder) = &options.endgames {
        endgame_folder::check(game.as_deref(), folder)?;
    }
    if options.book.is_named() && options.level < Level::FULL.number() {
        bail!("--book is for full strength: at --level {} every move is searched", options.level);
    }
    let settings = Settings {
        judges,
        options: EngineOptions {
            threads: usize::from(options.threads),
            searcher: options.search,
            memory_mib: options.memory as usize,
            level: Level::new(options.level).unwrap_or(Level::FULL),
            contempt: options.contempt,
            ..EngineOptions::default()
        },
        endgames: options.endgames.clone(),
        books: options.book.all(game.as_deref())?,
    };
    // Refuses at once where nothing judges the game.
    let ready = |settings: Settings, game: &str| match named {
        Some(_) => Ok(settings),
        None => {
            let (_, judges) = shipped_nets::judges_from(None, Some(game), default)?;
            anyhow::Ok(Settings { judges, ..settings })
        }
    };
    let first_of = |protocol| games_of(protocol).first().map_or_else(String::new, |id| (*id).to_owned());
    if options.dxp.is_asked_for() {
        if let Some(protocol) = protocol {
            bail!(
                "DamExchange and {protocol} at once: leave out {protocol}, or --dxp-listen and --dxp-connect"
            );
        }
        let game = game.unwrap_or_else(|| first_of(Protocol::Hub));
        return options.dxp.play(&game, ready(settings, &game)?);
    }
    let (lines, _reader) = read_lines(std::io::stdin(), Ends::Lines);
    first_line::greet(protocol);
    let Some((protocol, first)) = first_line::recognise(protocol, &lines) else { return Ok(()) };
    let settings = match &game {
        // Its managers set board and rules after they have started the engine.
        Some(game) if protocol != Protocol::Gomocup => ready(settings, game)?,
        _ => settings,
    };
    let game = game.unwrap_or_else(|| first_of(protocol));
    match serve(&game, protocol, settings, first, &lines, &mut terminal::output()) {
        // The peer closed the connection.
        Err(ServeError::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
