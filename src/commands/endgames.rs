//! `damier endgames`: tables of exact values.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use damier_endgames::{
    BuildPlan, Completion, Counts, EndgameTablebase, SliceSummary, Watch, build, reads_syzygy, summaries,
    verify,
};
use damier_rules::{
    AnyGame, EndingValue, Game, History, MoveList, Notation, NotationFormat::Native, Position, Tablebase as _,
};

use crate::{
    arguments::{game_choice, threads},
    terminal::{self, interrupt, numbers, progress::WorkBar},
};

/// Build, verify, list and probe tables of exact values of positions with few pieces
#[derive(Args, Debug)]
#[command(after_help = "\
The tables say who wins when nobody errs. Outside them is everything that counts moves or repetitions (the 16-,
25- or 40-move rules and their like): a win may take longer than those allow, and endless play is a draw.

Chess has Syzygy tables (.rtbw, .rtbz), which other programs make: they are read, listed, probed and verified, and not
built. They count fifty moves from the last capture or pawn's move.

Examples:
  damier endgames build english --pieces 4 --dir tables
  damier endgames verify english --dir tables
  damier endgames info english --dir tables
  damier endgames probe english 'W:WK1,K2:BK32' --dir tables
  damier endgames probe chess '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1' --dir syzygy")]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Compute the tables of a game that are not there yet
    ///
    /// Each balance of material becomes a file that is whole or absent, so that the same command goes on after
    /// Ctrl-C or a crash.
    Build {
        #[command(flatten)]
        place: Place,
        /// The most pieces on the board
        #[arg(long, value_name = "N")]
        pieces: usize,
        /// Threads; one per core where none are given
        #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
        threads: usize,
    },
    /// Compare every value with the values after each legal move
    Verify {
        #[command(flatten)]
        place: Place,
        /// Threads; one per core where none are given
        #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
        threads: usize,
    },
    /// List the tables with their counts and sizes
    Info {
        #[command(flatten)]
        place: Place,
    },
    /// Say what a position is worth, and each of its moves
    Probe {
        #[command(flatten)]
        place: Place,
        /// The position, as the game writes it
        #[arg(value_name = "FEN")]
        position: String,
    },
}

#[derive(Args, Debug)]
struct Place {
    /// The game (see `damier games`)
    #[arg(value_name = "GAME", value_parser = game_choice::parse)]
    game: String,
    /// The folder of the tables; each game has its own below it, and chess may also have its tables in the folder itself
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let (Task::Build { place, .. }
    | Task::Verify { place, .. }
    | Task::Info { place }
    | Task::Probe { place, .. }) = &options.task;
    work(game_choice::open(&place.game)?, &options.task, &place.dir)
}

fn work(game: AnyGame, task: &Task, folder: &Path) -> anyhow::Result<()> {
    match task {
        Task::Build { pieces, threads, .. } => {
            build_tables(&game, folder, *pieces, threads::limited(*threads))
        }
        Task::Verify { threads, .. } => verify_tables(&game, folder, threads::limited(*threads)),
        Task::Info { .. } => list(&game, folder),
        Task::Probe { position, .. } => probe(&game, folder, position),
    }
}

fn build_tables(game: &AnyGame, folder: &Path, pieces: usize, threads: usize) -> anyhow::Result<()> {
    let stop = interrupt::watched()?;
    let bar = Bar::default();
    let start = Instant::now();
    let built = build(game, &BuildPlan { folder, pieces, threads, stop: &stop }, &bar)?;
    bar.finish();
    let elapsed = start.elapsed();
    writeln!(
        terminal::escaped(),
        "{}: {} tables computed ({} numbers in {:.1} s, {} numbers/s), {} kept, {} in all",
        game.id(),
        built.computed,
        numbers::grouped(built.numbers),
        elapsed.as_secs_f64(),
        numbers::with_prefix(numbers::per_second(built.numbers, elapsed)),
        built.kept,
        numbers::bytes(built.bytes),
    )?;
    leave_if_stopped(built.completion, "the same command goes on from here")
}

fn verify_tables(game: &AnyGame, folder: &Path, threads: usize) -> anyhow::Result<()> {
    let stop: std::sync::Arc<AtomicBool> = interrupt::watched()?;
    let bar = Bar::default();
    let start = Instant::now();
    let verified = verify(game, folder, threads, &stop, &bar);
    bar.finish();
    let verified = verified?;
    let what = if reads_syzygy(game) {
        "are whole and fit their index; the checksums of the files were not compared, which `tbcheck` does"
    } else {
        "agree with their successors"
    };
    writeln!(
        terminal::escaped(),
        "{}: {} positions of {} tables {what} ({:.1} s)",
        game.id(),
        numbers::grouped(verified.positions),
        verified.slices,
        start.elapsed().as_secs_f64(),
    )?;
    leave_if_stopped(verified.completion, "not all tables were looked at")
}

fn leave_if_stopped(completion: Completion, what: &str) -> anyhow::Result<()> {
    if completion == Completion::Stopped {
        writeln!(terminal::escaped(), "stopped; {what}")?;
        interrupt::leave();
    }
    Ok(())
}

