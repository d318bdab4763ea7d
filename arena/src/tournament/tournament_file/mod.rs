//! A tournament as a TOML file describes it.

mod error;
mod event;
mod names;
mod settings;

use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

use damier_engine::toml_message::in_plain_words;
use serde::{Deserialize, Serialize};

pub use self::error::TournamentFileError;
use self::names::{CountName, FormatName, LastName, ThirdPlaceName};
use super::SharedOpenings;
use crate::{
    competitor::{DEFAULT_MEMORY_MIB, MAX_MEMORY_MIB, Spec},
    openings::RandomOpenings,
};

/// A tournament: one TOML file. Unknown keys are refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TournamentFile {
    /// What it is called.
    name: String,
    /// Identity of the game, as `damier games` lists it.
    pub(super) game: String,
    /// `round-robin`, `gauntlet`, `groups`, `knockout`, `swiss`, `ladder`, `team-boards` or `team-all`.
    format: FormatName,
    /// Rounds of a Swiss tournament.
    rounds: Option<u32>,
    /// How often those who meet do so; 2 is a double round robin.
    cycles: Option<u32>,
    /// How many groups there are.
    groups: Option<usize>,
    /// How many of each group go on.
    advance: Option<usize>,
    /// What follows the groups.
    #[serde(rename = "final")]
    last: Option<LastName>,
    /// Whether a knockout has a match for the third place.
    third_place: Option<ThirdPlaceName>,
    /// Games of an encounter; as many as the game has seats where it is not told.
    games: Option<usize>,
    /// How often a level encounter of a knockout or ladder goes on before the draw decides.
    #[serde(default = "default_extra")]
    extra: usize,
    /// What counts for the standing.
    #[serde(default)]
    count: CountName,
    /// Seed of the pairing draw, the openings and the players.
    #[serde(default = "default_seed")]
    seed: u64,
    /// Which encounters begin with the same openings.
    #[serde(default, rename = "ballots")]
    shared_openings: SharedOpenings,
    /// Where the games start: a table of the game or a file of openings; otherwise balanced random ones.
    openings: Option<PathBuf>,
    /// Random plies of each opening.
    random_plies: Option<usize>,
    /// Plies after which a game is drawn.
    ply_cap: Option<NonZero<usize>>,
    /// Time for each move, such as `200ms`.
    time: Option<String>,
    /// Simulations or nodes for each move.
    nodes: Option<NonZero<u64>>,
    /// Depth of each search in plies.
    depth: Option<NonZero<u32>>,
    /// The clock of each player, such as `5m+3s`.
    clock: Option<String>,
    /// Memory for the table or tree of each player in MiB.
    memory: Option<NonZero<u32>>,
    /// By how much a move may overstep its time, or a clock in all, such as `200ms`.
    margin: Option<String>,
    /// When a game that both players see as won ends: share and plies, such as `0.98,8`.
    adjudicate_win: Option<String>,
    /// When one that both see as level ends: tolerance, plies and the first ply, such as `0.05,20,80`.
    adjudicate_draw: Option<String>,
    /// The folder of endgame tables whose values end games.
    adjudicate_tables: Option<PathBuf>,
    /// The openings where neither `openings` nor `random-plies` says which.
    #[serde(skip)]
    default_openings: RandomOpenings,
    /// The players, the strongest first where the format seeds them.
    #[serde(rename = "player")]
    players: Vec<PlayerEntry>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    /// The name; the competitor's own where there is none.
    name: Option<String>,
    /// A competitor in the notation of `damier match`; people have none.
    competitor: Option<String>,
    /// The team.
    team: Option<String>,
}

fn default_extra() -> usize {
    1
}

fn default_seed() -> u64 {
    1
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

    /// Returns the same for a text; `path` is for messages.
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
                reason: in_plain_words(error.message()),
            }
        })
    }

    /// Returns what is wrong with a key of the file at `path`.
    fn wrong(path: &Path, key: &'static str, reason: String) -> TournamentFileError {
        TournamentFileError::Value { path: path.to_owned(), key, reason }
    }

    /// Returns the game's identity.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Sets the openings of a file that does not say where its games start.
    pub fn set_default_openings(&mut self, openings: RandomOpenings) {
        self.default_openings = openings;
    }

    /// Returns the memory for the table or tree of players who have no number of their own, in MiB.
    pub fn memory_mib(&self) -> u32 {
        self.memory.map_or(DEFAULT_MEMORY_MIB, NonZero::get)
    }

    /// Returns the same as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("a tournament has only TOML's types")
    }

    /// Returns the players as competitors, `None` where they are people.
    ///
    /// # Errors
    /// A competitor that cannot be understood, or people among programs.
    pub fn specs(&self, path: &Path) -> Result<Option<Vec<Spec>>, TournamentFileError> {
        let wrong = |reason: String| Self::wrong(path, "player", reason);
        if self.players.iter().all(|player| player.competitor.is_none()) {
            return Ok(None);
        }
        let memory = self.memory_mib();
        if memory as usize > MAX_MEMORY_MIB {
            let reason = format!("{memory} MiB; at most {MAX_MEMORY_MIB}");
            return Err(Self::wrong(path, "memory", reason));
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
            Ok(spec.with_default_memory(memory))
        };
        self.players.iter().map(spec).collect::<Result<Vec<_>, _>>().map(Some)
    }
}
