//! What cannot be a tournament.

use std::collections::HashSet;

use thiserror::Error;

use super::{Counting, Event, Format, Last, Rules};
use crate::pairing::swiss;

/// Why there is no such tournament, or no next round.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EventError {
    /// Names that are empty or not all different.
    #[error("player {name:?}: {reason}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A format that does not suit the players or the game.
    #[error("{format}: {reason}")]
    Unsuitable {
        /// The format.
        format: &'static str,
        /// Why not, and what would do.
        reason: String,
    },
    /// A player would have to meet an opponent twice.
    #[error(
        "round {round} cannot be paired without a second meeting or bye; end the tournament with round {}, or play a round robin",
        round - 1
    )]
    Unpairable {
        /// The round.
        round: u32,
    },
}

impl Event {
    pub(super) fn check_names(&self) -> Result<(), EventError> {
        let mut seen = HashSet::new();
        for name in self.names() {
            let reason = if name.trim().is_empty() || name.trim() != name {
                "a name has letters, and no space around it"
            } else if name.chars().any(char::is_control) {
                "a name is one line of text"
            } else if !seen.insert(name) {
                "this name is there twice; give each player another one"
            } else {
                continue;
            };
            return Err(EventError::Name { name: name.clone(), reason });
        }
        Ok(())
    }

    pub(super) fn check_format(&self) -> Result<(), EventError> {
        let players = self.names().len();
        let Rules { seats, games, .. } = self.rules;
        let refuse = |format: &'static str, reason: String| Err(EventError::Unsuitable { format, reason });
        let of_two = |format: &'static str| {
            if seats > 2 {
                let reason = "is for games of two; games of more players have round robins and groups, in which \
                              every table of so many players meets";
                return refuse(format, reason.to_owned());
            }
            Ok(())
        };
        if players < seats.max(2) {
            return refuse("players", format!("{players} are too few; at least {} are needed", seats.max(2)));
        }
        if games == 0 || seats > 2 && !games.is_multiple_of(seats) {
            return refuse(
                "games",
                format!("an encounter has a multiple of {seats} games, so that everybody has every seat"),
            );
        }
        if seats > 2 && self.rules.counting == Counting::Encounters {
            return refuse("count", "encounters count in games of two only; leave it out".to_owned());
        }
        match &self.format {
            Format::RoundRobin { cycles: 0 }
            | Format::Gauntlet { cycles: 0 }
            | Format::Groups { cycles: 0, .. }
            | Format::Teams { cycles: 0, .. } => {
                refuse("cycles", "those who meet do so once at least".to_owned())
            }
            Format::RoundRobin { .. } => Ok(()),
            Format::Gauntlet { .. } => {
                of_two("gauntlet")?;
                if games % 2 == 1 {
                    let reason =
                        format!("{games} games; an even number gives both players each seat as often");
                    return refuse("games", reason);
                }
                if self.rules.counting == Counting::Encounters {
                    return refuse("count", "a gauntlet counts games; leave it out".to_owned());
                }
                Ok(())
            }
            Format::Groups { groups, advance, last, .. } => {
                let smallest = players / (*groups).max(1);
                if *groups < 2 || smallest < seats.max(2) {
                    let reason = format!(
                        "{groups} groups of {players} players; have two or more groups of at least {}",
                        seats.max(2)
                    );
                    return refuse("groups", reason);
                }
                if *last == Last::Knockout {
                    of_two("knockout")?;
                }
                if *last != Last::Nothing && (*advance < 1 || *advance > smallest || groups * advance < seats)
                {
                    let reason = format!(
                        "{advance} of each group cannot go on; groups have {smallest} players or one more"
                    );
                    return refuse("advance", reason);
                }
                Ok(())
            }
            Format::Knockout { .. } => of_two("knockout"),
            Format::Swiss { rounds } => {
                of_two("swiss")?;
                if players > swiss::MOST_PLAYERS {
                    return refuse(
                        "swiss",
                        format!("{players} players; at most {} can be paired", swiss::MOST_PLAYERS),
                    );
                }
                let most = players - 1 + players % 2;
                if *rounds == 0 || *rounds as usize > most {
                    let reason = format!(
                        "{players} players have 1 to {most} rounds before somebody meets twice; for more play a round robin"
                    );
                    return refuse("rounds", reason);
                }
                Ok(())
            }
            Format::Ladder => {
                of_two("ladder")?;
                match self.competitors.teams.len() {
                    0 => Ok(()),
                    2 => self.check_everybody_has_a_team("ladder"),
                    other => {
                        refuse("ladder", format!("{other} teams; it takes two, or players without teams"))
                    }
                }
            }
            Format::Teams { .. } => {
                of_two("teams")?;
                let teams = &self.competitors.teams;
                if teams.len() < 2 {
                    return refuse(
                        "teams",
                        "name the team of each player; at least two teams are needed".to_owned(),
                    );
                }
                if let Some((name, members)) =
                    teams.iter().find(|(_, members)| members.len() != teams[0].1.len())
                {
                    let (first, boards) = (&teams[0].0, teams[0].1.len());
                    let reason = format!(
                        "{name} has {} players, {first} has {boards}; all teams need the same number",
                        members.len()
                    );
                    return refuse("teams", reason);
                }
                self.check_everybody_has_a_team("teams")
            }
        }
    }

    fn check_everybody_has_a_team(&self, format: &'static str) -> Result<(), EventError> {
        let with_team: HashSet<usize> =
            self.competitors.teams.iter().flat_map(|(_, members)| members.iter().copied()).collect();
        match (0..self.names().len()).find(|player| !with_team.contains(player)) {
            Some(player) => Err(EventError::Unsuitable {
                format,
                reason: format!("{:?} has no team; everybody needs one", self.names()[player]),
            }),
            None => Ok(()),
        }
    }
}
