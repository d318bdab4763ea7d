//! A tournament as a TOML file describes it.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    time::Duration,
};

use damier_engine::{
    search::Limits,
    time::{TimeControl, parse_duration},
};
use damier_rules::{
    Game, Position,
    registry::{self, GameVisitor},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Ballots;
use crate::{
    competitor::Spec,
    contest::{Adjudication, DEFAULT_MARGIN, MatchSettings},
    opening::{Book, OpeningSource, RandomOpenings},
    tournament::{Competitors, Counting, Event, EventError, Format, Last, Rules, TeamBoards, ThirdPlace},
};

/// Time for a move where nothing is told.
const DEFAULT_TIME: Duration = Duration::from_millis(200);
/// TOML has no larger numbers.
const MAX_SEED: u64 = i64::MAX as u64;

/// A tournament: one TOML file. Unknown keys are refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TournamentFile {
    /// What it is called.
    pub(super) name: String,
    /// Identity of the game, as `damier games` lists it.
    pub(super) game: String,
    /// `round-robin`, `groups`, `knockout`, `swiss`, `ladder`, `team-boards` or `team-all`.
    pub(super) format: FormatName,
    /// Rounds of a Swiss tournament.
    pub(super) rounds: Option<u32>,
    /// How often everybody meets everybody; 2 is a double round robin.
    pub(super) cycles: Option<u32>,
    /// How many groups there are.
    pub(super) groups: Option<usize>,
    /// How many of each group go on.
    pub(super) advance: Option<usize>,
    /// What follows the groups.
    #[serde(rename = "final")]
    pub(super) last: Option<LastName>,
    /// Whether a knockout has a match for the third place.
    pub(super) third_place: Option<ThirdPlaceName>,
    /// Games of an encounter; as many as the game has seats where it is not told.
    pub(super) games: Option<usize>,
    /// How often a level encounter of a knockout or ladder goes on before lots decide.
    #[serde(default = "default_extra")]
    pub(super) extra: usize,
    /// What counts for the standing.
    #[serde(default)]
    pub(super) count: CountName,
    /// Seed of lots, openings and players.
    #[serde(default = "default_seed")]
    pub(super) seed: u64,
    /// Which encounters begin with the same openings.
    #[serde(default)]
    pub(super) ballots: BallotsName,
    /// Where the games start: a table of the game or a file of openings; otherwise balanced random ones.
    pub(super) openings: Option<PathBuf>,
    /// Random plies of each opening.
    pub(super) random_plies: Option<usize>,
    /// Games that last so many plies are drawn.
    pub(super) ply_cap: Option<NonZero<usize>>,
    /// Time for each move, such as `200ms`.
    pub(super) time: Option<String>,
    /// Simulations or nodes for each move.
    pub(super) nodes: Option<NonZero<u64>>,
    /// Depth of each search in plies.
    pub(super) depth: Option<NonZero<u32>>,
    /// The clock of each player, such as `5m+3s`.
    pub(super) clock: Option<String>,
    /// By how much a move may overstep its time, or a clock in all, such as `200ms`.
    pub(super) margin: Option<String>,
    /// When a game that both players see as won ends: share and plies, such as `0.98,8`.
    pub(super) adjudicate_win: Option<String>,
    /// When one that both see as level ends: tolerance, plies and the first ply, such as `0.05,20,80`.
    pub(super) adjudicate_draw: Option<String>,
    /// The folder of endgame tables whose values end games.
    pub(super) adjudicate_tables: Option<PathBuf>,
    /// The players, the strongest first where the format seeds them.
    #[serde(rename = "player")]
    pub(super) players: Vec<PlayerEntry>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerEntry {
    /// The name; the competitor's own where there is none.
    pub(super) name: Option<String>,
    /// A competitor in the notation of `damier match`; people have none.
    pub(super) competitor: Option<String>,
    /// The team.
    pub(super) team: Option<String>,
}

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormatName {
    RoundRobin,
    Groups,
    Knockout,
    Swiss,
    Ladder,
    TeamBoards,
    TeamAll,
}

/// What follows groups, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LastName {
    Knockout,
    RoundRobin,
    None,
}

/// The match for the third place, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ThirdPlaceName {
    Played,
    Shared,
}

/// What counts, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CountName {
    #[default]
    Games,
    Encounters,
}

/// Which encounters share openings, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BallotsName {
    #[default]
    Encounter,
    Round,
    Event,
}

fn default_extra() -> usize {
    1
}

fn default_seed() -> u64 {
    1
}