/// Lists Syzygy tables, whose values are not counted.
fn list_syzygy(game: &AnyGame, folder: &Path) -> anyhow::Result<()> {
    let mut out = terminal::escaped();
    let tables = summaries(game, folder)?;
    writeln!(out, "{:10} {:>6} {:>13}  checksums", "table", "pieces", "bytes")?;
    for SliceSummary { name, pieces, bytes, checksums, .. } in &tables {
        writeln!(out, "{name:10} {pieces:>6} {:>13}  {}", numbers::grouped(*bytes), checksums.join(" "))?;
    }
    let pieces = tables.iter().map(|table| table.pieces).max().unwrap_or(0);
    let bytes = tables.iter().map(|table| table.bytes).sum();
    writeln!(out, "{} tables of up to {pieces} pieces, {}", tables.len(), numbers::bytes(bytes))?;
    Ok(())
}

fn list(game: &AnyGame, folder: &Path) -> anyhow::Result<()> {
    if reads_syzygy(game) {
        return list_syzygy(game, folder);
    }
    let mut out = terminal::escaped();
    writeln!(
        out,
        "{:10} {:>6} {:>13} {:>13} {:>13} {:>13}",
        "slice", "part", "win", "draw", "loss", "bytes"
    )?;
    let mut whole = Counts::default();
    let mut bytes = 0;
    for summary in summaries(game, folder)? {
        for (part, counts) in summary.counts.iter().enumerate() {
            let size = if part == 0 { numbers::grouped(summary.bytes) } else { String::new() };
            row(&mut out, &summary.name, &part.to_string(), counts, &size)?;
            whole.add(counts);
        }
        bytes += summary.bytes;
    }
    row(&mut out, "all", "", &whole, &numbers::grouped(bytes))?;
    writeln!(
        out,
        "complete up to {} pieces; {} positions, {:.1} of them in a byte",
        EndgameTablebase::open(game, folder)?.pieces(),
        numbers::grouped(whole.total()),
        whole.total() as f64 / bytes.max(1) as f64
    )?;
    Ok(())
}

fn row(
    out: &mut terminal::Escaped,
    name: &str,
    part: &str,
    counts: &Counts,
    bytes: &str,
) -> std::io::Result<()> {
    let count = |value| numbers::grouped(counts.of(value));
    let [win, draw, loss] = [EndingValue::Win, EndingValue::Draw, EndingValue::Loss].map(count);
    writeln!(out, "{name:10} {part:>6} {win:>13} {draw:>13} {loss:>13} {bytes:>13}")
}

fn probe(game: &AnyGame, folder: &Path, text: &str) -> anyhow::Result<()> {
    let position = game.parse_position(Native, text)?;
    let tables = EndgameTablebase::open(game, folder)?;
    let value = tables.value(&position).with_context(|| {
        let pieces = tables.pieces();
        format!("{text}: no table has this position; those in {} go up to {pieces} pieces", folder.display())
    })?;
    let mut out = terminal::escaped();
    match tables.distance(&position) {
        Some(plies) => writeln!(out, "{}, irreversible in {plies} plies", word(value))?,
        None => writeln!(out, "{}", word(value))?,
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        let over = || {
            let outcome = History::new(&next).outcome(&next)?;
            Some(EndingValue::of_outcome(outcome, next.to_move()))
        };
        (tables.value(&next).or_else(over).map(EndingValue::for_other), tables.distance(&next))
    };
    let mut rated: Vec<_> = moves.iter().map(|mv| (after(*mv), *mv)).collect();
    // The shortest wins come first, and the longest losses.
    let order = |plies: Option<u32>, value| {
        plies.map(|plies| if value == Some(EndingValue::Win) { plies } else { !plies })
    };
    rated.sort_by_key(|((value, plies), _)| (std::cmp::Reverse(*value), order(*plies, *value)));
    for ((value, plies), mv) in rated {
        let plies = plies.map_or(String::new(), |plies| format!(" {plies}"));
        let text = game.move_text(Native, &position, mv);
        writeln!(out, "{}{plies} {text}", value.map_or("unknown", word))?;
    }
    Ok(())
}

fn word(value: EndingValue) -> &'static str {
    match value {
        EndingValue::Win => "win",
        EndingValue::Draw => "draw",
        EndingValue::Loss => "loss",
    }
}

/// Shows the numbers of positions that are done.
#[derive(Default)]
struct Bar(Mutex<Option<WorkBar>>);

const TEMPLATE: &str = "{msg:10} [{bar:32}] {percent}% {elapsed} ETA {eta}";

impl Bar {
    fn lock(&self) -> MutexGuard<'_, Option<WorkBar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self) {
        if let Some(bar) = self.lock().take() {
            bar.finish();
        }
    }
}

impl Watch for Bar {
    fn begin(&self, total: u64, done: u64) {
        let bar = WorkBar::new(total, "tables", TEMPLATE);
        bar.start_at(done);
        *self.lock() = Some(bar);
    }

    fn slice(&self, name: &str) {
        if let Some(bar) = &*self.lock() {
            bar.set_message(name.to_owned());
        }
    }

    fn advance(&self, numbers: u64) {
        if let Some(bar) = &*self.lock() {
            bar.inc(numbers);
        }
    }
}
