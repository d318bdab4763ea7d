//! Many games at once.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use damier_endgames::EndgameTablebase;
use damier_files::{FolderLock, folder_lock::LOCK_FILE};
use damier_rules::{Game, Tablebase};

use crate::{
    aside,
    config::{GenerateConfig, SearchConfig},
    journal::{self, Journal},
    observer::{Observer, Progress},
    opening::Ballots,
    plan::{ChunkPlan, plan},
    searcher::Searcher,
    seed::{self, Stream},
    self_play,
};
use damier_records::{ChunkHeader, GameRecord, RecordError, write_chunk};

/// Games of tree search per opening: one from each side.
const PAIR: u64 = 2;

/// One generation of self-play: everything its games depend on, but for the net.
#[derive(Clone, Debug)]
pub struct Generation<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// How games are generated; validated.
    pub config: &'a GenerateConfig,
    /// What games start from.
    pub ballots: &'a Ballots,
    /// Tables that end games; see [`GenerateConfig::endgames`].
    pub tables: Option<Arc<EndgameTablebase<G::Position>>>,
    /// The identity that chunks get; its seed is the run's, its `chunk` is overwritten.
    pub identity: &'a ChunkHeader,
}

/// What a call of [`Generation::run`] did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Generated {
    /// Its last progress.
    pub progress: Progress,
    /// The chunks it wrote, in order of their names.
    pub chunks: Vec<PathBuf>,
    /// Whether games are still missing because it was cancelled.
    pub cancelled: bool,
}

impl<G: Game> Generation<'_, G> {
    /// Plays the games that `folder` lacks and writes them there, on all threads of the current rayon
    /// pool. The games, and in a run that is not cancelled the bytes of the chunks, do not depend on the
    /// number of threads.
    ///
    /// `searcher` is called once per thread. `cancel` is read before each ply: once it is set, games in
    /// flight are given up. Finished ones are kept, in the [journal] of their chunk where it is not complete.
    ///
    /// # Errors
    /// If another process writes games there, the folder holds something else (see [`plan`]), or a chunk cannot
    /// be written.
    pub fn run<S: Searcher<G::Position>>(
        &self,
        folder: &Path,
        searcher: impl Fn() -> S + Sync,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RecordError> {
        let player = || -> GamePlayer<'_> {
            let mut search = searcher();
            Box::new(move |index| self.play(index, &mut search, cancel))
        };
        play_missing(self.identity, self.config, folder, &player, observer, cancel)
    }

    fn play<S: Searcher<G::Position>>(
        &self,
        index: u64,
        search: &mut S,
        cancel: &AtomicBool,
    ) -> Option<GameRecord> {
        let ChunkHeader { seed: run, generation, .. } = *self.identity;
        let number = match self.config.search {
            SearchConfig::Tree => index / PAIR,
            // From one opening it plays one game.
            SearchConfig::AlphaBeta => index,
        };
        let opening_seed = seed::seed(run, generation, Stream::Opening, number);
        let share = |position: &G::Position| {
            // What a search remembers may change what it says of another position.
            search.forget();
            search.estimate(position).share
        };
        let random = &mut seed::generator(opening_seed);
        let opening = self.ballots.draw_balanced(self.game, &self.config.opening, random, share);
        let seed = seed::seed(run, generation, Stream::Game, index);
        let tables = self.tables.as_deref().map(|tables| tables as &dyn Tablebase<G::Position>);
        self_play::play(self.game, self.config, &opening, (index, seed), tables, search, cancel)
    }
}

/// Plays the game of an index; `None` where it was cancelled on the way.
type GamePlayer<'a> = Box<dyn FnMut(u64) -> Option<GameRecord> + 'a>;

/// See [`Generation::run`]; `player` is called once per thread.
fn play_missing<'a>(
    identity: &ChunkHeader,
    config: &GenerateConfig,
    folder: &Path,
    player: &(dyn Fn() -> GamePlayer<'a> + Sync),
    observer: &dyn Observer,
    cancel: &AtomicBool,
) -> Result<Generated, RecordError> {
    fs::create_dir_all(folder).map_err(|source| RecordError::Io {
        path: folder.to_owned(),
        action: "create",
        remedy: "check free space and permissions",
        source,
    })?;
    let _lock = lock_folder(folder)?;
    aside::set_damaged_aside(folder, identity, |text| observer.note(text))?;
    let plans = plan(folder, identity, config.games, config.games_per_chunk)?;
    journal::remove_stale(folder, identity.generation)?;
    let mut pending = Vec::new();
    let mut queue = Vec::new();
    for (chunk, plan) in plans.iter().enumerate() {
        let (journal, mut records) = Journal::open(folder, plan.name, identity)?;
        records.retain(|record| plan.games.contains(&record.index));
        let missing = plan.games.iter().filter(|game| records.iter().all(|kept| kept.index != **game));
        queue.extend(missing.map(|game| (chunk, *game)));
        pending.push(Pending { wanted: plan.games.len(), records, journal: Some(journal) });
    }
    observer.begun(queue.len() as u64);
    let collector = Mutex::new(ChunkCollector::new(pending, queue.len()));
    for (chunk, plan) in plans.iter().enumerate() {
        let complete = lock(&collector).complete(chunk);
        if let Some(finished) = complete {
            let path = write(identity, folder, plan, finished)?;
            lock(&collector).written.push(path);
        }
    }
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    // Threads take games one by one in order of their index, so that chunks are completed in order and
    // no thread runs out of work before the others.
    rayon::broadcast(|_| {
        let mut play = player();
        while !cancel.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some((chunk, index)) = queue.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let Some(record) = play(*index) else { break };
            let complete = lock(&collector).put(*chunk, record, observer);
            let written = match complete {
                Ok(None) => continue,
                Ok(Some(finished)) => write(identity, folder, &plans[*chunk], finished),
                Err(error) => Err(error),
            };
            failed.fetch_or(written.is_err(), Ordering::Relaxed);
            lock(&collector).note(written);
        }
    });
    collector.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
}

