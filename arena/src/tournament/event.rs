//! A tournament: its players, its format, and what follows from the results.

use std::collections::HashSet;

use thiserror::Error;

use super::{
    Aim, Encounter, Meeting, Report,
    format::{groups, knockout, ladder, round_robin, teams},
    lots::Lots,
    standing, swiss,
};

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Competitors {
    /// The names of the players, the strongest first where the format seeds them.
    pub names: Vec<String>,
    /// The teams: a name, and the numbers of the players in the order of their boards.
    pub teams: Vec<(String, Vec<usize>)>,
}

/// What is played at each encounter, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Seats of the game.
    pub seats: usize,
    /// Games of an encounter; the seats are exchanged from game to game.
    pub games: usize,
    /// Where somebody has to go on and the score is level: how often they play on before lots decide. Each time it
    /// is one game where an encounter has an odd number of them, two otherwise.
    pub extra: usize,
    /// What counts.
    pub counting: Counting,
}

/// What counts for the standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// The points of all games.
    #[default]
    Games,
    /// Encounters: 1 for one that is won, ½ for a level one.
    Encounters,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody, `cycles` times. With more than two seats every table of so many players there is.
    RoundRobin {
        /// How often.
        cycles: u32,
    },
    /// Round robins in groups, and another stage among the best of each.
    Groups {
        /// How many groups.
        groups: usize,
        /// How often everybody meets everybody in them.
        cycles: u32,
        /// How many of each group go on.
        advance: usize,
        /// What follows.
        last: Last,
    },
    /// Who loses is out.
    Knockout {
        /// Whether there is a match for the third place.
        third_place: ThirdPlace,
    },
    /// Players of equal points meet, nobody twice.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who wins stays at the board, the next one comes. With two teams the loser's team sends the next one, and the
    /// team that has nobody left has lost.
    Ladder,
    /// Every team meets every team, `cycles` times.
    Teams {
        /// Who of them meet.
        boards: TeamBoards,
        /// How often.
        cycles: u32,
    },
}

/// The second stage after groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// A knockout.
    Knockout,
    /// A round robin.
    RoundRobin,
    /// None.
    Nothing,
}

/// Whether those who lose before the final play for the third place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThirdPlace {
    /// They share it.
    Shared,
    /// They play for it.
    Played,
}

/// Who of two teams meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamBoards {
    /// The first of one team the first of the other, and so on.
    Fixed,
    /// Everybody of one team everybody of the other.
    AllPlayAll,
}

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
    /// Somebody would have to meet an opponent twice.
    #[error(
        "round {round} cannot be paired without a second meeting or bye; end the tournament with round {}, or play a round robin",
        round - 1
    )]
    Unpairable {
        /// The round.
        round: u32,
    },
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Event {
    pub(super) name: String,
    pub(super) competitors: Competitors,
    pub(super) format: Format,
    pub(super) rules: Rules,
    pub(super) lots: Lots,
}

impl Event {
    /// A tournament called `name`; lots are drawn from `seed`.
    ///
    /// # Errors
    /// Names that are not all different, or a format that does not suit.
    pub fn new(
        name: impl Into<String>,
        competitors: Competitors,
        format: Format,
        rules: Rules,
        seed: u64,
    ) -> Result<Self, EventError> {
        let lots = Lots::draw(competitors.names.len(), seed);
        let event = Self { name: name.into(), competitors, format, rules, lots };
        event.check_names()?;
        event.check_format()?;
        Ok(event)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the players.
    pub fn names(&self) -> &[String] {
        &self.competitors.names
    }

    /// What is played at each encounter.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many games an encounter has to have by now; with fewer it is not over.
    pub fn games_due(&self, meeting: &Meeting) -> usize {
        let Rules { games, extra, .. } = self.rules;
        if meeting.is_bye() {
            return 0;
        }
        let played = meeting.games.len();
        if played < games || meeting.encounter.aim != Aim::Winner {
            return games;
        }
        let step = 2 - games % 2;
        let more = (played - games).next_multiple_of(step);
        let begun = played < games + more;
        let plays_on = meeting.is_level() && more / step < extra;
        games + more + if plays_on && !begun { step } else { 0 }
    }

    /// Who of two goes on: the one with more points, or the better lot.
    pub(super) fn winner(&self, meeting: &Meeting) -> usize {
        let players = meeting.encounter.players.iter().copied();
        players
            .min_by(|one, other| {
                let level = meeting.is_level();
                let points = if level {
                    std::cmp::Ordering::Equal
                } else {
                    meeting.points(*other).total_cmp(&meeting.points(*one))
                };
                points.then(self.lots.of(*one).cmp(&self.lots.of(*other)))
            })
            .expect("an encounter has players")
    }

    /// The encounters that follow when `meetings` are over, in the order in which this gave them; none when the
    /// tournament is.
    ///
    /// # Errors
    /// A Swiss round that cannot be paired.
    pub fn next(&self, meetings: &[Meeting]) -> Result<Vec<Encounter>, EventError> {
        let players: Vec<usize> = (0..self.names().len()).collect();
        match &self.format {
            Format::RoundRobin { cycles } => {
                let all = round_robin::schedule(&players, *cycles, self.rules.seats);
                Ok(if meetings.is_empty() { all } else { Vec::new() })
            }
            Format::Groups { groups, cycles, advance, last } => {
                let stage =
                    groups::Groups { groups: *groups, cycles: *cycles, advance: *advance, last: *last };
                Ok(stage.next(self, meetings))
            }
            Format::Knockout { third_place } => Ok(knockout::next(self, &players, meetings, 1, *third_place)),
            Format::Swiss { rounds } => {
                let round = meetings.last().map_or(1, |last| last.encounter.round + 1);
                if round > *rounds {
                    return Ok(Vec::new());
                }
                let counted = |meeting: &Meeting, player: usize| standing::counted(self, meeting, player);
                let next = if round == *rounds { swiss::Next::Nothing } else { swiss::Next::Round };
                swiss::pair(players.len(), meetings, &counted, round, next, &self.lots)
                    .ok_or(EventError::Unpairable { round })
            }
            Format::Ladder => Ok(ladder::next(self, meetings).into_iter().collect()),
            Format::Teams { boards, cycles } => {
                let all = teams::schedule(&self.competitors.teams, *boards, *cycles);
                Ok(if meetings.is_empty() { all } else { Vec::new() })
            }
        }
    }

    /// Tables and rounds of `meetings`, which need not be over.
    pub fn report(&self, meetings: &[Meeting]) -> Report {
        Report::of(self, meetings)
    }

    fn check_names(&self) -> Result<(), EventError> {
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

    fn check_format(&self) -> Result<(), EventError> {
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
            | Format::Groups { cycles: 0, .. }
            | Format::Teams { cycles: 0, .. } => {
                refuse("cycles", "everybody meets everybody once at least".to_owned())
            }
            Format::RoundRobin { .. } => Ok(()),
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
