//! What commands judge by: the net that is named, the net that comes with damier, or the built-in judgement.

use std::{path::Path, sync::Arc};

use anyhow::{anyhow, bail};
use damier_engine::{engine::Judge, net::Net};
use damier_nets::NetsError;
use damier_protocol::server::Judges;
use damier_rules::AnyGame;

use super::game_choice;

/// What to judge by where no net is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefaultJudge {
    /// The net that comes with damier.
    Net,
    /// The built-in judgement.
    BuiltIn,
}

impl DefaultJudge {
    /// From the flag `--built-in` of a command.
    pub(crate) fn of_flag(built_in: bool) -> Self {
        if built_in { Self::BuiltIn } else { Self::Net }
    }
}

/// The game that is meant, and what to judge it by: the net in the file that was named, or else the default.
///
/// # Errors
/// The net cannot be read or is for another game, there is none, or nothing tells the game.
pub(crate) fn read(
    named: Option<&Path>,
    game: Option<&str>,
    default: DefaultJudge,
) -> anyhow::Result<(String, Judge)> {
    let net = named.map(Net::read).transpose()?.map(Arc::new);
    let id = match (game, &net) {
        (Some(game), _) => game.to_owned(),
        (None, Some(net)) => net.arch().game.clone(),
        (None, None) => bail!("neither a net nor a game is given; give --net FILE or --game GAME"),
    };
    let judge = choose(game_choice::open(&id)?, net, default)?;
    Ok((id, judge))
}

/// The net that comes with damier for a game, with its name; `None` where there is none.
///
/// # Errors
/// It cannot be read.
pub(crate) fn net(game: &AnyGame) -> anyhow::Result<Option<(String, Net)>> {
    match damier_nets::net(game) {
        Ok(net) => Ok(Some((net.origin().file_name().to_owned(), net))),
        Err(NetsError::None { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn choose(game: AnyGame, net: Option<Arc<Net>>, default: DefaultJudge) -> anyhow::Result<Judge> {
    let judge = match (net, default) {
        (Some(net), _) => Judge::Net(net),
        (None, DefaultJudge::BuiltIn) => Judge::BuiltIn,
        (None, DefaultJudge::Net) => {
            damier_nets::judge(&game).map_err(|error| anyhow!(with_remedy(error)))?
        }
    };
    judge.check_fits(&game)?;
    Ok(judge)
}

/// What an engine judges by that is asked for one game after another.
pub(crate) fn judges(default: DefaultJudge) -> Judges {
    match default {
        DefaultJudge::BuiltIn => Judges::built_in(),
        DefaultJudge::Net => {
            Judges::found_by(|game| damier_nets::net(game).map(Arc::new).map_err(with_remedy))
        }
    }
}

/// The same, after the first game: it is judged as [`read`] has it.
///
/// # Errors
/// As [`read`].
pub(crate) fn judges_from(
    named: Option<&Path>,
    game: Option<&str>,
    default: DefaultJudge,
) -> anyhow::Result<(String, Judges)> {
    let (game, judge) = read(named, game, default)?;
    let others = judges(default);
    let judges = match judge {
        Judge::Net(net) => others.with_net(net),
        Judge::BuiltIn => others,
    };
    Ok((game, judges))
}

/// Why there is no net, and what to do.
fn with_remedy(error: NetsError) -> String {
    match error {
        NetsError::None { .. } => {
            format!("{error}: name one with --net FILE, or say --built-in to judge without a net")
        }
        other => other.to_string(),
    }
}
