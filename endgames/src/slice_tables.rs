//! The tables of a folder, by slice.

use std::path::{Path, PathBuf};

use damier_rules::{
    EndingValue, TablebaseLayout,
    tablebase_index::{MaterialSlice, Place},
};

use crate::{
    error::EndgameError,
    file::{EXTENSION, Identity, Table},
};

/// The file of a slice in the folder of its game.
pub(crate) fn slice_file(game_folder: &Path, slice: &MaterialSlice) -> PathBuf {
    game_folder.join(format!("{}.{EXTENSION}", slice.name))
}

/// Opens the table of a slice; `None` where there is no such file.
fn open_slice(
    game: &str,
    game_folder: &Path,
    layout: &dyn TablebaseLayout,
    slice: usize,
) -> Result<Option<Table>, EndgameError> {
    let slice = &layout.slices()[slice];
    let path = slice_file(game_folder, slice);
    if !path.exists() {
        return Ok(None);
    }
    Table::open(&path, Identity { game, layout: layout.id(), slice }).map(Some)
}

/// Tables of some slices.
#[derive(Debug)]
pub(crate) struct SliceTablebase {
    /// By slice.
    tables: Vec<Option<Table>>,
}

impl SliceTablebase {
    /// Opens all that the folder of a game has.
    ///
    /// # Errors
    /// There is none, or a file is not a whole, sound table.
    pub(crate) fn open(
        game: &str,
        game_folder: &Path,
        layout: &dyn TablebaseLayout,
    ) -> Result<Self, EndgameError> {
        let tables = Self::open_first(game, game_folder, layout, layout.slices().len())?;
        if tables.tables.iter().all(Option::is_none) {
            return Err(EndgameError::Empty { folder: game_folder.to_owned(), game: game.to_owned() });
        }
        Ok(tables)
    }

    /// Opens those of the first `count` slices that are there.
    ///
    /// # Errors
    /// A file is not a whole, sound table.
    pub(crate) fn open_first(
        game: &str,
        game_folder: &Path,
        layout: &dyn TablebaseLayout,
        count: usize,
    ) -> Result<Self, EndgameError> {
        let open = |slice| {
            if slice < count { open_slice(game, game_folder, layout, slice) } else { Ok(None) }
        };
        let tables = (0..layout.slices().len()).map(open).collect::<Result<_, _>>()?;
        Ok(Self { tables })
    }

    /// Adds the table of a slice.
    pub(crate) fn add(&mut self, slice: usize, table: Table) {
        self.tables[slice] = Some(table);
    }

    /// The table of a slice.
    #[inline]
    pub(crate) fn table(&self, slice: usize) -> Option<&Table> {
        self.tables[slice].as_ref()
    }

    /// The value at a place; `None` where there is no table of the slice.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> Option<EndingValue> {
        self.table(place.slice)?.value(place.part, place.index)
    }
}
