//! The folder that the games of a generation go to: what it lacks, and what becomes of a game that arrives.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use damier_files::{FolderLock, folder_lock::LOCK_FILE};
use damier_records::{ChunkHeader, GameRecord, OnDamage, RecordError, codec, read_chunk, write_chunk};
use sha2::{Digest as _, Sha256};

use crate::{
    found::Found,
    journal::{self, Journal},
    plan::{ChunkPlan, plan},
};

/// What became of a game that arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    /// The folder lacked it; a kill does not lose it any more.
    New,
    /// The same game was there already.
    Again,
    /// Another game of the same index was there, and stays.
    Different,
    /// Its index is none of those that are wanted.
    Unwanted,
}

/// The SHA-256 of a game's record.
pub(crate) type Digest = [u8; 32];

/// Returns the SHA-256 of a game's record as chunks have it.
pub(crate) fn digest(record: &GameRecord) -> Digest {
    let mut bytes = Vec::new();
    codec::encode(record, &mut bytes);
    Sha256::digest(&bytes).into()
}

/// The folder of a generation's games, locked against other processes. Games may arrive in any order, from any
/// thread and more than once: once all are there, the folder has the same bytes.
#[derive(Debug)]
pub struct Shelf<'a> {
    folder: &'a Path,
    identity: &'a ChunkHeader,
    plans: Vec<ChunkPlan>,
    /// The chunk of `plans` that each game goes to.
    chunk_of: HashMap<u64, usize>,
    state: Mutex<State>,
    _lock: FolderLock,
}

#[derive(Debug)]
struct State {
    /// Every game that is there.
    there: BTreeMap<u64, Digest>,
    /// Those of them that were put since the folder was opened.
    put: BTreeSet<u64>,
    /// The games of each of `plans`, until it is complete.
    pending: Vec<Pending>,
    written: Vec<PathBuf>,
}

#[derive(Debug)]
struct Pending {
    wanted: usize,
    records: Vec<GameRecord>,
    /// `None` once the chunk is complete.
    journal: Option<Journal>,
}

/// All games of a chunk.
struct Complete {
    records: Vec<GameRecord>,
    journal: Journal,
}

