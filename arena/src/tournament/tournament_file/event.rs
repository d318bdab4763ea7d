//! The tournament of a file.

use std::path::Path;

use damier_rules::{AnyGame, Game, Position};

use super::{
    TournamentFile, TournamentFileError,
    names::{CountName, FormatName, LastName, ThirdPlaceName},
};
use crate::{
    competitor::Spec,
    pairing::{Competitors, Counting, Event, Format, Last, Rules, TeamBoards, ThirdPlace},
};

/// TOML has no larger numbers.
const MAX_SEED: u64 = i64::MAX as u64;
/// Players and games of a tournament that is watched.
const MOST_PLAYERS: usize = 512;
const MOST_GAMES: f64 = 2_000_000.0;

impl TournamentFile {
    /// Returns the tournament.
    ///
    /// # Errors
    /// A game that does not exist, or players, numbers or a format that do not suit.
    pub fn event(&self, path: &Path) -> Result<Event, TournamentFileError> {
        let names = match self.specs(path)? {
            Some(specs) => {
                let names = specs.iter().map(Spec::player_name).collect::<Result<_, _>>();
                names.map_err(|error| Self::wrong(path, "player", error.to_string()))?
            }
            None => self.people(),
        };
        self.event_of(path, names)
    }

    /// Returns the tournament of players with these names.
    ///
    /// # Errors
    /// As [`event`](Self::event).
    pub(crate) fn event_of(&self, path: &Path, names: Vec<String>) -> Result<Event, TournamentFileError> {
        if self.seed > MAX_SEED {
            return Err(Self::wrong(path, "seed", format!("at most {MAX_SEED}")));
        }
        let seats = AnyGame::of_id(&self.game)
            .map(|game| game.start().players())
            .map_err(|error| Self::wrong(path, "game", error.to_string()))?;
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
        self.refuse_idle_keys().map_err(|(key, reason)| Self::wrong(path, key, reason))?;
        Event::new(&self.name, competitors, self.format(), rules, self.seed)
            .map_err(|source| TournamentFileError::Event { path: path.to_owned(), source })
    }

    /// Returns the names of people.
    pub(crate) fn people(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone().unwrap_or_default()).collect()
    }

    /// Refuses a file whose encounters could fill the memory of one who only looks at it.
    ///
    /// # Errors
    /// Why it is too large.
    pub(crate) fn check_size(&self, seats: usize) -> Result<(), String> {
        let players = self.players.len();
        let rounds = f64::from(self.cycles.unwrap_or(1)).max(f64::from(self.rounds.unwrap_or(1)));
        // All tables of that number of players, as a bound on the encounters of a cycle.
        let tables = (0..seats)
            .fold(1.0, |tables, seat| tables * players.saturating_sub(seat) as f64 / (seat + 1) as f64);
        let games = self.games.unwrap_or(seats) as f64;
        if players > MOST_PLAYERS || tables * rounds * games > MOST_GAMES {
            return Err(format!(
                "has {players} players and {} games or so; at most {MOST_PLAYERS} and {MOST_GAMES} are shown",
                tables * rounds * games
            ));
        }
        Ok(())
    }

    fn format(&self) -> Format {
        let cycles = self.cycles.unwrap_or(1);
        match self.format {
            FormatName::RoundRobin => Format::RoundRobin { cycles },
            FormatName::Gauntlet => Format::Gauntlet { cycles },
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
        use FormatName::{Gauntlet, Groups, Knockout, RoundRobin, Swiss, TeamAll, TeamBoards};
        let given: [(&'static str, bool, &[FormatName]); 6] = [
            ("rounds", self.rounds.is_some(), &[Swiss]),
            ("cycles", self.cycles.is_some(), &[RoundRobin, Gauntlet, Groups, TeamBoards, TeamAll]),
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

    /// Returns the teams in the order in which they are first named.
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
