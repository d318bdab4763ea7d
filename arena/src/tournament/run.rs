//! A whole tournament in its folder.

use std::{
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_files::atomic_file;
use damier_rules::{AnyGame, Game, Position};

use super::{
    CurvePlan, EventSettings, Results, TournamentError, TournamentFile, TournamentProgress, TournamentRunner,
    conditions::Conditions,
    effort::push_effort,
    error::failed,
    folder::{CONFIG_FILE, LOG_FILE, PAGE, SHEET_FILE, settle, write_games, write_page},
    read_sheet,
    results::ResultTable,
    summary::{FigureKind, Source, Standings, SummaryKeeper},
    write_sheet,
};
use crate::{
    competitor::{AfterTrial, Spec},
    error::ArenaError,
    openings::{OpeningQueue, OpeningSource},
    pairing::{Event, Meeting, Report},
    play::{MatchSettings, MoveTimes, Terms},
    remote::{RemotePlay, RemoteRunner},
    work_folder,
};

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

/// How a tournament is played, beside what its file says.
#[derive(Clone, Copy)]
pub struct TournamentOptions<'r> {
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// Other machines, which play in place of this one.
    pub machines: Option<&'r dyn RemotePlay>,
    /// The version of the program, with its commit.
    pub version: &'r str,
}

impl TournamentOptions<'static> {
    /// Plays on this machine, `threads` games at a time.
    pub fn here(threads: NonZero<usize>) -> Self {
        Self { threads, machines: None, version: env!("CARGO_PKG_VERSION") }
    }
}

/// Plays the tournament of `file` (read from `path`) in `folder`, or goes on with it.
/// The page there is written anew after every round. People's results are taken from a text file in the folder, which
/// is written with the encounters of the next round.
///
/// # Errors
/// See [`TournamentError`]; what was played stays.
pub fn run_tournament(
    file: &TournamentFile,
    path: &Path,
    folder: &Path,
    options: TournamentOptions<'_>,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    run_keeping(None, file, path, folder, (options, observer, cancelled))
}

/// Plays the tournament of `file`, which was made for `plan`, in `folder`, or goes on with it. Its first players are the
/// nets of the plan; the one behind them has Elo 0 in [`CurveSummary`](super::CurveSummary), which is written as well.
///
/// # Errors
/// As [`run_tournament`].
///
/// # Panics
/// The file has no more players than the plan has nets.
pub fn run_curve(
    plan: &CurvePlan,
    file: &TournamentFile,
    folder: &Path,
    options: TournamentOptions<'_>,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    run_keeping(Some(plan), file, &folder.join(CONFIG_FILE), folder, (options, observer, cancelled))
}

/// How a tournament is played, the observer of its games, and the flag that ends it.
type Ways<'r> = (TournamentOptions<'r>, &'r (dyn Fn(&TournamentProgress) + Sync), &'r AtomicBool);

fn run_keeping(
    plan: Option<&CurvePlan>,
    file: &TournamentFile,
    path: &Path,
    folder: &Path,
    (options, observer, cancelled): Ways<'_>,
) -> Result<TournamentEnd, TournamentError> {
    let event = file.event(path)?;
    let settings = MatchSettings { threads: options.threads, ..file.settings(path)? };
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
            let kind = match (plan, event.games_of_gauntlet()) {
                (Some(plan), _) => Some(FigureKind::Curve(plan)),
                (None, Some(_)) => Some(FigureKind::Gauntlet),
                (None, None) => None,
            };
            let run = Run { file, path, event, kind, settings, specs, folder, options, observer, cancelled };
            run.visit(AnyGame::of_id(&file.game).map_err(ArenaError::from)?)
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

/// Returns the tables of programs, what they have forfeited, and the facts about how they play.
pub(super) fn report_of(
    event: &Event,
    meetings: &[Meeting],
    results: &ResultTable,
    facts: &[String],
    times: MoveTimes,
) -> Report {
    let mut report = event.report(meetings).with_ratings(event, meetings);
    if let (Some(_), Some(table)) = (event.games_of_gauntlet(), report.tables.first_mut()) {
        push_effort(table, event, results, times);
    }
    report.facts.extend(results.forfeits());
    report.facts.extend(results.workers().fact());
    report.facts.extend_from_slice(facts);
    report
}

/// A tournament of programs.
struct Run<'r> {
    file: &'r TournamentFile,
    /// Where the file lies.
    path: &'r Path,
    event: &'r Event,
    /// What figures are kept, where any are.
    kind: Option<FigureKind<'r>>,
    settings: &'r MatchSettings,
    specs: &'r [Spec],
    folder: &'r Path,
    options: TournamentOptions<'r>,
    observer: &'r (dyn Fn(&TournamentProgress) + Sync),
    cancelled: &'r AtomicBool,
}

impl Run<'_> {
    fn visit(self, game: AnyGame) -> Result<TournamentEnd, TournamentError> {
        let Self { file, path, event, kind, settings, specs, folder, options, observer, cancelled } = self;
        let identity = || Ok(file.to_toml());
        let remote = RemoteRunner::of(options.machines, &game, specs, settings, identity)?;
        let participants = specs.iter().map(|spec| spec.participant(&game)).collect::<Result<Vec<_>, _>>();
        let participants = participants?;
        let terms = Terms::of(&game, settings)?;
        let introductions = terms.admit_all(&participants, AfterTrial::Quits)?;
        if let OpeningSource::Book(book) = &settings.openings {
            book.check(&game)?;
        }
        let openings = OpeningQueue::new(&settings.openings, &game, settings.seed)?;
        let introduced = (&participants[..], &introductions[..]);
        let conditions = Conditions::of(&terms.pace, file.memory_mib(), &openings, specs, introduced);
        let facts = conditions.facts();
        let times = MoveTimes::of(&participants, &terms.pace);
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
        let seed = settings.seed;
        let runner =
            TournamentRunner::new(&game, &participants, &terms, openings, settings).played_by(remote);
        let report = |meetings: &[Meeting], results: &Results| {
            report_of(event, meetings, results.table(), &facts, times)
        };
        let summary = match kind {
            None => None,
            Some(kind) => {
                // These formats know all their encounters from the beginning.
                let meetings = runner.so_far(event.next(&[])?, &results)?;
                let games_due = meetings.iter().map(|meeting| event.games_due(meeting)).sum();
                let source = Source { game: game.id(), path, seed, games_due };
                let mut summary = SummaryKeeper::open(folder, kind, conditions, source)?;
                if results.games().len() < games_due {
                    summary.play_here(&options);
                    summary.write(Standings { event, meetings: &meetings, results: results.table() })?;
                }
                Some(summary)
            }
        };
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
            let _ = write_page(folder, &report(&meetings, &results));
        };
        let standings = Standings { event, meetings: &meetings, results: results.table() };
        let report = report(&meetings, &results);
        let written = write_page(folder, &report)
            .and_then(|()| write_games(folder, &results))
            .and_then(|()| Ok(summary.map_or(Ok(()), |summary| summary.write(standings))?));
        let unwritten = written.err().map(|error| error.to_string());
        Ok(TournamentEnd { report, state, page: folder.join(PAGE), unwritten })
    }
}
