//! `damier inspect`: what is in a file or folder that damier wrote.

mod chunks;
mod games;
mod net;
#[cfg_attr(not(feature = "train"), path = "untrained_run.rs")]
mod run;

use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use damier_engine::net::{Net, file::MAGIC as NET_MAGIC};
use damier_records::{OnDamage, chunk::MAGIC as CHUNK_MAGIC};

use crate::terminal;

/// Show what is in a chunk of games, a journal, a net, a folder of chunks or a run
#[derive(Args, Debug)]
#[command(after_help = "\
Nothing is ever changed. A damaged or foreign file is an error that says what is wrong and where.

Examples:
  damier inspect runs/russian                              generations, nets, measured strength
  damier inspect runs/russian/games --validate             replay every game of a run
  damier inspect runs/russian/games/gen-0003-chunk-0000.dmr --games 2
  damier inspect damaged.dmr --skip-corrupt                what can still be read
  damier inspect runs/russian/nets/gen-0004.dmn")]
pub(crate) struct Options {
    /// A chunk, the journal of an unfinished one, a net, a folder of chunks, or the directory of a run
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// Replay all games and check every move, policy target and outcome against the rules, and that no game is there
    /// twice
    #[arg(long)]
    validate: bool,
    /// Leave damaged parts out, list them and go on with the next whole block
    #[arg(long)]
    skip_corrupt: bool,
    /// Print the first N games of a chunk or folder in the notation of the game
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    games: usize,
}

/// What is shown of records.
#[derive(Clone, Copy, Debug)]
struct Reading {
    on_damage: OnDamage,
    checks: Checks,
    /// Games to print.
    games: usize,
}

/// How closely records are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Checks {
    /// As they are stored.
    Stored,
    /// Replayed and compared with the rules.
    Rules,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let path = &options.path;
    let reading = Reading {
        on_damage: if options.skip_corrupt { OnDamage::Skip } else { OnDamage::Refuse },
        checks: if options.validate { Checks::Rules } else { Checks::Stored },
        games: options.games,
    };
    let mut out = terminal::report();
    if path.is_dir() {
        return if run::is_run(path) {
            run::show(path, reading, &mut out)
        } else {
            chunks::show_folder(path, reading, &mut out)
        };
    }
    match kind_of(path)? {
        Kind::Chunk => chunks::show_file(path, reading, &mut out),
        Kind::Net => {
            refuse_record_options(options)?;
            net::show(path, &Net::read(path)?, &mut out)
        }
    }
}

/// What the chunks of a folder hold, all of them together.
#[cfg(feature = "train")]
pub(crate) fn summarise_folder(path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let reading = Reading { on_damage: OnDamage::Refuse, checks: Checks::Stored, games: 0 };
    chunks::show_folder(path, reading, out)
}

/// The kinds of files, told by their first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Chunk,
    Net,
}

fn kind_of(path: &Path) -> anyhow::Result<Kind> {
    let name = || path.display().to_string();
    let mut start = Vec::new();
    let longest = CHUNK_MAGIC.len().max(NET_MAGIC.len()) as u64;
    File::open(path)
        .with_context(|| format!("{}: cannot be opened", name()))?
        .take(longest)
        .read_to_end(&mut start)
        .with_context(|| format!("{}: cannot be read", name()))?;
    if start.starts_with(&CHUNK_MAGIC) {
        Ok(Kind::Chunk)
    } else if start.starts_with(&NET_MAGIC) {
        Ok(Kind::Net)
    } else {
        anyhow::bail!(
            "{}: neither a chunk of games nor a net (byte 0 begins another kind of file); give a file that \
             damier wrote, or its folder",
            name()
        )
    }
}

fn refuse_record_options(options: &Options) -> anyhow::Result<()> {
    let Options { validate, skip_corrupt, games, path } = options;
    if *validate || *skip_corrupt || *games > 0 {
        anyhow::bail!(
            "{}: is a net; --validate, --skip-corrupt and --games are for chunks of games, leave them out",
            path.display()
        );
    }
    Ok(())
}

/// A heading and its value in a column.
fn write_field(out: &mut impl Write, name: &str, value: impl std::fmt::Display) -> std::io::Result<()> {
    writeln!(out, "{name:<18} {value}")
}

/// JSON in which a line can be broken between its keys.
fn spaced(json: &str) -> String {
    json.replace(",\"", ", \"")
}
