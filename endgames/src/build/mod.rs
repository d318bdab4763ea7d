//! Building tables: slice by slice, fewer pieces first.

mod cells;
mod first_pass;
mod propagate;

use std::{
    fs, io,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use damier_files::FolderLock;
use damier_rules::{Game, TablebaseLayout};
use rayon::{ThreadPool, ThreadPoolBuilder};

use self::cells::Cells;
pub(crate) use self::first_pass::value_of;
use crate::{
    error::EndgameError,
    file::{EncodedPart, Identity, Table, write},
    folder::{endings_of, game_folder},
    slice_tables::{SliceTablebase, slice_file},
    watch::Watch,
};

/// Numbers that a thread works on at a time.
const CHUNK: u64 = 1 << 14;

/// What to build, and how.
#[derive(Clone, Copy, Debug)]
pub struct BuildPlan<'a> {
    /// The folder; each game has its own below it.
    pub folder: &'a Path,
    /// The most pieces.
    pub pieces: usize,
    /// Threads; 0 for one per core.
    pub threads: usize,
    /// Once it is set, building stops within moments. Finished slices stay.
    pub stop: &'a AtomicBool,
}

/// Whether the work was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// To the end.
    Complete,
    /// It was stopped.
    Stopped,
}

/// What building came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// Slices that were there already.
    pub kept: usize,
    /// Slices that were computed.
    pub computed: usize,
    /// Numbers of the computed slices.
    pub numbers: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// Whether all slices are there.
    pub completion: Completion,
}

/// Builds the tables of `game` that are not there yet.
///
/// # Errors
/// The game has no tables or none of that number of pieces; a file that is there is not a sound table; another process
/// works in the folder; or the file system fails.
pub fn build<G: Game>(game: &G, plan: &BuildPlan<'_>, watch: &dyn Watch) -> Result<Built, EndgameError> {
    build_numbered(game.net_id(), &game_folder(game, plan.folder), &*endings_of(game)?, plan, watch)
}

fn build_numbered(
    game: &str,
    folder: &Path,
    layout: &dyn TablebaseLayout,
    plan: &BuildPlan<'_>,
    watch: &dyn Watch,
) -> Result<Built, EndgameError> {
    let wanted = wanted(game, layout, plan.pieces)?;
    let failed = |action, source| EndgameError::Io {
        path: folder.to_owned(),
        action,
        remedy: "check that the folder may be written and the disk has room",
        source,
    };
    fs::create_dir_all(folder).map_err(|source| failed("making the folder", source))?;
    let lock = FolderLock::take(folder).map_err(|source| failed("locking the folder", source))?;
    let Some(_lock) = lock else {
        return Err(EndgameError::Busy { folder: folder.to_owned() });
    };
    let mut tables = SliceTablebase::open_first(game, folder, layout, wanted)?;
    let slices = &layout.slices()[..wanted];
    let numbers = |slice: usize| slices[slice].sizes.iter().sum::<u64>();
    let there: Vec<usize> = (0..wanted).filter(|slice| tables.table(*slice).is_some()).collect();
    let mut built =
        Built { kept: there.len(), computed: 0, numbers: 0, bytes: 0, completion: Completion::Complete };
    watch.begin((0..wanted).map(numbers).sum(), there.into_iter().map(numbers).sum());
    let pool = pool(plan.threads).map_err(|source| failed("starting threads", source))?;
    for (slice, entry) in slices.iter().enumerate() {
        if tables.table(slice).is_some() {
            continue;
        }
        watch.slice(&entry.name);
        let cells = Cells::new(&entry.sizes);
        let is_stopped = || plan.stop.load(Ordering::Relaxed);
        let valued = pool.install(|| first_pass::run(layout, &tables, slice, &cells, &is_stopped, watch));
        if !valued {
            return Err(EndgameError::Unvalued { game: game.to_owned(), slice: entry.name.clone() });
        }
        pool.install(|| propagate::run(layout, slice, &cells, &is_stopped));
        if is_stopped() {
            built.completion = Completion::Stopped;
            break;
        }
        let path = slice_file(folder, entry);
        let identity = Identity { game, layout: layout.id(), slice: entry };
        let encode = |(part, size): (usize, &u64)| EncodedPart::new(*size, |index| cells.value(part, index));
        pool.install(|| entry.sizes.iter().enumerate().map(encode).collect::<Result<Vec<_>, _>>())
            .and_then(|parts| write(&path, identity, &parts))
            .map_err(|source| failed("writing a table", source))?;
        tables.add(slice, Table::open(&path, identity)?);
        built.computed += 1;
        built.numbers += numbers(slice);
    }
    built.bytes = (0..wanted).filter_map(|slice| tables.table(slice)).map(Table::bytes).sum();
    Ok(built)
}

/// How many slices have at most `pieces` pieces.
fn wanted(game: &str, layout: &dyn TablebaseLayout, pieces: usize) -> Result<usize, EndgameError> {
    let sizes = || layout.slices().iter().map(|slice| slice.pieces);
    let (fewest, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    if !(fewest..=most).contains(&pieces) {
        return Err(EndgameError::Pieces { game: game.to_owned(), found: pieces, fewest, most });
    }
    Ok(sizes().filter(|size| *size <= pieces).count())
}

/// Number of threads, 0 for one per core.
pub(crate) fn pool(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)
}
