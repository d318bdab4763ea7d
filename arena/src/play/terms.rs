//! What a single game is played by.

use std::{fmt, sync::Arc, time::Duration};

use damier_rules::{
    AnyGame, AnyPosition, Game, Position, Tablebase as _,
    any::{AnyTablebase, PackedCounters},
};

use super::{Adjudication, Grounds, MatchSettings, Pondering, adjudication::Opinions};
use crate::{
    competitor::{AfterTrial, Introduction, Pace, Participant, Ponders},
    error::ArenaError,
};

/// What a single game is played by, apart from who plays.
#[derive(Clone)]
pub struct Terms {
    /// How long those may think who have no pace of their own.
    pub pace: Pace,
    /// Whether competitors think on their opponents' time.
    pub pondering: Pondering,
    /// By how much a move may overstep its time, or a clock in all.
    pub margin: Duration,
    /// Plies after which a game is drawn, the opening's included.
    pub ply_cap: Option<usize>,
    pub(super) adjudication: Adjudication,
    tables: Option<Arc<AnyTablebase>>,
}

impl Terms {
    /// Returns the terms of each game of a match.
    ///
    /// # Errors
    /// The endgame tables cannot be opened, or games of more than two players were to be adjudicated or pondered on.
    pub fn of(game: &AnyGame, settings: &MatchSettings) -> Result<Self, ArenaError> {
        let adjudication = settings.adjudication.clone();
        if !adjudication.is_off() && game.start().players() != 2 {
            return Err(ArenaError::Adjudication { game: game.id().to_owned() });
        }
        if settings.pondering == Pondering::On && game.start().players() != 2 {
            let reason = format!("{} is a game of more than two players; leave it out", game.id());
            return Err(ArenaError::Pondering { reason });
        }
        let tables =
            adjudication.tables.as_deref().map(|folder| damier_endgames::open(game, folder)).transpose()?;
        let pace = settings.pace();
        let MatchSettings { pondering, margin, ply_cap, .. } = *settings;
        Ok(Self { pace, pondering, margin, ply_cap, adjudication, tables })
    }

    /// Whether a competitor can play by them.
    ///
    /// # Errors
    /// It would search for ever, or it cannot be told how long it may think.
    pub fn admit(&self, participant: &Participant) -> Result<(), ArenaError> {
        let competitor = || participant.name().to_owned();
        let pace = participant
            .pace_in(&self.pace)
            .ok_or_else(|| ArenaError::Unlimited { competitor: competitor() })?;
        participant.can_play(&pace).map_err(|reason| ArenaError::Pace { competitor: competitor(), reason })
    }

    /// Whether all of them can play by the terms together. Programs are started once to see that they are there and
    /// take their options. Returns what each says of itself.
    ///
    /// # Errors
    /// As [`admit`](Self::admit); no player can ponder where one should; a program does not get ready.
    pub fn admit_all(
        &self,
        participants: &[Participant],
        after: AfterTrial,
    ) -> Result<Vec<Introduction>, ArenaError> {
        participants.iter().try_for_each(|participant| self.admit(participant))?;
        let ponders = |participant: &Participant| participant.ponders() == Ponders::Can;
        if self.pondering == Pondering::On && !participants.iter().any(ponders) {
            let names: Vec<&str> = participants.iter().map(Participant::name).collect();
            let reason = format!(
                "{} cannot; tree searches can, and programs over UCI, Hub 2 and damier's protocol",
                names.join(" and ")
            );
            return Err(ArenaError::Pondering { reason });
        }
        let introduced = participants.iter().map(|participant| {
            let refused = |reason| ArenaError::Engine { engine: participant.name().to_owned(), reason };
            participant.try_out(after).map_err(refused)
        });
        introduced.collect()
    }

    /// Returns the same, by which games are drawn after `plies` at the latest.
    pub(crate) fn capped(&self, plies: usize) -> Self {
        Self { ply_cap: Some(self.ply_cap.map_or(plies, |cap| cap.min(plies))), ..self.clone() }
    }

    /// Returns the same at the pace that `change` makes of this one.
    pub(crate) fn repaced(&self, change: impl FnOnce(Pace) -> Pace) -> Self {
        Self { pace: change(self.pace), ..self.clone() }
    }

    /// Returns whether a game can end on these grounds.
    pub(crate) fn can_end(&self, grounds: Grounds) -> bool {
        match grounds {
            Grounds::AgreedWin => self.adjudication.win.is_some(),
            Grounds::AgreedDraw => self.adjudication.draw.is_some(),
            Grounds::Table => self.tables.is_some(),
        }
    }

    /// Returns what the arena says about a game that the rules let go on.
    pub(super) fn verdict(
        &self,
        position: &AnyPosition,
        clock: PackedCounters,
        opinions: &Opinions,
        plies: usize,
    ) -> Option<(damier_rules::Outcome, Grounds)> {
        let known = self.tables.as_ref().and_then(|tables| tables.probe_counted(position, clock));
        known.map(|outcome| (outcome, Grounds::Table)).or_else(|| opinions.verdict(&self.adjudication, plies))
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Terms")
            .field("pace", &self.pace)
            .field("pondering", &self.pondering)
            .field("margin", &self.margin)
            .field("ply_cap", &self.ply_cap)
            .field("adjudication", &self.adjudication)
            .finish_non_exhaustive()
    }
}
