//! The consistency of tables: every value is what the values of the successors say.

use std::{
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_rules::{
    EndingValue, Game,
    NotationFormat::Native,
    TablebaseLayout,
    tablebase_index::{Ahead, Place},
};
use rayon::{ThreadPool, prelude::*};

use crate::{
    build::{Completion, pool, value_of},
    counts::Counts,
    error::EndgameError,
    folder::{endings_of, game_folder, reads_syzygy},
    slice_tables::{SliceTablebase, slice_file},
    syzygy,
    watch::Watch,
};

/// Numbers that a thread works on at a time.
const CHUNK: u64 = 1 << 14;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Slices.
    pub slices: usize,
    /// Positions.
    pub positions: u64,
    /// Whether all were.
    pub completion: Completion,
}

/// Compares every value of every table of `game` in `folder` with the values after each legal move, captures and
/// promotions into other tables included, and the counts in the files with what is counted. Of Syzygy tables all values are
/// decoded, and their numbers compared with the index.
///
/// # Errors
/// As [`EndgameTablebase::open`](crate::EndgameTablebase::open); a table is missing that another leads into, or a value is
/// wrong.
pub fn verify<G: Game>(
    game: &G,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Result<Verified, EndgameError> {
    if reads_syzygy(game) {
        let pool = pool_for(folder, threads)?;
        return pool.install(|| syzygy::verify(game.net_id(), folder, stop, watch));
    }
    let endings = endings_of(game)?;
    let text = |place| match endings.position(place) {
        Some(position) => game.position_text(Native, &position),
        None => "no position".to_owned(),
    };
    verify_numbered(game.net_id(), &game_folder(game, folder), &*endings, &text, threads, stop, watch)
}

fn verify_numbered(
    game: &str,
    folder: &Path,
    layout: &dyn TablebaseLayout,
    text: &dyn Fn(Place) -> String,
    threads: usize,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Result<Verified, EndgameError> {
    let tables = SliceTablebase::open(game, folder, layout)?;
    let slices = layout.slices();
    let present: Vec<usize> = (0..slices.len()).filter(|slice| tables.table(*slice).is_some()).collect();
    // Moves lead to earlier slices, so those before the last have to be there.
    let last = present.last().copied().unwrap_or(0);
    if let Some(missing) = (0..last).find(|slice| tables.table(*slice).is_none()) {
        return Err(EndgameError::Missing { file: slice_file(folder, &slices[missing]) });
    }
    watch.begin(present.iter().flat_map(|slice| &slices[*slice].sizes).sum(), 0);
    let pool = pool_for(folder, threads)?;
    let mut verified = Verified { slices: 0, positions: 0, completion: Completion::Complete };
    for slice in present {
        watch.slice(&slices[slice].name);
        let file = || slice_file(folder, &slices[slice]);
        let found = pool.install(|| check(layout, &tables, slice, stop, watch));
        if stop.load(Ordering::Relaxed) {
            verified.completion = Completion::Stopped;
            break;
        }
        if found.unvalued > 0 {
            let (game, slice) = (game.to_owned(), slices[slice].name.clone());
            return Err(EndgameError::Unvalued { game, slice });
        }
        if let Some(first) = &found.first {
            let word = |value: EndingValue| format!("{value:?}").to_lowercase();
            return Err(EndgameError::Inconsistent {
                file: file(),
                wrong: found.wrong,
                part: first.place.part,
                index: first.place.index,
                position: text(first.place),
                stored: word(first.stored),
                computed: word(first.computed),
            });
        }
        if !tables.table(slice).is_some_and(|table| table.counts().eq(found.counts.iter().copied())) {
            return Err(EndgameError::Counts { file: file() });
        }
        verified.slices += 1;
        verified.positions += found.counts.iter().map(Counts::total).sum::<u64>();
    }
    Ok(verified)
}

fn pool_for(folder: &Path, threads: usize) -> Result<ThreadPool, EndgameError> {
    pool(threads).map_err(|source| EndgameError::Io {
        path: folder.to_owned(),
        action: "starting threads",
        remedy: "ask for fewer",
        source,
    })
}

/// A value that is not what the successors say.
struct Wrong {
    place: Place,
    stored: EndingValue,
    computed: EndingValue,
}

/// What a look at a slice, or a part of it, found.
struct Findings {
    /// By part.
    counts: Vec<Counts>,
    /// Positions with a move that leads to no value, or without one of their own.
    unvalued: u64,
    /// Values that are wrong.
    wrong: u64,
    /// The first of them.
    first: Option<Wrong>,
}

impl Findings {
    fn none(parts: usize) -> Self {
        Self { counts: vec![Counts::default(); parts], unvalued: 0, wrong: 0, first: None }
    }

    fn add(&mut self, other: Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, counts)| sum.add(counts));
        self.unvalued += other.unvalued;
        self.wrong += other.wrong;
        let number =
            |wrong: &Option<Wrong>| wrong.as_ref().map(|wrong| (wrong.place.part, wrong.place.index));
        if self.first.is_none() || (other.first.is_some() && number(&other.first) < number(&self.first)) {
            self.first = other.first;
        }
    }
}

fn check(
    layout: &dyn TablebaseLayout,
    tables: &SliceTablebase,
    slice: usize,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Findings {
    let sizes = &layout.slices()[slice].sizes;
    let all = Mutex::new(Findings::none(sizes.len()));
    for (part, size) in sizes.iter().enumerate() {
        (0..size.div_ceil(CHUNK)).into_par_iter().for_each(|chunk| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let range = chunk * CHUNK..(*size).min((chunk + 1) * CHUNK);
            watch.advance(range.end - range.start);
            let mut here = Findings::none(sizes.len());
            layout.look_ahead(slice, part, range, &mut |index, ahead| {
                let place = Place { slice, part, index };
                let Some((stored, computed)) = tables.at(place).zip(by_successors(tables, ahead)) else {
                    here.unvalued += 1;
                    return;
                };
                here.counts[part].note(stored);
                if stored != computed {
                    here.wrong += 1;
                    here.first.get_or_insert(Wrong { place, stored, computed });
                }
            });
            all.lock().expect("no panic while it is held").add(here);
        });
    }
    all.into_inner().expect("no panic while it is held")
}

/// The value of a position by the values after its moves.
fn by_successors(tables: &SliceTablebase, ahead: Ahead<'_>) -> Option<EndingValue> {
    match ahead {
        Ahead::Over(value) => Some(value),
        Ahead::Moves(next) => {
            let mut best = EndingValue::Loss;
            for next in next {
                best = best.max(value_of(tables, *next)?.for_other());
            }
            Some(best)
        }
    }
}
