//! `damier book`: opening books.

use std::{
    collections::HashSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use damier_engine::{
    analysis::line_text,
    engine::Judge,
    opening_book::{Completion, OpeningBook, Plan, Share, Terms, Watch, grow},
};
use damier_files::FileLock;
use damier_rules::{AnyGame, Game, Notation, NotationFormat::Native, Position, game_text};

use crate::{
    arguments::{
        game_choice,
        shipped_nets::{self, DefaultJudge},
        threads,
    },
    terminal::{self, interrupt, numbers, progress::WorkBar},
};

/// Grow an opening book from searches of damier's own, and look into one
#[derive(Args, Debug)]
#[command(after_help = "\
A book holds the positions that games are likeliest to reach, each with what a search says of all of
its moves, and the values that follow for the positions before. `damier engine` and `damier play`
play by the book beside their net (nets/GAME.dmb), or by --book FILE; competitors of matches do by
book=FILE. docs/how-to/opening-books.md tells how a book is made and what it is worth.

Examples:
  damier book grow russian --out russian.dmb
  damier book grow russian --out russian.dmb --positions 20000   the same book, larger
  damier book grow russian --out russian.dmb --positions 24000 --games met.pdn   and what games met
  damier book show russian russian.dmb
  damier book show russian russian.dmb c3-d4 d6-c5
  damier match suited:net=nets/russian.dmn,book=russian.dmb ab:material --random-plies 0 --time 100ms")]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Look at more and more positions, the likeliest first; a book that is there grows on
    ///
    /// Ctrl-C stops cleanly, and a kill costs half a minute: the same command goes on. The same settings give the same book,
    /// whatever the number of threads.
    Grow {
        /// The game (see `damier games`), one of two players
        #[arg(value_name = "GAME", value_parser = game_choice::parse)]
        game: String,
        /// The book's file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The net to judge by; without one, the net that comes with damier
        #[arg(long, value_name = "FILE")]
        net: Option<PathBuf>,
        /// Judge by what beginners of the game count
        #[arg(long, conflicts_with = "net")]
        built_in: bool,
        /// Positions that the book has in the end
        #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
        positions: u32,
        /// Look first at positions of these played games (PDN, PGN …), such as those of a match's --games-out
        #[arg(long, value_name = "FILE", num_args = 1..)]
        games: Vec<PathBuf>,
        /// Plies of each of these games that count
        #[arg(long, value_name = "N", requires = "games", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
        game_plies: u32,
        /// Nodes of the search of each move; simulations, where a tree search suits the game
        #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Threads; one per core where none are given
        #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
        threads: usize,
    },
    /// Say what a book knows of a position: its moves, the best first, with what each is worth
    Show {
        /// The game
        #[arg(value_name = "GAME", value_parser = game_choice::parse)]
        game: String,
        /// The book's file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Moves from the start position on
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let (Task::Grow { game, .. } | Task::Show { game, .. }) = &options.task;
    work(game_choice::open(game)?, &options.task)
}

fn work(game: AnyGame, task: &Task) -> anyhow::Result<()> {
    match task {
        Task::Grow { out, net, built_in, positions, games, game_plies, nodes, threads, .. } => {
            let (judge, name) = judged_by(&game, net.as_deref(), DefaultJudge::of_flag(*built_in))?;
            let threads = threads::limited(*threads);
            let terms = Terms { nodes: *nodes, judge: name };
            let played = Played::read(&game, games, *game_plies as usize)?;
            let stop = interrupt::watched()?;
            let positions = *positions as usize;
            let plan = Plan { path: out, positions, played: &played.keys, threads, terms, stop: &stop };
            grow_book(&game, &judge, &plan, played.games)
        }
        Task::Show { file, moves, .. } => show(&game, file, moves),
    }
}

/// What to judge by, and what a book calls it.
fn judged_by(game: &AnyGame, net: Option<&Path>, default: DefaultJudge) -> anyhow::Result<(Judge, String)> {
    let (_, judge) = shipped_nets::read(net, Some(game.id()), default)?;
    let name = match &judge {
        Judge::Net(net) => judge_name(net.origin().file_name(), net.checksum()?),
        Judge::BuiltIn => "what beginners count".to_owned(),
    };
    Ok((judge, name))
}

/// What a book calls a net: as much of its file's name as a book has room for, and its checksum.
fn judge_name(file: &str, checksum: u32) -> String {
    let checksum = format!(" {checksum:08x}");
    let room = Terms::MAX_JUDGE - checksum.len();
    let end = (0..=room.min(file.len())).rfind(|end| file.is_char_boundary(*end)).unwrap_or(0);
    format!("{}{checksum}", &file[..end])
}

/// The positions of played games.
struct Played {
    games: usize,
    keys: HashSet<u64>,
}

impl Played {
    /// Plies of each game of the files.
    fn read(game: &AnyGame, files: &[PathBuf], plies: usize) -> anyhow::Result<Self> {
        let mut played = Self { games: 0, keys: HashSet::new() };
        for file in files {
            let bytes = fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
            let before = played.games;
            for read in game_text::read(game, &game_text::decode(bytes)) {
                let read = read.with_context(|| file.display().to_string())?;
                let mut position = read.start.clone();
                played.keys.insert(position.key());
                for mv in read.moves().take(plies) {
                    position.play(mv);
                    played.keys.insert(position.key());
                }
                played.games += 1;
            }
            if played.games == before {
                bail!(
                    "{}: there is no game in it; give games as `damier match --games-out` writes them",
                    file.display()
                );
            }
        }
        Ok(played)
    }
}

fn grow_book(game: &AnyGame, judge: &Judge, plan: &Plan<'_>, games: usize) -> anyhow::Result<()> {
    // Two processes would overwrite each other's positions.
    let cannot = || {
        format!("{}: cannot be locked; check free space and permissions of its folder", plan.path.display())
    };
    let Some(lock) = FileLock::take(plan.path).with_context(cannot)? else {
        let path = plan.path.display();
        bail!("{path}: another damier process grows this book; wait for it, or choose another --out");
    };
    let bar = Bar::default();
    let start = Instant::now();
    let grown = grow(game, judge, plan, &bar);
    drop(lock);
    let line = bar.finish();
    let grown = grown?;
    let mut out = terminal::escaped();
    if let Some((line, share)) = line {
        writeln!(out, "{line}  {share}")?;
    }
    let count = |number: usize| numbers::grouped(number as u64);
    writeln!(
        out,
        "{}: {} positions, {} of them new, by {} ({:.0} s)",
        plan.path.display(),
        count(grown.positions),
        count(grown.new),
        plan.terms.judge,
        start.elapsed().as_secs_f64()
    )?;
    if games > 0 {
        let (all, held) = (count(plan.played.len()), count(grown.played));
        writeln!(out, "{} games reached {all} positions, of which it has {held}", count(games))?;
    }
    match grown.completion {
        Completion::Complete => {}
        Completion::Exhausted => writeln!(out, "there is nothing more that games by it would reach")?,
        Completion::Stopped => {
            writeln!(out, "stopped; the same command goes on from here")?;
            interrupt::leave();
        }
    }
    Ok(())
}

fn show(game: &AnyGame, path: &Path, moves: &[String]) -> anyhow::Result<()> {
    let book = OpeningBook::read(game, path)?;
    let mut out = terminal::escaped();
    writeln!(
        out,
        "{}: {} positions, {} of them answered, by {} with {} nodes a move",
        game.id(),
        numbers::grouped(book.positions() as u64),
        numbers::grouped(book.answered() as u64),
        book.terms().judge,
        numbers::grouped(book.terms().nodes)
    )?;
    let mut position = game.start();
    for text in moves {
        let mv = game.parse_move(Native, &position, text)?;
        position.play(mv);
    }
    let known = book.moves(&position);
    if known.is_empty() {
        bail!("{}: the book does not answer this position; its engine searches here", path.display());
    }
    for found in known {
        let mut next = position.clone();
        next.play(found.mv);
        let line = line_text(game, &next, &book.line(&next), usize::MAX);
        writeln!(out, "{} {:8} {line}", percent(found.share), game.move_text(Native, &position, found.mv))?;
    }
    Ok(())
}

fn percent(share: Share) -> String {
    format!("{:5.1} %", 100.0 * share.value())
}

/// Shows the positions that are looked at, and the line that is best so far.
#[derive(Default)]
struct Bar {
    bar: Mutex<Option<WorkBar>>,
    /// The best line, and its value.
    line: Mutex<Option<(String, String)>>,
}

const TEMPLATE: &str = "{pos}/{len} positions [{bar:12}] {elapsed} ETA {eta}  {wide_msg}";

impl Bar {
    /// Takes the bar away, and gives the best line.
    fn finish(&self) -> Option<(String, String)> {
        if let Some(bar) = lock(&self.bar).take() {
            bar.finish();
        }
        lock(&self.line).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch for Bar {
    fn begin(&self, total: usize, done: usize) {
        let bar = WorkBar::new(total as u64, "positions", TEMPLATE);
        bar.start_at(done as u64);
        *lock(&self.bar) = Some(bar);
    }

    fn advance(&self, positions: usize) {
        if let Some(bar) = &*lock(&self.bar) {
            bar.inc(positions as u64);
        }
    }

    fn line(&self, line: &str, share: Share) {
        let value = percent(share);
        if let Some(bar) = &*lock(&self.bar) {
            bar.set_message(format!("{} {line}", value.trim()));
        }
        *lock(&self.line) = Some((line.to_owned(), value.trim().to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_of_any_name_is_told_by_its_checksum() {
        assert_eq!(judge_name("chess.dmn", 0xab), "chess.dmn 000000ab");
        for letter in ["x", "ä", "棋"] {
            let long = judge_name(&letter.repeat(255 / letter.len()), 0xab);
            assert!(long.len() <= Terms::MAX_JUDGE && long.ends_with(" 000000ab"), "{long}");
        }
    }
}
