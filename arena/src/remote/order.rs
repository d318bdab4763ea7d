//! A match as other machines get it.

use std::{fs, sync::Arc};

use damier_files::sha256;
use damier_rules::{AnyGame, Game};

use super::RemoteMatch;
use crate::{
    competitor::{EvaluationSpec, Spec, shipped_net},
    error::ArenaError,
    play::{MatchSettings, Pondering},
};

/// A match as other machines get it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Who plays, and by what.
    pub terms: RemoteMatch,
    /// The nets that its competitors name.
    pub nets: Vec<NetContent>,
    /// All that its games depend on, as text: another match has another one.
    pub identity: String,
}

/// The content of the file of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetContent {
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}

impl Order {
    /// Returns the order of a match; `identity` says what else its games depend on.
    ///
    /// # Errors
    /// [`ArenaError::Remote`] where games cannot be the same on every machine; a net cannot be read.
    pub(crate) fn of(
        game: &AnyGame,
        specs: &[Spec],
        settings: &MatchSettings,
        identity: impl FnOnce() -> Result<String, ArenaError>,
    ) -> Result<Self, ArenaError> {
        let refused = |reason: String| ArenaError::Remote { reason };
        let pace = settings.pace();
        if let Some(spec) = specs.iter().find(|spec| spec.counts_time(&pace)) {
            return Err(refused(format!(
                "{spec}: time bounds its moves, and no other machine plays the same in the same time; give --nodes or --depth"
            )));
        }
        if settings.pondering == Pondering::On {
            return Err(refused(
                "games with pondering are not the same twice; leave out --ponder".to_owned(),
            ));
        }
        if settings.adjudication.tables.is_some() {
            return Err(refused(
                "the endgame tables that end games are only on this machine; leave out --adjudicate-tables"
                    .to_owned(),
            ));
        }
        let mut nets: Vec<NetContent> = Vec::new();
        let mut competitors = Vec::new();
        for spec in specs {
            let portable = spec.portable().map_err(refused)?;
            let net = portable.net().map(|evaluation| content(evaluation, game)).transpose()?;
            let name = net.as_ref().map(|net| net.sha256.clone()).unwrap_or_default();
            competitors.push(portable.text(&name));
            if let Some(net) = net
                && !nets.contains(&net)
            {
                nets.push(net);
            }
        }
        let terms = RemoteMatch {
            game: game.id().to_owned(),
            competitors,
            nodes: settings.limits.nodes,
            depth: settings.limits.depth,
            ply_cap: settings.ply_cap,
            win_rule: settings.adjudication.win.map(|rule| rule.to_string()),
            draw_rule: settings.adjudication.draw.map(|rule| rule.to_string()),
        };
        Ok(Self { terms, nets, identity: identity()? })
    }
}

fn content(evaluation: &EvaluationSpec, game: &AnyGame) -> Result<NetContent, ArenaError> {
    let bytes = match evaluation {
        EvaluationSpec::Net(path) => {
            fs::read(path).map_err(|error| ArenaError::Io { file: path.clone(), action: "reading", error })?
        }
        EvaluationSpec::Shipped | EvaluationSpec::Material => shipped_net(game)?.to_bytes()?,
    };
    Ok(NetContent { sha256: sha256(&bytes), bytes: bytes.into() })
}
