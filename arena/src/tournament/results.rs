//! The finished games of a tournament or a league, in memory and in a log (`docs/reference/tournaments.md`).

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use serde::{Deserialize, Serialize};

use crate::{
    competitor::Cause,
    play::{Effort, GameLog, LogError, LogHead, OldLogs, PlayedBy},
    remote::WorkerShares,
    seeds::SEED_RULE,
    utc::rfc_3339,
};

/// Version of the format; 1 had the same lines, with games of other seeds.
const VERSION: u32 = SEED_RULE;
/// What the first line begins with.
const FORMAT: &str = "damier results";

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// The round of its encounter, from 1.
    pub round: u32,
    /// The place of its encounter in the round, from 1.
    pub board: u32,
    /// Its number in the encounter, from 0.
    pub game: usize,
    /// The player of each seat.
    pub seats: Vec<String>,
    /// What each seat got, 0..=1.
    pub shares: Vec<f64>,
    /// How it ended.
    pub ending: String,
    /// Its plies, those of the opening included.
    pub plies: usize,
    /// The game as text.
    pub text: String,
    /// What searching has cost, by seat; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effort: Vec<Effort>,
    /// The machine of a fleet that played it, where time bounded moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_by: Option<PlayedBy>,
    /// When it ended, in seconds since 1970; lines of older versions lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
}

impl ResultLine {
    /// Returns who forfeited the game, and by what kind of failure.
    pub fn forfeit(&self) -> Option<(&str, Cause)> {
        let by = |seat: &String| {
            let what = self.ending.strip_prefix(seat.as_str())?.strip_prefix(" forfeits: ")?;
            Cause::named(what.split(": ").next()?)
        };
        self.seats.iter().find_map(|seat| Some((seat.as_str(), by(seat)?)))
    }
}

/// Finished games, in memory and in a file.
#[derive(Debug)]
pub struct Results {
    log: GameLog,
    table: ResultTable,
}

/// Finished games by their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResultTable {
    lines: Vec<ResultLine>,
    places: HashMap<(u32, u32, usize), usize>,
}

/// Returns the first line of the log of something with this identity.
pub(crate) fn head(identity: &str) -> LogHead {
    LogHead { format: FORMAT.to_owned(), version: VERSION, identity: identity.to_owned() }
}

impl ResultTable {
    /// Adds a game.
    pub(crate) fn add(&mut self, line: ResultLine) {
        self.places.insert((line.round, line.board, line.game), self.lines.len());
        self.lines.push(line);
    }

    /// Returns the games, in the order in which they were added.
    pub(crate) fn games(&self) -> &[ResultLine] {
        &self.lines
    }

    /// Returns a game by its place.
    pub(crate) fn game(&self, round: u32, board: u32, game: usize) -> Option<&ResultLine> {
        self.places.get(&(round, board, game)).map(|at| &self.lines[*at])
    }

    /// Returns when the first game ended, and the last: ISO 8601 in UTC.
    pub(super) fn first_and_last(&self) -> [Option<String>; 2] {
        let ended = || self.lines.iter().filter_map(|line| line.ended);
        [ended().min(), ended().max()].map(|seconds| seconds.map(rfc_3339))
    }

    /// Returns what each machine of a fleet played, where time bounded moves.
    pub(crate) fn workers(&self) -> WorkerShares {
        let mut shares = WorkerShares::default();
        for PlayedBy { worker, scale } in self.lines.iter().filter_map(|line| line.played_by.as_ref()) {
            // Opponents of different strength meet, so outcomes say nothing of machines.
            shares.add(worker, *scale, 1, [0; 3]);
        }
        shares
    }

    /// Returns the forfeits, in a line for people; `None` where there are none.
    pub(crate) fn forfeits(&self) -> Option<String> {
        let mut counts: BTreeMap<(&str, Cause), usize> = BTreeMap::new();
        self.lines
            .iter()
            .filter_map(ResultLine::forfeit)
            .for_each(|one| *counts.entry(one).or_default() += 1);
        let told: Vec<String> =
            counts.iter().map(|((player, cause), count)| format!("{player} {count} × {cause}")).collect();
        (!told.is_empty()).then(|| format!("forfeits: {}", told.join(", ")))
    }
}

/// What two players have spent and forfeited in their games against each other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Duel {
    /// What searching has cost each.
    pub(super) effort: [Effort; 2],
    /// How many games each has forfeited.
    pub(super) forfeits: [usize; 2],
}

/// Returns what two players have spent and forfeited in their games against each other.
pub(super) fn duel(results: &ResultTable, first: &str, second: &str) -> Duel {
    let names = [first, second];
    let mut duel = Duel::default();
    let are_at = |line: &&ResultLine| names.iter().all(|name| line.seats.iter().any(|seat| seat == name));
    for line in results.games().iter().filter(are_at) {
        for (at, name) in names.iter().enumerate() {
            let own = line.seats.iter().zip(&line.effort).filter(|(seat, _)| seat == name);
            own.for_each(|(_, effort)| duel.effort[at] += *effort);
            duel.forfeits[at] += usize::from(line.forfeit().is_some_and(|(who, _)| who == *name));
        }
    }
    duel
}

impl Results {
    /// Opens the file of something with this identity, or begins it. A last line that was cut off is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written, is damaged, or belongs to something else.
    pub fn open(path: &Path, identity: &str) -> Result<Self, LogError> {
        let mut table = ResultTable::default();
        let log = GameLog::open(path, &head(identity), OldLogs::Sealed, &mut |line: ResultLine, _| {
            table.add(line);
            Ok::<(), LogError>(())
        })?;
        Ok(Self { log, table })
    }

    /// Adds a game; it is on the disk afterwards.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: ResultLine) -> Result<(), LogError> {
        self.log.add(&line)?;
        self.table.add(line);
        Ok(())
    }

    /// Returns the games, in the order in which they ended.
    pub fn games(&self) -> &[ResultLine] {
        self.table.games()
    }

    /// Returns the forfeits, in a line for people; `None` where there are none.
    pub fn forfeits(&self) -> Option<String> {
        self.table.forfeits()
    }

    /// Returns a game by its place.
    pub fn game(&self, round: u32, board: u32, game: usize) -> Option<&ResultLine> {
        self.table.game(round, board, game)
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Returns the games by their places.
    pub(crate) fn table(&self) -> &ResultTable {
        &self.table
    }
}
