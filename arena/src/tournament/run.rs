//! A whole tournament in its folder.

use std::{
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_files::atomic_file;
use damier_rules::{AnyGame, Game, Position};
use thiserror::Error;

use super::{
    EventSettings, Results, SheetError, TournamentFile, TournamentFileError, TournamentProgress,
    TournamentRunner, read_sheet, results::ResultTable, write_sheet,
};
use crate::{
    competitor::{AfterTrial, Participant, Spec},
    error::ArenaError,
    openings::{OpeningQueue, OpeningSource},
    pairing::{Event, EventError, Meeting, Report, page},
    play::{LogError, MatchSettings, Terms},
    remote::{RemotePlay, RemoteRunner},
    work_folder::{self, FolderError},
};

// What a folder holds; `docs/reference/tournaments.md` describes it.
/// What the tournament is.
pub(crate) const CONFIG_FILE: &str = "tournament.toml";
/// The finished games, also of a league.
pub(crate) const LOG_FILE: &str = "results.jsonl";
/// The results of people.
pub(crate) const SHEET_FILE: &str = "results.txt";
const GAMES: &str = "games.txt";
const PAGE: &str = "index.html";

/// Where a tournament stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentEnd {
    /// The tables so far.
    pub report: Report,
    /// What is left.
    pub state: TournamentState,
    /// The page.
    pub page: PathBuf,
    /// Why the page or the games as text could not be written; the finished games are kept all the same.
    pub unwritten: Option<String>,
}

/// What is left of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentState {
    /// Nothing: it is over.
    Over,
    /// It was cancelled; the same call goes on.
    Cancelled,
    /// People have to write results into this file; the same call goes on.
    Waiting(PathBuf),
}

/// Why a tournament cannot begin or go on.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file that describes it.
    #[error(transparent)]
    File(#[from] TournamentFileError),
    /// A player or an opening.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The results that people wrote.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A round that cannot be paired.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The folder is of another tournament.
    #[error(
        "{folder}: was begun with another {CONFIG_FILE}: {difference}; choose another folder, or go on with the file that \
         lies in it",
        folder = folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The first line that differs.
        difference: String,
    },
    /// The folder of no tournament, with a file that one would overwrite.
    #[error(
        "{folder}: has a file {name}, which the tournament would overwrite, and no {CONFIG_FILE}; choose another folder",
        folder = folder.display()
    )]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The file.
        name: &'static str,
    },
    /// A folder that cannot be worked in now.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The file system refused.
    #[error("{path}: {action} failed: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
}

/// For [`Result::map_err`]: what was tried with `path` failed.
fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> TournamentError {
    let path = path.to_owned();
    move |source| TournamentError::Io { path, action, source }
}

/// Plays the tournament of `file` (read from `path`) in `folder`, or goes on with it, `threads` games at a time, or by other
/// machines if there are any.
/// The page there is written anew after every round. People's results are taken from a text file in the folder, which
/// is written with the encounters of the next round.
///
/// # Errors
/// See [`TournamentError`]; what was played stays.
pub fn run_tournament(
    file: &TournamentFile,
    path: &Path,
    folder: &Path,
    threads: NonZero<usize>,
    machines: Option<&dyn RemotePlay>,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    let event = file.event(path)?;
    let settings = MatchSettings { threads, ..file.settings(path)? };
    let specs = file.specs(path)?;
    let _lock = work_folder::lock(folder)?;
    let config = file.to_toml();
    match specs {
        None => {
            settle(folder, &config)?;
            run_on_paper(&event, folder)
        }
        Some(specs) => {
            let (event, settings, specs) = (&event, &settings, &specs);
            let run = Run { file, event, settings, specs, folder, machines, observer, cancelled };
            run.visit(AnyGame::of_id(&file.game).map_err(ArenaError::from)?)
        }
    }
}

/// Writes down which tournament the folder is of, or compares.
fn settle(folder: &Path, config: &str) -> Result<(), TournamentError> {
    let path = folder.join(CONFIG_FILE);
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(name) = [GAMES, PAGE].into_iter().find(|name| folder.join(name).exists()) {
                return Err(TournamentError::Foreign { folder: folder.to_owned(), name });
            }
            atomic_file::write(&path, config.as_bytes()).map_err(failed(&path, "writing"))
        }
        Err(error) => Err(failed(&path, "reading")(error)),
        Ok(before) if before == config => Ok(()),
        Ok(before) => {
            let lines = before.lines().map(Some).chain(std::iter::repeat(None));
            let others = config.lines().map(Some).chain(std::iter::repeat(None));
            let longest = before.lines().count().max(config.lines().count());
            let differing = lines.zip(others).take(longest).find(|(one, other)| one != other);
            let shown = |line: Option<&str>| line.unwrap_or("nothing").to_owned();
            let difference = differing.map_or_else(
                || "other line ends".to_owned(),
                |(one, other)| format!("`{}` there, `{}` here", shown(one), shown(other)),
            );
            Err(TournamentError::Other { folder: folder.to_owned(), difference })
        }
    }
}

