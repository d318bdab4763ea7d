//! Playing a league and rating it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_rules::{AnyGame, Game, Position};
use thiserror::Error;

use crate::{
    competitor::{AfterTrial, Spec},
    error::ArenaError,
    openings::OpeningQueue,
    pairing::{Aim, Encounter, Meeting},
    play::{LogError, MatchSettings, Terms},
    rating::{Interval, Ranking, RatingModel, Ratings},
    remote::{RemotePlay, RemoteRunner, WorkerShares},
    tournament::{
        EventSettings, LOG_FILE, ResultLine, Results, SharedOpenings, TournamentProgress, TournamentRunner,
    },
    work_folder::{self, FolderError},
};

/// A net of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generation {
    /// Its generation.
    pub number: u32,
    /// Its file.
    pub net: PathBuf,
}

/// Who plays in a league, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct LeagueConfig {
    /// The fixed opponents; the ratings are differences from the last one.
    pub baselines: Vec<Spec>,
    /// The nets, in order.
    pub generations: Vec<Generation>,
    /// How many places before its own in `generations` each net's other opponents are.
    pub predecessors: Vec<usize>,
    /// Games against each opponent, at least; everybody has every seat as often.
    pub games: usize,
    /// How the games are played; their number is that of `games`.
    pub settings: MatchSettings,
    /// What else the games depend on, in one line: games of another league are not mixed in.
    pub identity: String,
}

/// The boards of yardsticks are numbered from 1, those of predecessors from here on, by generation.
const FIRST_BOARD_OF_NETS: u32 = 10_000;

/// One of a league, with its rating.
#[derive(Clone, PartialEq, Debug)]
pub struct LeagueRow {
    /// Its name.
    pub name: String,
    /// Its generation, if it is a net of the run.
    pub generation: Option<u32>,
    /// Its games.
    pub games: usize,
    /// Its share of their points.
    pub score: f64,
    /// Elo; the last yardstick has 0.
    pub elo: Interval,
}

/// A league so far.
#[derive(Clone, PartialEq, Debug)]
pub struct LeagueEnd {
    /// The yardsticks, then the nets in order.
    pub rows: Vec<LeagueRow>,
    /// What each machine of a fleet played, where time bounds moves.
    pub workers: WorkerShares,
    /// Whether it was cancelled before all games were played.
    pub cancelled: bool,
}