impl<'a> Shelf<'a> {
    /// Opens the folder, which is made where it is missing, for the games with indices in `wanted`, `per_chunk` (at
    /// least 1) a chunk. Damaged chunks are set aside; `note` gets a line about each. Chunks whose games are all in
    /// journals are written.
    ///
    /// # Errors
    /// If another process writes games there, the folder holds games of another run than `identity` says (its `chunk` and
    /// `program` do not count), or a file cannot be read or written.
    pub fn open(
        folder: &'a Path,
        identity: &'a ChunkHeader,
        (wanted, per_chunk): (Range<u64>, u64),
        note: &dyn Fn(&str),
    ) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(|source| RecordError::Io {
            path: folder.to_owned(),
            action: "create",
            remedy: "check free space and permissions",
            source,
        })?;
        let lock = lock_folder(folder)?;
        let mut found = Found::read(folder, identity, note)?;
        let plans = plan(&found, identity.generation, wanted, per_chunk);
        journal::remove_stale(folder, identity.generation)?;
        let mut pending = Vec::new();
        for plan in &plans {
            let (journal, mut records) = Journal::open(folder, plan.name, identity)?;
            records.retain(|record| !found.games.contains_key(&record.index));
            found.games.extend(records.iter().map(|record| (record.index, digest(record))));
            // Games that an earlier call wanted, and this one does not, go into the chunk, too.
            let more =
                records.iter().filter(|record| plan.games.binary_search(&record.index).is_err()).count();
            pending.push(Pending { wanted: plan.games.len() + more, records, journal: Some(journal) });
        }
        let games = plans
            .iter()
            .enumerate()
            .flat_map(|(chunk, plan)| plan.games.iter().map(move |&game| (game, chunk)));
        let chunk_of = games.collect();
        let state =
            Mutex::new(State { there: found.games, put: BTreeSet::new(), pending, written: Vec::new() });
        let shelf = Self { folder, identity, plans, chunk_of, state, _lock: lock };
        for chunk in 0..shelf.plans.len() {
            let complete = shelf.state().pending[chunk].complete();
            shelf.write(chunk, complete)?;
        }
        Ok(shelf)
    }

    /// Returns the indices of the games that are wanted and not there, ascending.
    pub fn missing(&self) -> Vec<u64> {
        let state = self.state();
        // The plans are in the order of their games.
        let wanted = self.plans.iter().flat_map(|plan| &plan.games);
        wanted.copied().filter(|game| !state.there.contains_key(game)).collect()
    }

    /// Takes a game into the journal of its chunk, and writes the chunk once all its games are there.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn put(&self, record: GameRecord) -> Result<Put, RecordError> {
        let digest = digest(&record);
        let mut state = self.state();
        if let Some(there) = state.there.get(&record.index) {
            return Ok(if *there == digest { Put::Again } else { Put::Different });
        }
        let Some(&chunk) = self.chunk_of.get(&record.index) else { return Ok(Put::Unwanted) };
        let index = record.index;
        state.pending[chunk].add(record)?;
        state.there.insert(index, digest);
        state.put.insert(index);
        let complete = state.pending[chunk].complete();
        // Others put their games while a chunk is written.
        drop(state);
        self.write(chunk, complete)?;
        Ok(Put::New)
    }

    /// Takes out those games that were put since the folder was opened, and returns them: they are missing again. The other
    /// games of their chunks stay; a kill meanwhile may lose some of those. No other thread may put games meanwhile.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn take_out(&self, games: &[Range<u64>]) -> Result<Vec<GameRecord>, RecordError> {
        let mut state = self.state();
        let State { there, put, pending, written } = &mut *state;
        let wrong: BTreeSet<u64> = games.iter().flat_map(|games| put.range(games.clone())).copied().collect();
        let chunks: BTreeSet<usize> =
            wrong.iter().filter_map(|game| self.chunk_of.get(game)).copied().collect();
        let mut taken_out = Vec::new();
        for chunk in chunks {
            let (name, pending) = (self.plans[chunk].name, &mut pending[chunk]);
            let records = match pending.journal {
                Some(_) => std::mem::take(&mut pending.records),
                None => {
                    let path = name.path(self.folder);
                    let records = read_chunk(&path, OnDamage::Refuse)?.records;
                    // Before its journal is there, which would pass for one that a kill left behind.
                    journal::remove(&path)?;
                    written.retain(|other| *other != path);
                    records
                }
            };
            let (out, stay): (Vec<_>, Vec<_>) =
                records.into_iter().partition(|record| wrong.contains(&record.index));
            pending.journal = Some(Journal::anew(self.folder, name, self.identity, &stay)?);
            pending.records = stay;
            taken_out.extend(out);
        }
        for game in &wrong {
            there.remove(game);
            put.remove(game);
        }
        Ok(taken_out)
    }

    /// Whether another game of the same index is there.
    pub(crate) fn differs(&self, record: &GameRecord) -> bool {
        self.state().there.get(&record.index).is_some_and(|there| *there != digest(record))
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder
    }

    /// Writes all journals through to the disk: afterwards not even a loss of power loses a game that was put.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn sync(&self) -> Result<(), RecordError> {
        let mut state = self.state();
        state.pending.iter_mut().filter_map(|pending| pending.journal.as_mut()).try_for_each(Journal::sync)
    }

    /// Returns the chunks that were written, in order of their names.
    pub fn into_written(self) -> Vec<PathBuf> {
        let mut written = self.state.into_inner().unwrap_or_else(PoisonError::into_inner).written;
        written.sort();
        written
    }

    fn write(&self, chunk: usize, complete: Option<Complete>) -> Result<(), RecordError> {
        let Some(Complete { mut records, journal }) = complete else { return Ok(()) };
        records.sort_by_key(|record| record.index);
        let name = self.plans[chunk].name;
        let header = ChunkHeader { chunk: name.chunk, ..self.identity.clone() };
        let path = name.path(self.folder);
        write_chunk(&path, &header, &records)?;
        journal.remove()?;
        self.state().written.push(path);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn add(&mut self, record: GameRecord) -> Result<(), RecordError> {
        self.journal.as_mut().expect("the chunk lacks games").append(&record)?;
        self.records.push(record);
        Ok(())
    }

    /// Returns the games of the chunk once all are there, and not again.
    fn complete(&mut self) -> Option<Complete> {
        if self.records.len() < self.wanted {
            return None;
        }
        let journal = self.journal.take()?;
        Some(Complete { records: std::mem::take(&mut self.records), journal })
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