/// Why a file describes no tournament.
#[derive(Debug, Error)]
pub enum TournamentFileError {
    /// It cannot be read.
    #[error("{path}: cannot be read: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not TOML, has an unknown key, or a value of the wrong type.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A value that cannot be.
    #[error("{path}: {key}: {reason}", path = path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// Players or a format that do not suit.
    #[error("{path}: {source}", path = path.display())]
    Event {
        /// The file.
        path: PathBuf,
        /// Why.
        source: EventError,
    },
}

impl TournamentFile {
    /// Reads a file; [`event`](Self::event) and [`settings`](Self::settings) check what it says.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, or has unknown keys or wrong types.
    pub fn read(path: &Path) -> Result<Self, TournamentFileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| TournamentFileError::Read { path: path.to_owned(), source })?;
        Self::parse(&text, path)
    }

    /// The same for a text; `path` is for messages.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn parse(text: &str, path: &Path) -> Result<Self, TournamentFileError> {
        toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
            TournamentFileError::Syntax {
                path: path.to_owned(),
                line,
                reason: error.message().replace('\n', " "),
            }
        })
    }

    /// The same as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("a tournament has only TOML's types")
    }

    /// The players as competitors, `None` where they are people.
    ///
    /// # Errors
    /// A competitor that cannot be understood, or people among programs.
    pub fn specs(&self, path: &Path) -> Result<Option<Vec<Spec>>, TournamentFileError> {
        let wrong =
            |reason: String| TournamentFileError::Value { path: path.to_owned(), key: "player", reason };
        if self.players.iter().all(|player| player.competitor.is_none()) {
            return Ok(None);
        }
        let spec = |player: &PlayerEntry| {
            let name = player.name.as_deref().unwrap_or("a player");
            let text = player.competitor.as_ref().ok_or_else(|| {
                wrong(format!(
                    "{name} has no competitor; programs need one each, and people have none at all"
                ))
            })?;
            let mut spec: Spec =
                text.parse().map_err(|error: crate::competitor::SpecError| wrong(error.to_string()))?;
            spec.name = player.name.clone().or(spec.name);
            Ok(spec)
        };
        self.players.iter().map(spec).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// The tournament.
    ///
    /// # Errors
    /// A game that does not exist, or players, numbers or a format that do not suit.
    pub fn event(&self, path: &Path) -> Result<Event, TournamentFileError> {
        let wrong = |key, reason: String| TournamentFileError::Value { path: path.to_owned(), key, reason };
        if self.seed > MAX_SEED {
            return Err(wrong("seed", format!("at most {MAX_SEED}")));
        }
        let seats =
            registry::dispatch(&self.game, Seats).map_err(|error| wrong("game", error.to_string()))?;
        let names = match self.specs(path)? {
            Some(specs) => {
                let names = specs.iter().map(Spec::player_name).collect::<Result<_, _>>();
                names.map_err(|error| wrong("player", error.to_string()))?
            }
            None => self.players.iter().map(|player| player.name.clone().unwrap_or_default()).collect(),
        };
        let competitors = Competitors { names, teams: self.teams() };
        let rules = Rules {
            seats,
            games: self.games.unwrap_or(seats),
            extra: self.extra,
            counting: match self.count {
                CountName::Games => Counting::Games,
                CountName::Encounters => Counting::Encounters,
            },
        };
        self.refuse_idle_keys().map_err(|(key, reason)| wrong(key, reason))?;
        Event::new(&self.name, competitors, self.format(), rules, self.seed)
            .map_err(|source| TournamentFileError::Event { path: path.to_owned(), source })
    }

    /// What the games are played by, one at a time.
    ///
    /// # Errors
    /// Times that are none.
    pub fn settings(&self, path: &Path) -> Result<MatchSettings, TournamentFileError> {
        let wrong = |key, reason: String| TournamentFileError::Value { path: path.to_owned(), key, reason };
        let time =
            self.time.as_deref().map(parse_duration).transpose().map_err(|reason| wrong("time", reason))?;
        let clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose();
        let clock = clock.map_err(|reason| wrong("clock", reason))?;
        let margin = self.margin.as_deref().map(parse_duration).transpose();
        let margin = margin.map_err(|reason| wrong("margin", reason))?;
        let mut limits = Limits {
            time,
            nodes: self.nodes.map(NonZero::get),
            depth: self.depth.map(NonZero::get),
            ..Limits::default()
        };
        if limits.is_infinite() && clock.is_none() {
            limits = Limits::time(DEFAULT_TIME);
        }
        let default = RandomOpenings::default();
        let openings = match (&self.openings, self.random_plies) {
            (Some(_), Some(_)) => {
                return Err(wrong("openings", "are read from a file or random, not both".to_owned()));
            }
            (Some(file), None) => OpeningSource::Book(Book::named(file)),
            (None, plies) => {
                OpeningSource::Random(RandomOpenings { plies: plies.unwrap_or(default.plies), ..default })
            }
        };
        Ok(MatchSettings {
            limits,
            clock,
            margin: margin.unwrap_or(DEFAULT_MARGIN),
            adjudication: self.adjudication().map_err(|(key, reason)| wrong(key, reason))?,
            openings,
            ply_cap: self.ply_cap.map(NonZero::get),
            threads: NonZero::<usize>::MIN,
            seed: self.seed,
            ..MatchSettings::default()
        })
    }

    /// When games end that go on by the rules.
    fn adjudication(&self) -> Result<Adjudication, (&'static str, String)> {
        let win = self.adjudicate_win.as_deref().map(str::parse).transpose();
        let draw = self.adjudicate_draw.as_deref().map(str::parse).transpose();
        Ok(Adjudication {
            win: win.map_err(|reason| ("adjudicate-win", reason))?,
            draw: draw.map_err(|reason| ("adjudicate-draw", reason))?,
            tables: self.adjudicate_tables.clone(),
        })
    }

    /// Which encounters begin with the same openings.
    pub fn ballots(&self) -> Ballots {
        match self.ballots {
            BallotsName::Encounter => Ballots::Encounter,
            BallotsName::Round => Ballots::Round,
            BallotsName::Event => Ballots::Event,
        }
    }

    fn format(&self) -> Format {
        let cycles = self.cycles.unwrap_or(1);
        match self.format {
            FormatName::RoundRobin => Format::RoundRobin { cycles },
            FormatName::Groups => {
                let last = match self.last {
                    Some(LastName::Knockout) => Last::Knockout,
                    Some(LastName::RoundRobin) => Last::RoundRobin,
                    Some(LastName::None) | None => Last::Nothing,
                };
                Format::Groups {
                    groups: self.groups.unwrap_or(0),
                    cycles,
                    advance: self.advance.unwrap_or(0),
                    last,
                }
            }
            FormatName::Knockout => Format::Knockout {
                third_place: match self.third_place {
                    Some(ThirdPlaceName::Played) => ThirdPlace::Played,
                    Some(ThirdPlaceName::Shared) | None => ThirdPlace::Shared,
                },
            },
            FormatName::Swiss => Format::Swiss { rounds: self.rounds.unwrap_or(0) },
            FormatName::Ladder => Format::Ladder,
            FormatName::TeamBoards => Format::Teams { boards: TeamBoards::Fixed, cycles },
            FormatName::TeamAll => Format::Teams { boards: TeamBoards::AllPlayAll, cycles },
        }
    }

    /// Keys that the format would ignore, and keys that it needs.
    fn refuse_idle_keys(&self) -> Result<(), (&'static str, String)> {
        use FormatName::{Groups, Knockout, RoundRobin, Swiss, TeamAll, TeamBoards};
        let given: [(&'static str, bool, &[FormatName]); 6] = [
            ("rounds", self.rounds.is_some(), &[Swiss]),
            ("cycles", self.cycles.is_some(), &[RoundRobin, Groups, TeamBoards, TeamAll]),
            ("groups", self.groups.is_some(), &[Groups]),
            ("advance", self.advance.is_some(), &[Groups]),
            ("final", self.last.is_some(), &[Groups]),
            ("third-place", self.third_place.is_some(), &[Knockout]),
        ];
        for (key, there, formats) in given {
            if there && !formats.contains(&self.format) {
                return Err((key, "says nothing in this format; remove it".to_owned()));
            }
        }
        let needed = match self.format {
            Swiss if self.rounds.is_none() => Some("rounds"),
            Groups if self.groups.is_none() => Some("groups"),
            Groups if self.advance.is_none() && !matches!(self.last, None | Some(LastName::None)) => {
                Some("advance")
            }
            _ => None,
        };
        match needed {
            Some(key) => Err((key, "this format needs it".to_owned())),
            None => Ok(()),
        }
    }

    /// The teams in the order in which they are first named.
    fn teams(&self) -> Vec<(String, Vec<usize>)> {
        let mut teams: Vec<(String, Vec<usize>)> = Vec::new();
        for (number, player) in self.players.iter().enumerate() {
            let Some(team) = &player.team else { continue };
            match teams.iter_mut().find(|(name, _)| name == team) {
                Some((_, members)) => members.push(number),
                None => teams.push((team.clone(), vec![number])),
            }
        }
        teams
    }
}

struct Seats;

impl GameVisitor for Seats {
    type Output = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        game.start().players()
    }
}