/// Why a league cannot be played.
#[derive(Debug, Error)]
pub enum LeagueError {
    /// A player or an opening.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
    /// There is no baseline to measure by.
    #[error("a league needs a yardstick at least, such as ab:material")]
    NoYardsticks,
    /// The same yardstick twice.
    #[error("{name} is among the yardsticks twice; give one of them another name=")]
    Twice {
        /// Its name.
        name: String,
    },
    /// A folder that cannot be worked in now.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Plays what `folder` still lacks of a league of the game `game`, here or by other machines if there are any, and rates all
/// its games.
///
/// # Errors
/// See [`LeagueError`]; what was played stays.
pub fn run_league(
    game: &str,
    config: &LeagueConfig,
    folder: &Path,
    machines: Option<&dyn RemotePlay>,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<LeagueEnd, LeagueError> {
    if config.baselines.is_empty() {
        return Err(LeagueError::NoYardsticks);
    }
    let names = config.baselines.iter().map(Spec::player_name).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(ArenaError::from)?;
    if let Some(name) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return Err(LeagueError::Twice { name: name.1.clone() });
    }
    let _lock = work_folder::lock(folder)?;
    AnyGame::of_id(game)
        .map(|game| run(game, config, folder, machines, observer, cancelled))
        .map_err(ArenaError::from)?
}

fn run(
    game: AnyGame,
    config: &LeagueConfig,
    folder: &Path,
    machines: Option<&dyn RemotePlay>,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<LeagueEnd, LeagueError> {
    let seats = game.start().players();
    let specs: Vec<Spec> = config.baselines.iter().cloned().chain(nets(config)).collect();
    let identity = || Ok(identity_text(game.id(), &config.identity));
    let remote = RemoteRunner::of(machines, &game, &specs, &config.settings, identity)?;
    let participants = specs.iter().map(|spec| spec.participant(&game)).collect::<Result<Vec<_>, _>>()?;
    let terms = Terms::of(&game, &config.settings)?;
    terms.admit_all(&participants, AfterTrial::Quits)?;
    let openings = OpeningQueue::new(&config.settings.openings, &game, config.settings.seed)?;
    let mut results = Results::open(&folder.join(LOG_FILE), &identity_text(game.id(), &config.identity))?;
    let games = config.games.next_multiple_of(seats);
    let settings = EventSettings {
        event: "league",
        shared_openings: SharedOpenings::Event,
        openings_each: games / seats,
        threads: config.settings.threads,
        seed: config.settings.seed,
    };
    let runner = TournamentRunner::new(&game, &participants, &terms, openings, settings).played_by(remote);
    let due = |_: &Meeting| games;
    let played = runner.play(encounters(config), 0, &due, &mut results, observer, cancelled)?;
    let (baselines, _) = participants.split_at(config.baselines.len());
    let baselines: Vec<String> = baselines.iter().map(|baseline| baseline.name().to_owned()).collect();
    let generations: Vec<u32> = config.generations.iter().map(|generation| generation.number).collect();
    let rows = standing(&baselines, &generations, results.games(), seats);
    Ok(LeagueEnd { rows, workers: results.table().workers(), cancelled: played.is_none() })
}

/// What the first line of a league's log begins with.
const IDENTITY: &str = "league of ";

/// Returns the identity of a league in its log.
fn identity_text(game: &str, identity: &str) -> String {
    format!("{IDENTITY}{game}: {identity}")
}

/// Returns the game and the rest of the identity of a league in its log; `None` where it is of no league. The identity of
/// a game may have a colon, too, but no space.
pub(super) fn read_identity(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(IDENTITY)?.split_once(": ")
}

/// Returns the yardsticks and the generations of finished games, as their places tell them.
pub(super) fn players_of(results: &[ResultLine]) -> (Vec<String>, Vec<u32>) {
    let (mut baselines, mut generations) = (BTreeMap::new(), BTreeSet::new());
    for line in results {
        generations.insert(line.round);
        if let Some(before) = line.board.checked_sub(FIRST_BOARD_OF_NETS) {
            generations.insert(before);
        } else {
            let own = name_of(line.round);
            if let Some(baseline) = line.seats.iter().find(|seat| **seat != own) {
                baselines.insert(line.board, baseline.clone());
            }
        }
    }
    (baselines.into_values().collect(), generations.into_iter().collect())
}

/// Returns the nets as players.
fn nets(config: &LeagueConfig) -> impl Iterator<Item = Spec> {
    config.generations.iter().map(|generation| Spec::net(&generation.net).named(&name_of(generation.number)))
}

fn name_of(generation: u32) -> String {
    format!("generation {generation}")
}

/// Returns the encounters of every net: against the yardsticks and against its predecessors.
fn encounters(config: &LeagueConfig) -> Vec<Encounter> {
    let baselines = config.baselines.len();
    let mut encounters = Vec::new();
    for (place, generation) in config.generations.iter().enumerate() {
        let own = baselines + place;
        let mut meet = |board: u32, opponent: usize| {
            let players = vec![own, opponent];
            encounters.push(Encounter { round: generation.number, board, players, aim: Aim::Points });
        };
        (0..baselines).zip(1..).for_each(|(opponent, board)| meet(board, opponent));
        for back in &config.predecessors {
            if let Some(before) = place.checked_sub(*back).filter(|_| *back > 0) {
                meet(FIRST_BOARD_OF_NETS + config.generations[before].number, baselines + before);
            }
        }
    }
    encounters
}

/// Returns everybody with the rating that all games of the log give, those of nets that are not in the league any more
/// included.
pub(super) fn standing(
    baselines: &[String],
    generations: &[u32],
    results: &[ResultLine],
    seats: usize,
) -> Vec<LeagueRow> {
    let nets = generations.iter().map(|generation| name_of(*generation));
    let names: Vec<String> = baselines.iter().cloned().chain(nets).collect();
    let mut numbers: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    for name in results.iter().flat_map(|line| &line.seats) {
        let next = numbers.len();
        numbers.entry(name).or_insert(next);
    }
    let mut groups: BTreeMap<(u32, u32, usize), Vec<Ranking>> = BTreeMap::new();
    let mut points = vec![(0.0, 0); numbers.len()];
    for line in results {
        let players: Vec<usize> = line.seats.iter().map(|name| numbers[name.as_str()]).collect();
        for (player, share) in players.iter().zip(&line.shares) {
            points[*player].0 += share;
            points[*player].1 += 1;
        }
        let ranking = Ranking::of_shares(&players, &line.shares);
        // Games from one opening depend on each other.
        groups.entry((line.round, line.board, line.game / seats)).or_default().push(ranking);
    }
    let groups: Vec<Vec<Ranking>> = groups.into_values().collect();
    let anchor = baselines.len().checked_sub(1);
    let ratings = Ratings::of(numbers.len(), &groups, &RatingModel::default(), anchor);
    let generation = |at: usize| generations.get(at.checked_sub(baselines.len())?).copied();
    let row = |(at, name): (usize, String)| LeagueRow {
        name,
        generation: generation(at),
        games: points[at].1,
        score: points[at].0 / f64::from(points[at].1.max(1) as u32),
        elo: ratings.elo[at],
    };
    names.iter().cloned().enumerate().map(row).collect()
}
