//! `damier curve`: the strength of a run's nets over the computing that made them.

mod file;
mod points;

use std::{
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use clap::Args;
use damier_arena::{
    Spec,
    tournament::{CURVE_FILE, CurvePlan, CurveSummary, TournamentState, run_curve},
};
use damier_train::run::{RunConfig, RunDirectory};

use self::points::{doubling, nets_of};
use super::{results::curves::plain_table, tournament::with_progress};
use crate::{
    arguments::{
        concurrency::Concurrency, fleet_choice::FleetChoice, game_choice, search_limits::SearchLimits,
    },
    terminal::{self, interrupt},
};

/// The handcrafted opponent, which every game has.
const HANDCRAFTED: &str = "ab:material";
/// Time for a move by default.
const DEFAULT_TIME: Duration = Duration::from_millis(20);
/// Games of an encounter by default, or the next number that gives everybody every seat as often.
const DEFAULT_GAMES: usize = 20;
/// Games have a length that even random nets end.
const DEFAULT_PLY_CAP: usize = 400;
const DEFAULT_POINTS: u64 = 6;
const DEFAULT_MEMORY_MIB: u32 = 64;
const DEFAULT_SEED: u64 = 1;
/// The most points of a curve.
const MAX_POINTS: u64 = 64;

const AFTER_HELP: &str = "\
What does computing buy? The points are nets of the run: that of random weights, the first and the last generation, and
between them those at about double the computing of the one before. All of them and the opponents meet each other with
equal limits and equal memory, from the same openings. The ratings come from all games together. The first opponent,
the handcrafted evaluation of the game, has Elo 0.

Computing is the processor time of games and training, of all threads together, in core-minutes; the run counts it itself.
Matches are left out. A generation that was interrupted counts from where it went on. Runs on a GPU or by a fleet are
refused: they do not count all of it.

The table goes to standard output and to DIR/curve.json, from which `damier results` makes a page. The folder keeps every
finished game (results.jsonl), the games as text (games.txt) and the crosstable as a page (index.html). Ctrl-C or a kill
loses nothing but the games in flight; the same command goes on. An unfinished run may be measured, too, and later again
with another DIR. Without limits each move has 20 ms; with --nodes or --depth the same run gives the same curve.

Examples:
  damier curve runs/russian-quick --dir curves/russian
  damier curve runs/russian-quick --dir curves/russian-long --points 8 --games 100 --time 50ms
  damier curve runs/tic-tac-toe --dir curves/tic-tac-toe --nodes 50 --random-plies 2
  damier curve runs/english --dir curves/english --opponent ab:material,depth=4 --opponent greedy
  damier results curves/* -o curves.md           a page of all curves";

/// Rate the nets of a run by the computing that made them, from random weights to the last
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Options {
    /// The folder that `damier run` made; the run may be unfinished
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// The folder of the games and the curve, made where it is missing
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Nets that play, at most
    #[arg(long, value_name = "N", default_value_t = DEFAULT_POINTS, value_parser = clap::value_parser!(u64).range(2..=MAX_POINTS))]
    points: u64,
    /// An opponent beside the nets, as in `damier match`; may be given again, the first one has Elo 0
    #[arg(long = "opponent", value_name = "COMPETITOR", default_value = HANDCRAFTED)]
    opponents: Vec<Spec>,
    /// Games of each encounter, a multiple of the seats of the game [default: 20]
    #[arg(long, value_name = "N")]
    games: Option<NonZero<usize>>,
    /// Openings of one of the game's tables (see `damier games`) or of a file; otherwise the random ones of `damier match`
    #[arg(long, value_name = "NAME|FILE")]
    openings: Option<PathBuf>,
    /// Random plies of each opening
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    random_plies: Option<usize>,
    /// Draw games that reach this number of plies
    #[arg(long, value_name = "N", default_value_t = NonZero::new(DEFAULT_PLY_CAP).expect("not 0"))]
    ply_cap: NonZero<usize>,
    /// Seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    fleet: FleetChoice,
    #[command(flatten)]
    limits: SearchLimits,
    /// Memory for the table or tree of each player in MiB
    #[arg(long, value_name = "MIB", default_value_t = NonZero::new(DEFAULT_MEMORY_MIB).expect("not 0"))]
    memory: NonZero<u32>,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let Options { run, dir, .. } = options;
    if !RunDirectory::is_run(run) {
        bail!("{}: no run; give the folder that `damier run` made", run.display());
    }
    let (config, state) = RunDirectory::look_at(run)?;
    options.fleet.check_alone(options.concurrency)?;
    let nets = doubling(&nets_of(run, &config, &state)?, options.points as usize);
    let games = games_each(options, &config)?;
    let file = file::tournament_of(options, &config.game, &nets, games)?;
    let plan = CurvePlan { run: CurvePlan::name_of(run), command: file::command_of(options), nets };
    let settings = file.settings(dir)?;
    let specs = file.specs(dir)?.unwrap_or_default();
    let threads = options.concurrency.of(specs.iter(), &settings);
    let stop = interrupt::watched()?;
    let end = with_progress(&options.fleet, threads, |how, observer| {
        run_curve(&plan, &file, dir, how, observer, &stop)
    })?;
    let mut out = terminal::escaped();
    if let Some(reason) = end.unwritten {
        write!(out, "{}", end.report)?;
        bail!("{reason}; no game is lost, the same command writes it again");
    }
    let path = dir.join(CURVE_FILE);
    write!(out, "{}", plain_table(&CurveSummary::read(&path)?))?;
    writeln!(out, "\ncurve: {}", path.display())?;
    writeln!(out, "page: {}", end.page.display())?;
    if end.state == TournamentState::Cancelled {
        writeln!(out, "interrupted: the same command goes on from here")?;
        out.flush()?;
        interrupt::leave();
    }
    Ok(())
}

/// Returns the games of each encounter, which give every player every seat as often.
fn games_each(options: &Options, config: &RunConfig) -> anyhow::Result<usize> {
    let seats = game_choice::players(&config.game)?;
    let games = options.games.map_or(DEFAULT_GAMES.next_multiple_of(seats), NonZero::get);
    if !games.is_multiple_of(seats) {
        bail!("--games {games}: {} has {seats} seats, so that a multiple of {seats} is needed", config.game);
    }
    Ok(games)
}

/// Returns a path as a text for the description of a competitor.
fn competitor_path(path: &Path) -> anyhow::Result<&str> {
    match path.to_str() {
        Some(text) if !text.contains(',') && text.trim() == text => Ok(text),
        _ => bail!(
            "{}: the path of a net that plays is UTF-8 text without commas; rename the folder, or give it from within",
            path.display()
        ),
    }
}
