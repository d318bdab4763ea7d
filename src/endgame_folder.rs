//! Folders of endgame tables on the command line.

use std::path::Path;

use anyhow::bail;
use damier_endgames::EndgameTables;
use damier_engine::search::SearchTables;
use damier_rules::{Game, registry::GameVisitor};

use crate::game_choice;

/// The tables of `game` in `folder`, for searches; none where no folder is given.
pub(crate) fn open<G: Game>(game: &G, folder: Option<&Path>) -> anyhow::Result<SearchTables<G::Position>> {
    let tables = folder.map(|folder| EndgameTables::open(game, folder)).transpose()?;
    Ok(tables.map_or_else(SearchTables::none, |tables| SearchTables::new(tables)))
}

/// Whether `folder` has sound tables of `game`; where that is not known yet, whether it is a folder at all.
pub(crate) fn check(game: Option<&str>, folder: &Path) -> anyhow::Result<()> {
    match game {
        Some(game) => game_choice::visit(game, Check { folder })?,
        None if folder.is_dir() => Ok(()),
        None => bail!(
            "{}: there is no such folder of endgame tables; build them with `damier endgames build GAME --dir …`",
            folder.display()
        ),
    }
}

struct Check<'f> {
    folder: &'f Path,
}

impl GameVisitor for Check<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        open(&game, Some(self.folder)).map(drop)
    }
}
