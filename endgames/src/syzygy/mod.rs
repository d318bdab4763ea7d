//! Syzygy tables: chess with up to seven men, in the format of Ronald de Man.
//!
//! The men of a table are in its name: `KRPvKR` is king, rook and pawn against king and rook. Its file `KRPvKR.rtbw` says
//! who wins, `KRPvKR.rtbz` how far the next capture or pawn's move is. Files store neither castling nor en passant. Where a
//! capture is best they store any value that is not better, so a probe looks at the captures, too.
//!
//! The rule of fifty moves counts from its beginning: a win that it prevents is a draw.
//!
//! Why no crate does this: `pyrrhic-rs` 0.2.0 has one set of tables a process, in mutable statics, and follows what a file
//! says through raw pointers. `fathom-syzygy` needs a compiler for C. `shakmaty-syzygy` is under the GPL. Here several
//! folders are open at a time, and files are cut. The source of Fathom (MIT) served as description of the format.

mod material;
mod numbering;
mod pairs;
mod probe;
mod source;
mod table;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use damier_rules::SyzygyBoard;

pub(crate) use self::probe::SyzygyTablebase;
use self::{
    material::Material,
    table::{Distance, Kind, Table, Wdl},
};
use crate::{
    build::Completion,
    error::EndgameError,
    folder::{SliceSummary, unreadable_folder},
    verify::Verified,
    watch::Watch,
};

/// The files of a table.
#[derive(Debug)]
struct Files {
    outcomes: Table,
    distances: Option<Table>,
}

impl Files {
    fn all(&self) -> impl Iterator<Item = &Table> {
        [Some(&self.outcomes), self.distances.as_ref()].into_iter().flatten()
    }
}

/// All tables of some folders.
#[derive(Debug)]
struct Tables {
    tables: BTreeMap<Material, Files>,
    /// The most men of a table.
    most: usize,
}

/// Returns the folders in which tables of the game `name` are looked for: those of a list as the system separates paths,
/// each with its subfolder for the game.
fn folders(name: &str, list: &Path) -> Vec<PathBuf> {
    let own = name.split(':').next().unwrap_or(name);
    let named: Vec<PathBuf> =
        if list.exists() { vec![list.to_owned()] } else { std::env::split_paths(list).collect() };
    named.into_iter().flat_map(|folder| [folder.join(own), folder]).filter(|folder| folder.is_dir()).collect()
}

/// Returns the files of tables in the folders, by name: of two with a name the first.
fn files(name: &str, list: &Path) -> Result<BTreeMap<String, PathBuf>, EndgameError> {
    let mut found = BTreeMap::new();
    for folder in folders(name, list) {
        let paths = fs::read_dir(&folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
        for path in paths.map_err(|source| unreadable_folder(&folder, source))? {
            let is_table = |kind: Kind| path.extension().is_some_and(|end| end == kind.extension());
            if let Some(name) = path.file_name().and_then(|name| name.to_str())
                && (is_table(Kind::Outcomes) || is_table(Kind::Distances))
            {
                found.entry(name.to_owned()).or_insert(path);
            }
        }
    }
    Ok(found)
}

/// Returns the names of the files of tables for the game `name` in a list of folders.
pub(crate) fn file_names(name: &str, list: &Path) -> Result<Vec<String>, EndgameError> {
    Ok(files(name, list)?.into_keys().collect())
}

impl Tables {
    /// Opens all tables for the game `name` in a list of folders.
    ///
    /// # Errors
    /// There is none, or a file is damaged.
    fn open(name: &str, list: &Path) -> Result<Self, EndgameError> {
        let mut opened = BTreeMap::<_, [Option<Table>; 2]>::new();
        for (file, path) in files(name, list)? {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let Some(material) = stem.and_then(Material::parse) else {
                return Err(EndgameError::SyzygyName { file: path });
            };
            let kind =
                if file.ends_with(Kind::Outcomes.extension()) { Kind::Outcomes } else { Kind::Distances };
            let place = &mut opened.entry(material).or_default()[kind as usize];
            *place = Some(Table::open(&path, material, kind)?);
        }
        let both = opened.into_iter().filter_map(|(material, [outcomes, distances])| {
            Some((material, Files { outcomes: outcomes?, distances }))
        });
        let tables: BTreeMap<_, _> = both.collect();
        let Some(most) = tables.keys().map(|material| material.count()).max() else {
            return Err(EndgameError::NoSyzygy { folder: list.to_owned(), game: name.to_owned() });
        };
        Ok(Self { tables, most })
    }

    /// Returns the files for a board, and whether its second player has the men of their first side.
    fn of(&self, board: &SyzygyBoard) -> Option<(&Files, bool)> {
        let material = Material::of(board);
        if let Some(files) = self.tables.get(&material) {
            return Some((files, material.is_symmetric() && board.mover == 1));
        }
        Some((self.tables.get(&material.swapped())?, true))
    }

    fn wdl(&self, board: &SyzygyBoard) -> Option<Wdl> {
        let (files, swapped) = self.of(board)?;
        files.outcomes.wdl(board, swapped)
    }

    fn distance(&self, board: &SyzygyBoard, wdl: Wdl) -> Option<Distance> {
        let (files, swapped) = self.of(board)?;
        files.distances.as_ref()?.distance(board, swapped, wdl)
    }

    /// Returns what tables are there.
    fn summaries(&self) -> Vec<SliceSummary> {
        let mut summaries: Vec<_> =
            self.tables.iter().map(|(material, files)| summary(*material, files)).collect();
        summaries.sort_by(|one, other| (one.pieces, &one.name).cmp(&(other.pieces, &other.name)));
        summaries
    }
}

/// Decodes all values of all tables for the game `name` in a list of folders.
///
/// # Errors
/// As [`Tables::open`]; values are damaged.
pub(crate) fn verify(
    name: &str,
    list: &Path,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Result<Verified, EndgameError> {
    let tables = Tables::open(name, list)?.tables;
    watch.begin(tables.values().flat_map(Files::all).map(Table::values).sum(), 0);
    let mut verified = Verified { slices: 0, positions: 0, completion: Completion::Complete };
    for files in tables.values() {
        for table in files.all() {
            watch.slice(&table.path().file_name().unwrap_or_default().to_string_lossy());
            table.check(&|values| {
                watch.advance(values);
                !stop.load(Ordering::Relaxed)
            })?;
            if stop.load(Ordering::Relaxed) {
                verified.completion = Completion::Stopped;
                return Ok(verified);
            }
            verified.positions += table.values();
        }
        verified.slices += 1;
    }
    Ok(verified)
}

fn summary(material: Material, files: &Files) -> SliceSummary {
    let prints: Vec<_> = files.all().map(Table::fingerprint).collect();
    let name = files.outcomes.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    SliceSummary {
        name,
        pieces: material.count(),
        counts: Vec::new(),
        bytes: prints.iter().map(|(_, bytes)| bytes).sum(),
        checksums: prints
            .iter()
            .map(|(checksum, _)| checksum.map(|byte| format!("{byte:02x}")).concat())
            .collect(),
    }
}
