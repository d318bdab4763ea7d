//! Groups, and what follows them.

use super::{knockout, round_robin};
use crate::pairing::{Encounter, Event, Last, Meeting, ThirdPlace, standing};

/// The numbers of a tournament in groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pairing) struct Groups {
    pub(in crate::pairing) groups: usize,
    pub(in crate::pairing) cycles: u32,
    pub(in crate::pairing) advance: usize,
    pub(in crate::pairing) last: Last,
}

impl Groups {
    /// Returns the players of each group: dealt out to and fro, so that every group is as strong.
    pub(in crate::pairing) fn members(&self, players: usize) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.groups];
        for player in 0..players {
            let (turn, at) = (player / self.groups, player % self.groups);
            let group = if turn.is_multiple_of(2) { at } else { self.groups - 1 - at };
            members[group].push(player);
        }
        members
    }

    /// Returns the encounters within the groups: the rounds of all groups are played together.
    fn schedule(&self, event: &Event) -> Vec<Encounter> {
        let mut encounters: Vec<Encounter> = self
            .members(event.names().len())
            .iter()
            .flat_map(|members| round_robin::schedule(members, self.cycles, event.rules().seats))
            .collect();
        encounters.sort_by_key(|encounter| encounter.round);
        for round in encounters.chunk_by_mut(|one, other| one.round == other.round) {
            round.iter_mut().zip(1..).for_each(|(encounter, board)| encounter.board = board);
        }
        encounters
    }

    /// Returns the meetings within the groups, and those of the last stage.
    pub(in crate::pairing) fn stages<'m>(
        &self,
        event: &Event,
        meetings: &'m [Meeting],
    ) -> (&'m [Meeting], &'m [Meeting]) {
        meetings.split_at(self.schedule(event).len().min(meetings.len()))
    }

    /// Returns who goes on, the best of their groups first; the order of the groups turns from place to place, so that
    /// those of one group meet late.
    pub(in crate::pairing) fn advanced(&self, event: &Event, in_groups: &[Meeting]) -> Vec<usize> {
        let ranked: Vec<Vec<usize>> = self
            .members(event.names().len())
            .iter()
            .map(|members| standing::round_robin(event, members, in_groups).order)
            .collect();
        (0..self.advance).flat_map(|place| ranked.iter().map(move |group| group[place])).collect()
    }

    /// Returns the round in which the last stage begins.
    fn first_round_of_last(in_groups: &[Meeting]) -> u32 {
        in_groups.iter().map(|meeting| meeting.encounter.round).max().unwrap_or(0) + 1
    }

    pub(in crate::pairing) fn next(&self, event: &Event, meetings: &[Meeting]) -> Vec<Encounter> {
        if meetings.is_empty() {
            return self.schedule(event);
        }
        let (in_groups, in_last) = self.stages(event, meetings);
        let players = self.advanced(event, in_groups);
        let first_round = Self::first_round_of_last(in_groups);
        match self.last {
            Last::Nothing => Vec::new(),
            Last::Knockout => knockout::next(event, &players, in_last, first_round, ThirdPlace::Played),
            Last::RoundRobin if in_last.is_empty() => {
                let mut encounters = round_robin::schedule(&players, self.cycles, event.rules().seats);
                encounters.iter_mut().for_each(|encounter| encounter.round += first_round - 1);
                encounters
            }
            Last::RoundRobin => Vec::new(),
        }
    }

    /// Returns how the knockout after the groups stands, once they are over.
    pub(in crate::pairing) fn bracket(
        &self,
        event: &Event,
        meetings: &[Meeting],
    ) -> Option<knockout::Bracket> {
        let (in_groups, in_last) = self.stages(event, meetings);
        let over = in_groups.len() == self.schedule(event).len()
            && in_groups.iter().all(|meeting| meeting.games.len() >= event.games_due(meeting));
        (over && self.last == Last::Knockout).then(|| {
            let first_round = Self::first_round_of_last(in_groups);
            let players = self.advanced(event, in_groups);
            knockout::bracket(event, &players, in_last, first_round, ThirdPlace::Played)
        })
    }
}
