//! `damier games`: what can be played.

use std::io::Write;

use clap::Args;
use damier_rules::{
    AnyGame, Game, GameDisplay, GameOption, MoveEncoding, Notation, OpeningTable, Symmetry, registry,
};

use crate::{arguments::game_choice, terminal};

/// List the games, their options and their opening tables
#[derive(Args, Debug)]
#[command(after_help = "\
The identity in the first column is what every other command calls the game. Options follow it behind a colon:
GAME:OPTION=VALUE,OPTION=VALUE. Opening tables are for `damier match --openings NAME`.

Examples:
  damier games
  damier games | cut -d' ' -f1        the identities alone")]
pub(crate) struct Options {}

pub(crate) fn execute(_: &Options) -> anyhow::Result<()> {
    let ids = registry::NAMES;
    let width = ids.iter().map(|id| id.len()).max().unwrap_or(0);
    let mut out = terminal::report();
    for id in ids {
        let entry = describe(game_choice::open(id)?);
        writeln!(out, "{id:width$}  {}", entry.summary)?;
        writeln!(out, "{:width$}  {}", "", entry.figures)?;
        for option in entry.options {
            let GameOption { name, values, default, summary } = option;
            writeln!(out, "{:width$}  {name}={values}: {summary} (default {default})", "")?;
        }
        for OpeningTable { name, summary, .. } in entry.tables {
            writeln!(out, "{:width$}  --openings {name}: {summary}", "")?;
        }
    }
    Ok(())
}

struct Entry {
    summary: &'static str,
    figures: String,
    options: &'static [GameOption],
    tables: &'static [OpeningTable],
}

fn describe(game: AnyGame) -> Entry {
    let figures = format!(
        "feature sets {}; {} policy rows; {} symmetries",
        game.feature_sets().join(", "),
        game.encoding().count(),
        game.symmetries()
    );
    Entry { summary: game.summary(), figures, options: game.options(), tables: game.opening_tables() }
}
