//! The finished games of a chunk that is not complete yet: what a kill must not lose.
//!
//! A journal lies beside its chunk, `gen-0003-chunk-0002.journal`: a chunk's header, then a block for each
//! game when it ends, and no trailer. It is removed once the chunk is written.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use damier_files::atomic_file;
use flate2::Compression;

use damier_records::{
    Chunk, ChunkHeader, ChunkName, GameRecord, OnDamage, RecordError,
    chunk::{append_block, append_header},
    codec,
    folder::{self, list_named},
    generation::check_identity,
    read_chunk,
};

/// The extension of journal files.
pub const EXTENSION: &str = "journal";

/// The journal of one chunk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    header: ChunkHeader,
    /// `None` until there is a game to write.
    file: Option<File>,
    /// Whether a game was added since the file was written through to the disk.
    unsynced: bool,
}

impl Journal {
    /// The journal of the chunk `name` of `folder`, and the games that an interrupted run left in it. A
    /// last game that was cut off is left out.
    ///
    /// # Errors
    /// The file cannot be read, or another run wrote it.
    pub fn open(
        folder: &Path,
        name: ChunkName,
        identity: &ChunkHeader,
    ) -> Result<(Self, Vec<GameRecord>), RecordError> {
        let mut journal = Self::none(folder, name, identity);
        if !journal.path.exists() {
            return Ok((journal, Vec::new()));
        }
        let found = read(&journal.path)?;
        check_identity(&journal.path, identity, &found.header)?;
        // Written anew, because nothing can follow a game that was cut off.
        journal.start(&found.records)?;
        Ok((journal, found.records))
    }

    /// Writes the journal of the chunk `name` of `folder` with these games alone.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn anew(
        folder: &Path,
        name: ChunkName,
        identity: &ChunkHeader,
        records: &[GameRecord],
    ) -> Result<Self, RecordError> {
        let mut journal = Self::none(folder, name, identity);
        journal.start(records)?;
        Ok(journal)
    }

    /// Returns a journal without a file.
    fn none(folder: &Path, name: ChunkName, identity: &ChunkHeader) -> Self {
        let path = name.path(folder).with_extension(EXTENSION);
        let header = ChunkHeader { chunk: name.chunk, ..identity.clone() };
        Self { path, header, file: None, unsynced: false }
    }

    /// Adds a finished game; once this returns, a kill does not lose it. Only [`sync`](Self::sync) saves it from a loss of
    /// power.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let mut bytes = Vec::new();
        self.encode(record, &mut bytes)?;
        if self.file.is_none() {
            self.start(&[])?;
        }
        let file = self.file.as_mut().expect("it was started");
        file.write_all(&bytes).map_err(|source| unwritten(&self.path, source))?;
        self.unsynced = true;
        Ok(())
    }

    /// Writes what was added through to the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> Result<(), RecordError> {
        if let Some(file) = self.file.as_ref().filter(|_| self.unsynced) {
            file.sync_data().map_err(|source| unwritten(&self.path, source))?;
            self.unsynced = false;
        }
        Ok(())
    }

    /// Removes the file, whose games are in the chunk now.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn remove(self) -> Result<(), RecordError> {
        remove(&self.path)
    }

    /// Writes a new file with `records`, and opens it for more.
    fn start(&mut self, records: &[GameRecord]) -> Result<(), RecordError> {
        let mut bytes = Vec::new();
        append_header(&self.header, &mut bytes)
            .map_err(|reason| RecordError::Foreign { path: self.path.clone(), reason })?;
        for record in records {
            self.encode(record, &mut bytes)?;
        }
        let open = || {
            atomic_file::write(&self.path, &bytes)?;
            OpenOptions::new().append(true).open(&self.path)
        };
        self.file = Some(open().map_err(|source| unwritten(&self.path, source))?);
        Ok(())
    }

    fn encode(&self, record: &GameRecord, out: &mut Vec<u8>) -> Result<(), RecordError> {
        let mut raw = Vec::new();
        codec::encode(record, &mut raw);
        // Not compressed: the file is gone within minutes, and game by game that would cost a coordinator half its time.
        append_block(&raw, 1, Compression::none(), out)
            .map_err(|reason| RecordError::Foreign { path: self.path.clone(), reason })
    }
}

/// The journals in a folder, oldest first; a missing folder has none.
///
/// # Errors
/// If the folder cannot be listed.
pub fn list(folder: &Path) -> Result<BTreeMap<ChunkName, PathBuf>, RecordError> {
    list_named(folder, |name| {
        let stem = name.strip_suffix(EXTENSION)?;
        ChunkName::parse(&format!("{stem}{}", folder::EXTENSION))
    })
}

/// The finished games in a journal. That it has no trailer is no damage; a game that was cut off is.
///
/// # Errors
/// If it cannot be read, or its header is damaged.
pub fn read(path: &Path) -> Result<Chunk, RecordError> {
    let mut found = read_chunk(path, OnDamage::Skip)?;
    found.damage.retain(|damage| damage.length > 0);
    Ok(found)
}

/// Removes the journals of chunks of `generation` that are whole: a kill came between the two.
///
/// # Errors
/// If the folder cannot be listed or a file cannot be removed.
pub(crate) fn remove_stale(folder: &Path, generation: u32) -> Result<(), RecordError> {
    for (name, path) in folder::list(folder)? {
        let journal = path.with_extension(EXTENSION);
        if name.generation == generation && journal.exists() {
            remove(&journal)?;
        }
    }
    Ok(())
}

/// Removes a file of a folder of games, if it is there.
///
/// # Errors
/// If the file system refuses.
pub(crate) fn remove(path: &Path) -> Result<(), RecordError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(RecordError::Io {
            path: path.to_owned(),
            action: "remove",
            remedy: "check permissions, then run the same command again",
            source,
        }),
        _ => Ok(()),
    }
}

fn unwritten(path: &Path, source: io::Error) -> RecordError {
    RecordError::Io {
        path: path.to_owned(),
        action: "write",
        remedy: "check free space and permissions, then run the same command again; finished games are kept",
        source,
    }
}
