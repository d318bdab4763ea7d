//! From a text to a player.

use std::{path::PathBuf, sync::Arc, time::Duration};

use damier_engine::{
    engine::{self, EngineOptions},
    net::Net,
    opening_book::OpeningBook,
    search::alphabeta::AlphaBetaParams,
};
use damier_nets::NetsError;
use damier_rules::AnyGame;

use super::{CompetitorKind, EvaluationSpec, Spec};
use crate::{
    competitor::{Introduction, Participant},
    error::ArenaError,
    external,
};

impl Spec {
    /// Makes it ready to play `game`: reads its net, or its description.
    ///
    /// # Errors
    /// The net or the description cannot be read, or is for another game; an engine's program is not there; there are
    /// no endgame tables of the game in the folder, or they are damaged.
    pub fn participant(&self, game: &AnyGame) -> Result<Participant, ArenaError> {
        let read = |path: &PathBuf| Net::read_for(path, game).map(Arc::new);
        let tables = |folder: &Option<PathBuf>| {
            folder.as_ref().map(|folder| damier_endgames::open(game, folder)).transpose()
        };
        let participant = match &self.kind {
            CompetitorKind::Random => Participant::random(),
            CompetitorKind::Greedy => Participant::greedy(game.clone()),
            CompetitorKind::AlphaBeta { evaluation, memory_mib, contempt, endgames } => {
                let params = AlphaBetaParams {
                    hash_mb: self.memory_mib(*memory_mib),
                    contempt: *contempt,
                    ..AlphaBetaParams::default()
                };
                let tables = tables(endgames)?;
                let net = match evaluation {
                    EvaluationSpec::Material => None,
                    EvaluationSpec::Net(path) => Some(read(path)?),
                    EvaluationSpec::Shipped => Some(shipped_net(game)?),
                };
                match net {
                    None => Participant::material(game.clone(), params, tables),
                    Some(net) => Participant::alpha_beta(game.clone(), net, params, tables)?,
                }
            }
            CompetitorKind::Own {
                searcher,
                evaluation,
                memory_mib,
                threads,
                level,
                contempt,
                endgames,
                book,
            } => {
                let options = EngineOptions {
                    threads: *threads,
                    searcher: *searcher,
                    memory_mib: self.memory_mib(*memory_mib),
                    level: *level,
                    contempt: *contempt,
                    // Nothing lies between the decision and the match.
                    overhead: Duration::ZERO,
                    ..EngineOptions::default()
                };
                let evaluation = match evaluation {
                    EvaluationSpec::Material => engine::Judge::BuiltIn,
                    EvaluationSpec::Net(path) => engine::Judge::Net(read(path)?),
                    EvaluationSpec::Shipped => engine::Judge::Net(shipped_net(game)?),
                };
                let book = book.as_ref().map(|path| OpeningBook::read(game, path)).transpose()?;
                Participant::own(game.clone(), evaluation, options, tables(endgames)?, book.map(Arc::new))?
            }
            CompetitorKind::Engine { log, .. } => {
                let participant = external::participant(game, self.description()?, log.as_deref())?;
                let participant = match &self.name {
                    Some(name) => participant.named(name),
                    None => participant,
                };
                return Ok(self.paced(participant));
            }
        };
        let memory_mib = match self.kind {
            CompetitorKind::AlphaBeta { memory_mib, .. } | CompetitorKind::Own { memory_mib, .. } => {
                u32::try_from(self.memory_mib(memory_mib)).ok()
            }
            CompetitorKind::Random | CompetitorKind::Greedy | CompetitorKind::Engine { .. } => None,
        };
        let participant = participant.trying(move |_| Ok(Introduction { name: None, memory_mib }));
        Ok(self.paced(participant.named(self.to_string())))
    }

    fn paced(&self, participant: Participant) -> Participant {
        if self.pace.is_infinite() { participant } else { participant.with_pace(self.pace) }
    }
}

/// Returns the net of a game that comes with damier.
pub(crate) fn shipped_net(game: &AnyGame) -> Result<Arc<Net>, ArenaError> {
    let net = damier_nets::net(game).map_err(|error| match error {
        NetsError::None { .. } => {
            let reason = format!("{error}: name one with net=PATH, or say material to judge without a net");
            ArenaError::NoNet { reason }
        }
        error => ArenaError::NoNet { reason: error.to_string() },
    })?;
    net.arch().check_fits(game, &net.origin().to_string())?;
    Ok(Arc::new(net))
}
