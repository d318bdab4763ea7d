//! Where games go.

use std::{
    collections::{BTreeMap, HashMap},
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use damier_files::atomic_file::{NewFile, NewFolder};
use damier_records::{ChunkHeader, ChunkName, Fingerprint, GameRecord, write_chunk};
use damier_rules::{
    AnyGame, GameText,
    game_text::{self, Form},
};

use crate::{arguments::new_file, terminal};

/// The ending of a chunk's name.
const CHUNK: &str = "dmr";
/// Games of a chunk.
const PER_CHUNK: usize = 200;
/// What stands for the net where none played.
const NO_NET: &str = "games of others";

/// What is asked for.
pub(super) enum Target {
    /// Text on standard output.
    Standard(Form),
    /// A file of text.
    File(PathBuf, Form),
    /// A chunk.
    Chunk(PathBuf),
    /// A folder of chunks.
    Folder(PathBuf),
}

impl Target {
    /// Reads what the command line says.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        if let Some(form) = Form::of_extension(text) {
            return Ok(Self::Standard(form));
        }
        let path = PathBuf::from(text);
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let target = match (text.ends_with(['/', std::path::MAIN_SEPARATOR]), Form::of_extension(extension)) {
            (true, _) => Self::Folder(path),
            (false, Some(form)) => Self::File(path, form),
            (false, None) if extension == CHUNK => Self::Chunk(path),
            (false, None) => {
                let names = Form::EXTENSIONS.map(|(name, _)| name).join(", ");
                anyhow::bail!(
                    "--to {text}: neither a form ({names}) nor a file of one of them or .{CHUNK}; the name of a \
                     folder of records ends in /"
                )
            }
        };
        target.path().map_or(Ok(()), new_file::check)?;
        Ok(target)
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Self::Standard(_) => None,
            Self::File(path, _) | Self::Chunk(path) | Self::Folder(path) => Some(path),
        }
    }
}

/// Where games go, under way.
pub(super) struct Output {
    place: Place,
    records: Records,
}

enum Place {
    Standard(Form),
    File { path: PathBuf, form: Form, file: NewFile },
    Chunk { path: PathBuf },
    Folder { path: PathBuf, folder: NewFolder },
}

impl Output {
    pub(super) fn create(target: Target) -> anyhow::Result<Self> {
        let failed = |path: &Path| format!("{}: cannot be written", path.display());
        let place = match target {
            Target::Standard(form) => Place::Standard(form),
            Target::File(path, form) => {
                let file = NewFile::create(&path).with_context(|| failed(&path))?;
                Place::File { path, form, file }
            }
            Target::Chunk(path) => Place::Chunk { path },
            Target::Folder(path) => {
                let folder = NewFolder::create(&path).with_context(|| failed(&path))?;
                Place::Folder { path, folder }
            }
        };
        Ok(Self { place, records: Records::default() })
    }

    /// Whether the text of games goes to standard output.
    pub(super) fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard(_))
    }

    /// Whether games have to be records.
    pub(super) fn takes_records(&self) -> bool {
        matches!(self.place, Place::Chunk { .. } | Place::Folder { .. })
    }

    /// Writes a game as text; the inner error is why it cannot be one.
    pub(super) fn put_text(&mut self, game: &AnyGame, text: &GameText) -> anyhow::Result<Result<(), String>> {
        let form = match &self.place {
            Place::Standard(form) | Place::File { form, .. } => *form,
            Place::Chunk { .. } | Place::Folder { .. } => {
                return Ok(Err("this is no place for text".to_owned()));
            }
        };
        let written = match game_text::write_form(game, form, text) {
            Ok(written) => written,
            Err(reason) => return Ok(Err(reason)),
        };
        match &mut self.place {
            Place::File { path, file, .. } => {
                file.write_all(written.as_bytes()).with_context(|| path.display().to_string())?;
            }
            _ => terminal::write_file_text(&written)?,
        }
        Ok(Ok(()))
    }

    /// Adds a record, which gets the next number; the inner error is why it has no place there.
    pub(super) fn put_record(
        &mut self,
        game: &str,
        record: GameRecord,
    ) -> anyhow::Result<Result<(), String>> {
        if let Err(reason) = self.records.add(game, record) {
            return Ok(Err(reason));
        }
        if let Place::Folder { folder, .. } = &self.place
            && self.records.pending.len() == PER_CHUNK
        {
            self.records.write_chunk(folder)?;
        }
        Ok(Ok(()))
    }

    /// Makes it whole; what it is called.
    pub(super) fn finish(mut self) -> anyhow::Result<String> {
        let name = match self.place {
            Place::Standard(_) => return Ok("standard output".to_owned()),
            Place::File { path, file, .. } => {
                file.finish().with_context(|| path.display().to_string())?;
                path
            }
            Place::Chunk { path } => {
                write_chunk(&path, &self.records.header(), &self.records.pending)?;
                path
            }
            Place::Folder { path, folder } => {
                if !self.records.pending.is_empty() {
                    self.records.write_chunk(&folder)?;
                }
                folder.finish().with_context(|| path.display().to_string())?;
                path
            }
        };
        Ok(name.display().to_string())
    }
}

/// Records on their way into chunks.
#[derive(Default)]
struct Records {
    /// The game, once there is one.
    game: Option<String>,
    /// The games so far, with their numbers from 1.
    seen: HashMap<Fingerprint, u64>,
    pending: Vec<GameRecord>,
    /// Games and chunks so far.
    games: u64,
    chunks: u32,
}

impl Records {
    fn add(&mut self, game: &str, record: GameRecord) -> Result<(), String> {
        let first = self.game.get_or_insert_with(|| game.to_owned());
        if first != game {
            return Err(format!(
                "this is a game of {game}, and the records are of {first}; convert it by itself"
            ));
        }
        let number = self.games + 1;
        let before = *self.seen.entry(Fingerprint::of(&record)).or_insert(number);
        if before < number {
            return Err(format!("game {before} of the records is the same game: start, moves and result"));
        }
        self.pending.push(GameRecord { index: self.games, ..record });
        self.games += 1;
        Ok(())
    }

    fn header(&self) -> ChunkHeader {
        ChunkHeader {
            game: self.game.clone().unwrap_or_default(),
            generation: 0,
            chunk: self.chunks,
            net: NO_NET.to_owned(),
            seed: 0,
            program: concat!("damier convert ", env!("CARGO_PKG_VERSION")).to_owned(),
            metadata: BTreeMap::new(),
        }
    }

    fn write_chunk(&mut self, folder: &NewFolder) -> anyhow::Result<()> {
        let name = ChunkName { generation: 0, chunk: self.chunks };
        write_chunk(&name.path(folder.path()), &self.header(), &self.pending)?;
        self.pending.clear();
        self.chunks += 1;
        Ok(())
    }
}
