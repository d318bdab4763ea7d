//! From a text to a player.

use std::{path::PathBuf, sync::Arc, time::Duration};

use damier_engine::{
    engine::{self, EngineOptions},
    net::Net,
    opening_book::OpeningBook,
    search::alphabeta::AlphaBetaParams,
};
use damier_nets::NetsError;
use damier_rules::{AnyGame, Game};

use super::{Judge, Kind, Spec};
use crate::{competitor::Entrant, error::ArenaError, rival};

impl Spec {
    /// Makes it ready to play `game`: reads its net, or its description.
    ///
    /// # Errors
    /// The net or the description cannot be read, or is for another game; an engine's program is not there; there are
    /// no endgame tables of the game in the folder, or they are damaged.
    pub fn entrant(&self, game: &AnyGame) -> Result<Entrant, ArenaError> {
        let read = |path: &PathBuf| Net::read_for(path, game).map(Arc::new);
        let tables = |folder: &Option<PathBuf>| {
            folder.as_ref().map(|folder| damier_endgames::open(game, folder)).transpose()
        };
        let entrant = match &self.kind {
            Kind::Random => Entrant::random(),
            Kind::Greedy => Entrant::greedy(game.clone()),
            Kind::AlphaBeta { judge, memory_mib, endgames } => {
                let params = AlphaBetaParams { hash_mb: *memory_mib, ..AlphaBetaParams::default() };
                let tables = tables(endgames)?;
                let net = match judge {
                    Judge::Material => None,
                    Judge::Net(path) => Some(read(path)?),
                    Judge::Shipped => Some(shipped_net(game)?),
                };
                match net {
                    None => Entrant::material(game.clone(), params, tables),
                    Some(net) => Entrant::alpha_beta(game.clone(), net, params, tables)?,
                }
            }
            Kind::Own { searcher, judge, memory_mib, threads, level, endgames, book } => {
                let options = EngineOptions {
                    threads: *threads,
                    searcher: *searcher,
                    memory_mib: *memory_mib,
                    level: *level,
                    // Nothing lies between the decision and the match.
                    overhead: Duration::ZERO,
                    ..EngineOptions::default()
                };
                let judge = match judge {
                    Judge::Material => engine::Judge::BuiltIn,
                    Judge::Net(path) => engine::Judge::Net(read(path)?),
                    Judge::Shipped => engine::Judge::Net(shipped_net(game)?),
                };
                let book = book.as_ref().map(|path| OpeningBook::read(game, path)).transpose()?;
                Entrant::own(game.clone(), judge, options, tables(endgames)?, book.map(Arc::new))?
            }
            Kind::Engine { log, .. } => {
                let entrant = rival::entrant(game, self.description()?, log.as_deref())?;
                let entrant = match &self.name {
                    Some(name) => entrant.named(name),
                    None => entrant,
                };
                return Ok(self.paced(entrant));
            }
        };
        Ok(self.paced(entrant.named(self.to_string())))
    }

    fn paced(&self, entrant: Entrant) -> Entrant {
        if self.pace.is_infinite() { entrant } else { entrant.with_pace(self.pace) }
    }
}

/// The net of a game that comes with damier.
pub(crate) fn shipped_net(game: &AnyGame) -> Result<Arc<Net>, ArenaError> {
    let net = damier_nets::net(game.id()).map_err(|error| match error {
        NetsError::None { .. } => {
            let reason = format!("{error}: name one with net=PATH, or say material to judge without a net");
            ArenaError::NoNet { reason }
        }
        error => ArenaError::NoNet { reason: error.to_string() },
    })?;
    net.arch().check_fits(game, &net.origin().to_string())?;
    Ok(Arc::new(net))
}