/// A tournament of people.
fn run_on_paper(event: &Event, folder: &Path) -> Result<TournamentEnd, TournamentError> {
    let sheet = folder.join(SHEET_FILE);
    let text = match fs::read_to_string(&sheet) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(&sheet, "reading")(error)),
    };
    let meetings = read_sheet(event, &text, &sheet)?;
    let written = write_sheet(event, &meetings);
    if written != text {
        atomic_file::write(&sheet, written.as_bytes()).map_err(failed(&sheet, "writing"))?;
    }
    let waiting = meetings.iter().any(|meeting| meeting.games.len() < event.games_due(meeting));
    let report = event.report(&meetings);
    let unwritten = write_page(folder, &report).err().map(|error| error.to_string());
    let state = if waiting { TournamentState::Waiting(sheet) } else { TournamentState::Over };
    Ok(TournamentEnd { report, state, page: folder.join(PAGE), unwritten })
}

fn write_page(folder: &Path, report: &Report) -> Result<(), TournamentError> {
    let path = folder.join(PAGE);
    atomic_file::write(&path, page(report).as_bytes()).map_err(failed(&path, "writing"))
}

/// Writes the finished games as text.
fn write_games(folder: &Path, results: &Results) -> Result<(), TournamentError> {
    let mut lines: Vec<_> = results.games().iter().collect();
    lines.sort_by_key(|line| (line.round, line.board, line.game));
    let texts: String = lines.into_iter().map(|line| line.text.as_str()).collect();
    let path = folder.join(GAMES);
    atomic_file::write(&path, texts.as_bytes()).map_err(failed(&path, "writing"))
}

/// Returns the tables of programs, what they have forfeited, where their games began and how many threads they had.
pub(super) fn report_of(
    event: &Event,
    meetings: &[Meeting],
    results: &ResultTable,
    how: &[String],
) -> Report {
    let mut report = event.report(meetings).with_ratings(event, meetings);
    report.facts.extend(results.forfeits());
    report.facts.extend_from_slice(how);
    report
}

/// Returns where games begin, and which players search with more threads than one.
fn how(participants: &[Participant], openings: &OpeningQueue) -> Vec<String> {
    let many = |participant: &Participant| {
        let threads = participant.threads().filter(|threads| *threads > 1)?;
        Some(format!("{} {threads}", participant.name()))
    };
    let many: Vec<String> = participants.iter().filter_map(many).collect();
    let threads = (!many.is_empty()).then(|| format!("threads: {}", many.join(", ")));
    [Some(format!("openings: {}", openings.source())), threads].into_iter().flatten().collect()
}

/// A tournament of programs.
struct Run<'r> {
    file: &'r TournamentFile,
    event: &'r Event,
    settings: &'r MatchSettings,
    specs: &'r [Spec],
    folder: &'r Path,
    machines: Option<&'r dyn RemotePlay>,
    observer: &'r (dyn Fn(&TournamentProgress) + Sync),
    cancelled: &'r AtomicBool,
}

impl Run<'_> {
    fn visit(self, game: AnyGame) -> Result<TournamentEnd, TournamentError> {
        let Self { file, event, settings, specs, folder, machines, observer, cancelled } = self;
        let remote = RemoteRunner::of(machines, &game, specs, settings, || Ok(file.to_toml()))?;
        let participants = specs.iter().map(|spec| spec.participant(&game)).collect::<Result<Vec<_>, _>>();
        let participants = participants?;
        let terms = Terms::of(&game, settings)?;
        terms.admit_all(&participants, AfterTrial::Quits)?;
        if let OpeningSource::Book(book) = &settings.openings {
            book.check(&game)?;
        }
        let openings = OpeningQueue::new(&settings.openings, &game, settings.seed)?;
        let how = how(&participants, &openings);
        // Nothing is written before everything is ready.
        settle(folder, &file.to_toml())?;
        let identity = format!("{} ({})", event.name(), game.id());
        let mut results = Results::open(&folder.join(LOG_FILE), &identity)?;
        let rules = event.rules();
        let settings = EventSettings {
            event: event.name(),
            shared_openings: file.shared_openings(),
            openings_each: (rules.games + 2 * rules.extra).div_ceil(game.start().players()),
            threads: settings.threads,
            seed: settings.seed,
        };
        let runner =
            TournamentRunner::new(&game, &participants, &terms, openings, settings).played_by(remote);
        let mut meetings: Vec<Meeting> = Vec::new();
        let state = loop {
            let encounters = event.next(&meetings)?;
            if encounters.is_empty() {
                break TournamentState::Over;
            }
            let due = |meeting: &Meeting| event.games_due(meeting);
            match runner.play(encounters.clone(), meetings.len(), &due, &mut results, observer, cancelled)? {
                Some(finished) => meetings.extend(finished),
                None => {
                    meetings.extend(runner.so_far(encounters, &results)?);
                    break TournamentState::Cancelled;
                }
            }
            // What cannot be written now is reported at the end: the games are kept.
            let _ = write_page(folder, &report_of(event, &meetings, results.table(), &how));
        };
        let report = report_of(event, &meetings, results.table(), &how);
        let written = write_page(folder, &report).and_then(|()| write_games(folder, &results));
        let unwritten = written.err().map(|error| error.to_string());
        Ok(TournamentEnd { report, state, page: folder.join(PAGE), unwritten })
    }
}
