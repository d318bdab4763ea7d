//! Many games at once.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use damier_engine::{
    Evaluator,
    search::mcts::{Mcts, MctsParams},
};
use damier_rules::Game;

use crate::{
    chunk::{ChunkHeader, write_chunk},
    config::GenerateConfig,
    error::RecordError,
    observer::{Observer, Progress},
    opening::Ballots,
    plan::{ChunkPlan, plan},
    record::GameRecord,
    seed::{self, Stream},
    self_play,
};

/// Games per opening: one from each side.
const PAIR: u64 = 2;

/// One generation of self-play: everything its games depend on, but for the net.
#[derive(Clone, Debug)]
pub struct Generation<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// How games are generated; validated.
    pub config: &'a GenerateConfig,
    /// What games start from.
    pub ballots: &'a Ballots<G>,
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
    /// `evaluator` is called once per thread. `cancel` is read before each ply: once it is set, games in
    /// flight are given up and finished ones are written.
    ///
    /// # Errors
    /// If the folder holds something else (see [`plan`]) or a chunk cannot be written.
    pub fn run<E: Evaluator<G::Position>>(
        &self,
        folder: &Path,
        evaluator: impl Fn() -> E + Sync,
        observer: &impl Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RecordError> {
        fs::create_dir_all(folder).map_err(|source| RecordError::Io {
            path: folder.to_owned(),
            action: "create",
            remedy: "check free space and permissions",
            source,
        })?;
        let plans = plan(folder, self.identity, self.config.games, self.config.games_per_chunk)?;
        let queue: Vec<(usize, u64)> = plans
            .iter()
            .enumerate()
            .flat_map(|(chunk, plan)| plan.games.iter().map(move |game| (chunk, *game)))
            .collect();
        let shelf = Mutex::new(Shelf::new(&plans, queue.len()));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        // Threads take games one by one in order of their index, so that chunks are completed in order and
        // no thread runs out of work before the others.
        rayon::broadcast(|_| {
            let mut search = Mcts::new(evaluator(), MctsParams::self_play());
            while !cancel.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                let Some((chunk, index)) = queue.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let Some(record) = self.play(*index, &mut search, cancel) else { break };
                let complete = lock(&shelf).put(*chunk, record, observer);
                if let Some(records) = complete {
                    let written = self.write(folder, &plans[*chunk], records);
                    failed.fetch_or(written.is_err(), Ordering::Relaxed);
                    lock(&shelf).note(written);
                }
            }
        });
        let mut shelf = shelf.into_inner().unwrap_or_else(PoisonError::into_inner);
        if shelf.error.is_none() {
            for (chunk, plan) in plans.iter().enumerate() {
                let records = std::mem::take(&mut shelf.chunks[chunk].records);
                if !records.is_empty() {
                    shelf.note(self.write(folder, plan, records));
                }
            }
        }
        shelf.finish()
    }

    fn play<E: Evaluator<G::Position>>(
        &self,
        index: u64,
        search: &mut Mcts<G::Position, E>,
        cancel: &AtomicBool,
    ) -> Option<GameRecord> {
        let ChunkHeader { seed: run, generation, .. } = *self.identity;
        let opening_seed = seed::seed(run, generation, Stream::Opening, index / PAIR);
        let opening = self.ballots.draw(&self.config.opening, &mut seed::generator(opening_seed));
        let seed = seed::seed(run, generation, Stream::Game, index);
        self_play::play(self.game, self.config, &opening, (index, seed), search, cancel)
    }

    fn write(
        &self,
        folder: &Path,
        plan: &ChunkPlan,
        mut records: Vec<GameRecord>,
    ) -> Result<PathBuf, RecordError> {
        records.sort_by_key(|record| record.index);
        let header = ChunkHeader { chunk: plan.name.chunk, ..self.identity.clone() };
        let path = plan.name.path(folder);
        write_chunk(&path, &header, &records).map(|()| path)
    }
}

/// Where finished games wait for the others of their chunk.
struct Shelf {
    chunks: Vec<Pending>,
    progress: Progress,
    begun: Instant,
    written: Vec<PathBuf>,
    error: Option<RecordError>,
}

struct Pending {
    wanted: usize,
    records: Vec<GameRecord>,
}

impl Shelf {
    fn new(plans: &[ChunkPlan], games: usize) -> Self {
        Self {
            chunks: plans
                .iter()
                .map(|plan| Pending { wanted: plan.games.len(), records: Vec::new() })
                .collect(),
            progress: Progress { games_wanted: games as u64, ..Progress::default() },
            begun: Instant::now(),
            written: Vec::new(),
            error: None,
        }
    }

    /// Takes a finished game; gives back the games of its chunk once all are there.
    fn put(&mut self, chunk: usize, record: GameRecord, observer: &impl Observer) -> Option<Vec<GameRecord>> {
        let progress = &mut self.progress;
        progress.games += 1;
        progress.positions += record.targets() as u64;
        progress.plies += record.plies.len() as u64;
        progress.simulations += record.plies.iter().map(|ply| u64::from(ply.kind.simulations())).sum::<u64>();
        progress.elapsed = self.begun.elapsed();
        observer.game_finished(progress);
        let pending = &mut self.chunks[chunk];
        pending.records.push(record);
        (pending.records.len() == pending.wanted).then(|| std::mem::take(&mut pending.records))
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

fn lock<'s>(shelf: &'s Mutex<Shelf>) -> MutexGuard<'s, Shelf> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}
