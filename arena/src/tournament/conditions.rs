//! Under which conditions the players of a tournament meet.

use serde::{Deserialize, Serialize};

use crate::{
    competitor::{Introduction, Pace, Participant, Searches, Spec},
    openings::OpeningQueue,
};

/// Under which conditions the players of a tournament meet.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The limits of players without limits of their own, in words.
    pub(super) limits: String,
    /// The memory of players without a number of their own, in MiB.
    pub(super) memory_mib: u32,
    /// Where games begin, in words.
    pub(super) openings: String,
    /// By the numbers of the players.
    pub(super) players: Vec<PlayerConditions>,
}

/// A player, and its own conditions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerConditions {
    /// What it is called in the tournament.
    pub name: String,
    /// Its description in the tournament's file.
    pub competitor: String,
    /// The name by which a program of others calls itself.
    pub introduces: Option<String>,
    /// Whether it searches: limits and memory mean nothing to others.
    pub searches: bool,
    /// Its own limits in words, where it has not those of the tournament.
    pub limits: Option<String>,
    /// The MiB for its table or tree that it was given; `None` where it was given no number.
    pub memory_mib: Option<u32>,
    /// The threads that it searches with, where that is known.
    pub threads: Option<usize>,
}

impl PlayerConditions {
    fn of(spec: &Spec, participant: &Participant, introduction: &Introduction) -> Self {
        let Introduction { name, memory_mib } = introduction.clone();
        Self {
            name: participant.name().to_owned(),
            competitor: spec.text().to_owned(),
            introduces: name,
            searches: participant.searches() == Searches::Limited,
            limits: (!spec.pace.is_infinite()).then(|| spec.pace.to_string()),
            memory_mib,
            threads: participant.threads(),
        }
    }

    /// Returns its memory in words, where it was not given `memory_mib` MiB.
    pub fn other_memory(&self, memory_mib: u32) -> Option<String> {
        match self.memory_mib {
            Some(own) if own == memory_mib => None,
            Some(own) => Some(format!("{own} MiB")),
            None => Some("by its own settings".to_owned()),
        }
    }
}

impl Conditions {
    /// Returns the conditions of `participants`, who were made from `specs` and introduced themselves.
    pub(super) fn of(
        pace: &Pace,
        memory_mib: u32,
        openings: &OpeningQueue,
        specs: &[Spec],
        (participants, introductions): (&[Participant], &[Introduction]),
    ) -> Self {
        let players = specs.iter().zip(participants).zip(introductions);
        let players = players
            .map(|((spec, participant), introduction)| PlayerConditions::of(spec, participant, introduction));
        Self {
            limits: pace.to_string(),
            memory_mib,
            openings: openings.source().to_owned(),
            players: players.collect(),
        }
    }

    /// Returns the lines of a report: openings, limits, memory and threads, with the players that differ.
    pub(super) fn facts(&self) -> Vec<String> {
        let Self { limits, memory_mib, openings, players } = self;
        let searching = || players.iter().filter(|player| player.searches);
        let mut facts = vec![format!("openings: {openings}")];
        if searching().next().is_none() {
            return facts;
        }
        let own = searching().filter_map(|player| Some((player, player.limits.as_ref()?)));
        let own: Vec<String> = own.map(|(player, own)| format!("{} {own}", player.name)).collect();
        facts.push(with_exceptions(format!("limits: {limits}"), "not equal", &own));
        let differing = searching().filter_map(|player| Some((player, player.other_memory(*memory_mib)?)));
        let differing: Vec<String> =
            differing.map(|(player, own)| format!("{} {own}", player.name)).collect();
        facts.push(with_exceptions(format!("memory: {memory_mib} MiB each"), "but", &differing));
        let many = searching().filter_map(|player| {
            let threads = player.threads.filter(|threads| *threads > 1)?;
            Some(format!("{} {threads}", player.name))
        });
        let many: Vec<String> = many.collect();
        facts.extend((!many.is_empty()).then(|| format!("threads: {}", many.join(", "))));
        facts
    }
}

/// Returns what is the same for all, and behind it the exceptions.
fn with_exceptions(same: String, word: &str, exceptions: &[String]) -> String {
    if exceptions.is_empty() { same } else { format!("{same}; {word}: {}", exceptions.join(", ")) }
}
