//! What a match is played by, as told on the command line.

use std::{num::NonZero, time::Duration};

use damier_arena::{
    MatchSettings,
    competitor::{CompetitorKind, EvaluationSpec},
    play::{Adjudication, Pondering},
};
use damier_engine::net::Net;

use super::Options;

/// Time for a move by default.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

pub(super) fn settings_of(game: &str, options: &Options) -> anyhow::Result<MatchSettings> {
    let limits = match options.clock {
        Some(_) => options.limits.given(),
        None => options.limits.or_time(DEFAULT_TIME),
    };
    let settings = MatchSettings {
        pairs: options.pairs as usize,
        limits,
        clock: options.clock,
        pondering: if options.ponder { Pondering::On } else { Pondering::Off },
        margin: options.margin,
        adjudication: Adjudication {
            win: options.adjudicate_win,
            draw: options.adjudicate_draw,
            tables: options.adjudicate_tables.clone(),
        },
        openings: options.openings.source(game)?,
        ply_cap: options.ply_cap.map(NonZero::get),
        seed: options.seed,
        sprt: options.sprt,
        ..MatchSettings::default()
    };
    let competitors = std::iter::once(&options.first).chain(&options.others);
    Ok(MatchSettings { threads: options.concurrency.of(competitors, &settings), ..settings })
}

/// The game: as given, or that of the first net.
pub(super) fn game_of(options: &Options) -> anyhow::Result<String> {
    if let Some(game) = &options.game {
        return Ok(game.clone());
    }
    let mut nets =
        std::iter::once(&options.first).chain(&options.others).filter_map(|spec| match &spec.kind {
            CompetitorKind::Own { evaluation: EvaluationSpec::Net(net), .. }
            | CompetitorKind::AlphaBeta { evaluation: EvaluationSpec::Net(net), .. } => Some(net),
            _ => None,
        });
    if let Some(path) = nets.next() {
        return Ok(Net::read(path)?.arch().game.clone());
    }
    for spec in std::iter::once(&options.first).chain(&options.others) {
        if let Some(game) = spec.only_game()? {
            return Ok(game.to_owned());
        }
    }
    anyhow::bail!("no competitor tells the game, as a net would; give --game GAME")
}
