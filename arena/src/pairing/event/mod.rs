//! A tournament: its players, its format, and what follows from the results.

mod check;
mod setting;

pub use self::{
    check::EventError,
    setting::{Competitors, Counting, Format, Last, Rules, TeamBoards, ThirdPlace},
};
use super::{
    Aim, Encounter, Meeting, Report,
    draw::PairingDraw,
    format::{gauntlet, groups, knockout, ladder, round_robin, teams},
    standing, swiss,
};

/// A tournament.
#[derive(Clone, Debug)]
pub struct Event {
    pub(super) name: String,
    pub(super) competitors: Competitors,
    pub(super) format: Format,
    pub(super) rules: Rules,
    pub(super) draw: PairingDraw,
}

impl Event {
    /// A tournament called `name`; the draw comes from `seed`.
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
        let draw = PairingDraw::new(competitors.names.len(), seed);
        let event = Self { name: name.into(), competitors, format, rules, draw };
        event.check_names()?;
        event.check_format()?;
        Ok(event)
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the players.
    pub fn names(&self) -> &[String] {
        &self.competitors.names
    }

    /// Returns what is played at each encounter.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns how many games a gauntlet has in all; `None` for other formats.
    pub fn games_of_gauntlet(&self) -> Option<usize> {
        let Format::Gauntlet { cycles } = self.format else { return None };
        Some(cycles as usize * (self.names().len() - 1) * self.rules.games)
    }

    /// Returns how many games an encounter has to have by now; with fewer it is not over.
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

    /// Returns who of two goes on: the one with more points, or the better lot.
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
                points.then(self.draw.of(*one).cmp(&self.draw.of(*other)))
            })
            .expect("an encounter has players")
    }

    /// Returns the encounters that follow when `meetings` are over, in the order in which this gave them; none when the
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
            Format::Gauntlet { cycles } => {
                let all = gauntlet::schedule(players.len(), *cycles);
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
                swiss::pair(players.len(), meetings, &counted, round, next, &self.draw)
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
}