fn write(
    identity: &ChunkHeader,
    folder: &Path,
    plan: &ChunkPlan,
    Finished { mut records, journal }: Finished,
) -> Result<PathBuf, RecordError> {
    records.sort_by_key(|record| record.index);
    let header = ChunkHeader { chunk: plan.name.chunk, ..identity.clone() };
    let path = plan.name.path(folder);
    write_chunk(&path, &header, &records)?;
    journal.remove()?;
    Ok(path)
}

/// Collector of finished games, until their chunk is complete.
struct ChunkCollector {
    chunks: Vec<Pending>,
    progress: Progress,
    begun: Instant,
    written: Vec<PathBuf>,
    error: Option<RecordError>,
}

struct Pending {
    wanted: usize,
    records: Vec<GameRecord>,
    /// `None` once the chunk is complete.
    journal: Option<Journal>,
}

/// All games of a chunk.
struct Finished {
    records: Vec<GameRecord>,
    journal: Journal,
}

impl ChunkCollector {
    fn new(chunks: Vec<Pending>, games: usize) -> Self {
        Self {
            chunks,
            progress: Progress { games_wanted: games as u64, ..Progress::default() },
            begun: Instant::now(),
            written: Vec::new(),
            error: None,
        }
    }

    /// Takes a finished game into the journal of its chunk; gives back the games of the chunk once all are
    /// there.
    fn put(
        &mut self,
        chunk: usize,
        record: GameRecord,
        observer: &dyn Observer,
    ) -> Result<Option<Finished>, RecordError> {
        let pending = &mut self.chunks[chunk];
        pending.journal.as_mut().expect("the chunk lacks games").append(&record)?;
        pending.records.push(record);
        let record = pending.records.last().expect("just added");
        let progress = &mut self.progress;
        progress.games += 1;
        progress.positions += record.targets() as u64;
        progress.plies += record.plies.len() as u64;
        progress.simulations += record.plies.iter().map(|ply| u64::from(ply.kind.simulations())).sum::<u64>();
        progress.elapsed = self.begun.elapsed();
        observer.game_finished(progress);
        Ok(self.complete(chunk))
    }

    /// The games of a chunk once all are there; to be called until it gives them, and not again.
    fn complete(&mut self, chunk: usize) -> Option<Finished> {
        let pending = &mut self.chunks[chunk];
        if pending.records.len() < pending.wanted {
            return None;
        }
        let journal = pending.journal.take()?;
        Some(Finished { records: std::mem::take(&mut pending.records), journal })
    }

    fn note(&mut self, written: Result<PathBuf, RecordError>) {
        match written {
            Ok(path) => self.written.push(path),
            Err(error) => self.error = self.error.take().or(Some(error)),
        }
    }

    fn finish(mut self) -> Result<Generated, RecordError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.progress.elapsed = self.begun.elapsed().max(Duration::from_nanos(1));
        self.written.sort();
        let cancelled = self.progress.games < self.progress.games_wanted;
        Ok(Generated { progress: self.progress, chunks: self.written, cancelled })
    }
}

/// Two processes would add to the same journals.
fn lock_folder(folder: &Path) -> Result<FolderLock, RecordError> {
    let held = FolderLock::take(folder).map_err(|source| RecordError::Io {
        path: folder.join(LOCK_FILE),
        action: "lock",
        remedy: "check free space and permissions, then run the same command again",
        source,
    })?;
    held.ok_or_else(|| RecordError::Foreign {
        path: folder.to_owned(),
        reason: "another damier process writes games here; wait for it, or choose another folder".to_owned(),
    })
}

fn lock<'s>(collector: &'s Mutex<ChunkCollector>) -> MutexGuard<'s, ChunkCollector> {
    collector.lock().unwrap_or_else(PoisonError::into_inner)
}
