//! `damier analyse`: what the engine thinks of a position, a game, or a suite of test positions.

mod game_file;
mod position;
mod suite;

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use clap::{ArgGroup, Args};
use damier_engine::{
    AnyEngine,
    engine::{EngineOptions, Judge, Searcher},
    search::{Limits, StopHandle},
};
use damier_rules::{AnyGame, game_text};

use crate::{
    arguments::{
        endgame_folder, game_choice, new_file,
        search_limits::SearchLimits,
        shipped_nets::{self, DefaultJudge},
        threads,
    },
    terminal::interrupt,
};

/// Time for each position by default.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Most lines and threads, and the largest tree, that make any sense.
const MOST_LINES: u64 = 500;
const MOST_THREADS: u64 = 1024;
const MOST_MEMORY_MIB: u64 = 1 << 20;

/// Find best lines, annotate the games of a file, or solve test positions
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("judge").args(["net", "game"]).required(true).multiple(true)))]
#[command(group(ArgGroup::new("subject").args(["position", "file", "suite"])))]
#[command(after_help = "\
Shares are expected shares of the point in per cent: 100 is a certain win, 0 a certain loss.
`left` is the number of plies to the expected end; 7! is a proven end in at most 7.

Game files are PDN or PGN, and for games that have neither the same form with their own moves.
Every move gets the share before and after it, the best line, and the marks it deserves:
  ?! ? ??  it gives away at least 5, 10, 20 per cent of the point
  !        the best move, and 10 better than every other;  !! when it looked unlikely
  *        every other move costs at least 25
  !?       5 better than the best move had seemed
  + =      won or drawn from here on: proven, or 95 and 90 per cent sure
Marks, comments and variations that are in the file stay. Games that cannot be read are left out and reported.

Suites hold one position on each line, with `bm` (best moves) or `am` (moves to avoid) behind it as in EPD:
  W:W27,28,32:B16,18,23 bm 28-22; id \"breakthrough\";
Lines that hold no test position are left out and reported with their place; with --strict they are an error.

With --json every position or move is one object on a line of its own. Ctrl-C ends with what is done.

Examples:
  damier analyse --net russian.dmn --time 5s --multipv 5
  damier analyse --game international --position 'W:W32,37,38:B18,19,23' --nodes 20000
  damier analyse --net chess.dmn --file games.pgn --out annotated.pgn --time 2s
  damier analyse --net russian.dmn --suite problems.txt --nodes 5000 --json")]
pub(crate) struct Options {
    /// The net to judge by; without one, the net that comes with damier
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Judge by what beginners of the game count instead of a net
    #[arg(long, conflicts_with = "net")]
    built_in: bool,
    /// The game (see `damier games`); a net knows its own
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse)]
    game: Option<String>,
    /// Analyse this position, in the game's own form (FEN); the start position unless told otherwise
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Annotate the games of this file
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Solve the test positions of this file
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Fail at the first line of the suite, or game of the file, that cannot be read, instead of leaving it out
    #[arg(long, conflicts_with = "position")]
    strict: bool,
    /// Write the annotated games to this new file instead of standard output
    #[arg(long, value_name = "FILE", requires = "file")]
    out: Option<PathBuf>,
    /// Lines to show
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=MOST_LINES))]
    multipv: u64,
    /// Threads that search; one thread finds the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    threads: u64,
    /// The search: tree, which judges every move, alpha-beta, which sees further in draughts and chess, or suited (the
    /// one of both that plays the game better)
    #[arg(long, value_name = "SEARCH", default_value_t = Searcher::Tree)]
    search: Searcher,
    /// Bound on the memory of the tree or table
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY_MIB))]
    memory: u64,
    /// What a draw is worth to the player to move, in percent: at 100 no more than a loss, at 0 half a point, at -100 a win
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-100..=100))]
    contempt: i32,
    /// A folder of endgame tables of the game (`damier endgames build`)
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: SearchLimits,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    if let Some(path) = &options.out {
        new_file::check(path)?;
    }
    let default = DefaultJudge::of_flag(options.built_in);
    let (id, judge) = shipped_nets::read(options.net.as_deref(), options.game.as_deref(), default)?;
    analyse(game_choice::open(&id)?, options, judge)
}

/// What every kind of analysis needs.
struct AnalysisContext<'o> {
    game: AnyGame,
    engine: AnyEngine,
    limits: Limits,
    control: StopHandle,
    format: Format,
    judge: Judge,
    options: &'o Options,
}

fn analyse(game: AnyGame, options: &Options, judge: Judge) -> anyhow::Result<()> {
    let engine_options = EngineOptions {
        threads: threads::limited(options.threads as usize),
        searcher: options.search,
        memory_mib: options.memory as usize,
        multipv: options.multipv as usize,
        contempt: options.contempt,
        overhead: Duration::ZERO,
        ..EngineOptions::default()
    };
    let control = StopHandle::new();
    let mut engine = AnyEngine::new(game.clone(), judge.clone(), engine_options)?;
    engine.set_tables(endgame_folder::open(&game, options.endgames.as_deref())?);
    if let Some(shortage) = engine.memory_shortage() {
        let _ = writeln!(std::io::stderr(), "note: {shortage}");
    }
    let mut context = AnalysisContext {
        engine,
        game,
        limits: options.limits.or_time(DEFAULT_TIME),
        control: control.clone(),
        format: if options.json { Format::Json } else { Format::Text },
        judge,
        options,
    };
    interrupt::stopping(control.clone())?;
    let judged = format!("judged by {}", context.judge);
    let done = match (&options.file, &options.suite) {
        (Some(path), _) => game_file::annotate(&mut context, path),
        (None, Some(path)) => suite::solve(&mut context, path),
        (None, None) => position::analyse(&mut context, options.position.as_deref()),
    };
    if control.is_stopped() {
        // What is printed may be read by a program; this is for the person who pressed the keys.
        let _ = writeln!(std::io::stderr(), "interrupted: this is what was done until then");
        done?;
        interrupt::leave();
    }
    if done.is_ok() && (options.json || options.file.is_some()) {
        // Standard output is objects or games alone.
        let _ = writeln!(std::io::stderr(), "{judged}");
    }
    done
}

/// The text of a file.
fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(game_text::decode(bytes))
}
