//! A match as other machines get it.

use std::{fs, sync::Arc};

use damier_engine::time::DurationText;
use damier_files::sha256;
use damier_rules::{AnyGame, Game, Position};

use super::{RemoteMatch, Timing};
use crate::{
    competitor::{EvaluationSpec, Spec, shipped_net},
    error::ArenaError,
    matches::MatchConfig,
    play::{MatchSettings, Pondering},
};

/// A match as other machines get it.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// Who plays, and by what.
    pub terms: RemoteMatch,
    /// The nets that its competitors name.
    pub nets: Vec<NetContent>,
    /// All that its games depend on, as text: another match has another one.
    pub identity: String,
    /// Seconds of a game, about, where time bounds its moves; otherwise 0.
    pub seconds_of_game: f64,
}

/// Moves of a player in a game, about: its length is known once it is played.
const MOVES: f64 = 40.0;

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
        let by_time = specs.iter().find(|spec| spec.counts_time(&pace));
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
            timing: by_time.map(|_| Timing {
                time: pace.limits.time.map(|time| DurationText(time).to_string()),
                clock: pace.clock.map(|clock| clock.to_string()),
                margin: DurationText(settings.margin).to_string(),
            }),
        };
        let seconds: f64 = specs.iter().map(|spec| spec.pace_in(&pace).seconds_of_game(MOVES)).sum();
        let seconds_of_game = seconds / specs.len().max(1) as f64 * game.start().players() as f64;
        Ok(Self { terms, nets, identity: identity()?, seconds_of_game })
    }
}

/// Whether the games of a match come out the same on other machines, which then can play them.
pub fn is_repeatable(game: &str, config: &MatchConfig) -> bool {
    let MatchConfig { competitors, settings, .. } = config;
    let order = |game: AnyGame| Order::of(&game, competitors, settings, || Ok(String::new()));
    let order = AnyGame::of_id(game).map_err(ArenaError::from).and_then(order);
    order.is_ok_and(|order| order.terms.timing.is_none())
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
