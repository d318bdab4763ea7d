//! Folders of endgame tables on the command line.

use std::{path::Path, sync::Arc};

use anyhow::bail;
use damier_rules::{AnyGame, any::AnyTablebase};

use super::game_choice;

/// The tables of `game` in `folder`, for searches; none where no folder is given.
pub(crate) fn open(game: &AnyGame, folder: Option<&Path>) -> anyhow::Result<Option<Arc<AnyTablebase>>> {
    Ok(folder.map(|folder| damier_endgames::open(game, folder)).transpose()?)
}

/// Whether `folder` has sound tables of `game`; where that is not known yet, whether it is a folder at all.
pub(crate) fn check(game: Option<&str>, folder: &Path) -> anyhow::Result<()> {
    match game {
        Some(game) => open(&game_choice::open(game)?, Some(folder)).map(drop),
        None if folder.is_dir() => Ok(()),
        None => bail!(
            "{}: there is no such folder of endgame tables; build them with `damier endgames build GAME --dir …`",
            folder.display()
        ),
    }
}
