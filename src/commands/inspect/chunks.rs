//! Chunks of games.

use std::{collections::HashSet, io::Write, path::Path};

use anyhow::Context as _;
use damier_records::{
    Chunk, Fingerprint, GameRecord, OnDamage, RecordError, Summary, folder, read_chunk, validate,
};
use damier_rules::AnyGame;
use damier_selfplay::journal;

use super::{Checks, Reading, games, spaced, write_field};
use crate::{arguments::game_choice, terminal::numbers};

/// One chunk: identity, statistics, damage, games.
pub(super) fn show_file(path: &Path, reading: Reading, out: &mut impl Write) -> anyhow::Result<()> {
    let unfinished = path.extension().is_some_and(|extension| extension == journal::EXTENSION);
    let chunk = if unfinished { journal::read(path)? } else { read_chunk(path, reading.on_damage)? };
    let header = &chunk.header;
    if unfinished {
        write_field(out, "journal", path.display())?;
        write_field(
            out,
            "unfinished",
            "the games of a chunk so far; the command that writes it goes on from here",
        )?;
    } else {
        write_field(out, "chunk", path.display())?;
    }
    write_field(out, "game", &header.game)?;
    write_field(out, "generation", format!("{}, chunk {}", header.generation, header.chunk))?;
    write_field(out, "played by", format!("net {}, seed {}", header.net, header.seed))?;
    write_field(out, "written by", &header.program)?;
    for (key, value) in &header.metadata {
        write_field(out, key, spaced(&value.to_string()))?;
    }
    let size = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    let each = size as f64 / chunk.records.len().max(1) as f64;
    write_field(out, "size", format!("{}, {each:.0} B a game", numbers::bytes(size)))?;
    show(&[(path, chunk)], reading, out)
}

/// All chunks of a folder together.
pub(super) fn show_folder(path: &Path, reading: Reading, out: &mut impl Write) -> anyhow::Result<()> {
    let mut chunks = Vec::new();
    let found = folder::list(path)?;
    let journals = Journals::of(path)?;
    if found.is_empty() && journals.files == 0 {
        anyhow::bail!(
            "{}: no chunks of games and no run here; give a run directory, its games folder or a file",
            path.display()
        );
    }
    write_field(out, "folder", path.display())?;
    write_field(out, "chunks", found.len())?;
    if journals.files > 0 {
        let Journals { files, games } = journals;
        let what = format!("{files} of unfinished chunks, {games} finished games that do not count below");
        write_field(out, "journals", what)?;
    }
    for path in found.values() {
        match read_chunk(path, reading.on_damage) {
            Ok(chunk) => chunks.push((path.as_path(), chunk)),
            Err(error) if reading.on_damage == OnDamage::Skip => writeln!(out, "left out: {error}")?,
            Err(error) => return Err(error.into()),
        }
    }
    show(&chunks, reading, out)
}

/// The journals of a folder.
struct Journals {
    files: usize,
    games: usize,
}

impl Journals {
    fn of(folder: &Path) -> anyhow::Result<Self> {
        let mut found = Self { files: 0, games: 0 };
        for path in journal::list(folder)?.values() {
            match journal::read(path) {
                Ok(chunk) => found.games += chunk.records.len(),
                // Its chunk was finished in the meantime.
                Err(_) if !path.exists() => continue,
                Err(error) => return Err(error.into()),
            }
            found.files += 1;
        }
        Ok(found)
    }
}

/// What chunks hold, game by game: all chunks of one game are taken together.
fn show(chunks: &[(&Path, Chunk)], reading: Reading, out: &mut impl Write) -> anyhow::Result<()> {
    let lost: u64 = chunks.iter().filter_map(|(_, chunk)| chunk.lost).sum();
    for (path, chunk) in chunks {
        for damage in &chunk.damage {
            writeln!(
                out,
                "left out: {}: {} bytes from byte {}: {}",
                path.display(),
                damage.length,
                damage.offset,
                damage.reason
            )?;
        }
    }
    if lost > 0 {
        writeln!(out, "left out: {lost} games were in these parts")?;
    }
    let mut ids: Vec<&str> = chunks.iter().map(|(_, chunk)| chunk.header.game.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let of_game = || chunks.iter().filter(|(_, chunk)| chunk.header.game == id);
        show_game(&game_choice::open(id)?, &of_game().collect::<Vec<_>>(), reading, out)?;
    }
    Ok(())
}

/// What the chunks of one game hold.
fn show_game(
    game: &AnyGame,
    chunks: &[&(&Path, Chunk)],
    reading: Reading,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut summary = Summary::default();
    let mut faults = Faults::default();
    for (path, chunk) in chunks {
        for record in &chunk.records {
            match reading.checks {
                Checks::Stored => summary.add(record),
                Checks::Rules => {
                    let checked = validate(game, record);
                    faults.note(path, checked.and_then(|()| summary.add_replayed(game, record)));
                    faults.note_twin(path, record);
                }
            }
        }
    }
    write!(out, "{summary}")?;
    if reading.checks == Checks::Rules {
        faults.conclude(out)?;
    }
    let records = chunks.iter().flat_map(|(_, chunk)| &chunk.records);
    for record in records.take(reading.games) {
        games::write(game, record, out)?;
    }
    Ok(())
}

/// Games that do not follow the rules.
#[derive(Default)]
struct Faults {
    games: u64,
    wrong: u64,
    first: Option<String>,
    /// The games so far, those that are there twice, and the first of these.
    seen: HashSet<Fingerprint>,
    twins: u64,
    first_twin: Option<String>,
}

impl Faults {
    fn note(&mut self, path: &Path, checked: Result<(), RecordError>) {
        self.games += 1;
        if let Err(error) = checked {
            self.wrong += 1;
            self.first.get_or_insert_with(|| format!("{}: {error}", path.display()));
        }
    }

    fn note_twin(&mut self, path: &Path, record: &GameRecord) {
        if !self.seen.insert(Fingerprint::of(record)) {
            self.twins += 1;
            self.first_twin.get_or_insert_with(|| format!("{}: game {}", path.display(), record.index));
        }
    }

    fn conclude(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match &self.first {
            None => write_field(out, "validated", format!("all {} games follow the rules", self.games))?,
            Some(first) => anyhow::bail!(
                "{first} ({} of {} games do not follow the rules); remove the chunk, or use the version that \
                 wrote it",
                self.wrong,
                self.games
            ),
        }
        match &self.first_twin {
            None => Ok(()),
            Some(first) => anyhow::bail!(
                "{first} is there before ({} of {} games are copies); `damier convert FOLDER --to NEW/` makes a folder \
                 that has each game once",
                self.twins,
                self.games
            ),
        }
    }
}
