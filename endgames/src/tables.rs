//! Tables in use.

use std::{fmt, path::Path, sync::Arc};

use damier_rules::{
    AnyGame, EndingValue, Endings, Game, Outcome, Position, Tables, any::AnyTables, registry::GameVisitor,
};

use crate::{
    error::EndgameError,
    folder::{endings_of, game_folder},
    slice_tables::SliceTables,
};

/// The tables of a game that a folder has, in memory.
pub struct EndgameTables<P: Position> {
    endings: Box<dyn Endings<P>>,
    tables: SliceTables,
}

impl<P: Position> EndgameTables<P> {
    /// Opens all tables of `game` in `folder`, each of which is read and checked once.
    ///
    /// # Errors
    /// The game has no tables, the folder has none of it, or a file is not a whole, sound table.
    pub fn open<G: Game<Position = P>>(game: &G, folder: &Path) -> Result<Arc<Self>, EndgameError> {
        let endings = endings_of(game)?;
        let tables = SliceTables::open(game.id(), &game_folder(game, folder), &*endings)?;
        Ok(Arc::new(Self { endings, tables }))
    }

    /// The value of a position for the player to move; `None` where there is no table of its slice.
    #[inline]
    pub fn value(&self, position: &P) -> Option<EndingValue> {
        self.tables.at(self.endings.place(position)?)
    }

    /// The most pieces for which all tables are there; 0 where not even those of the fewest pieces are.
    pub fn pieces(&self) -> usize {
        let slices = self.endings.slices();
        let missing = (0..slices.len()).find(|slice| self.tables.table(*slice).is_none());
        let complete = |pieces: &usize| missing.is_none_or(|slice| *pieces < slices[slice].pieces);
        slices.iter().map(|slice| slice.pieces).filter(complete).max().unwrap_or(0)
    }
}

/// Opens all tables of `game` in `folder`, as [`EndgameTables::open`] does.
///
/// # Errors
/// As [`EndgameTables::open`].
pub fn open(game: &AnyGame, folder: &Path) -> Result<Arc<AnyTables>, EndgameError> {
    game.visit(Open { folder })
}

/// The same; `None` where the game has no tables, or the folder has none of it.
///
/// # Errors
/// A file is not a whole, sound table.
pub fn open_if_any(game: &AnyGame, folder: &Path) -> Result<Option<Arc<AnyTables>>, EndgameError> {
    match open(game, folder) {
        Ok(tables) => Ok(Some(tables)),
        Err(EndgameError::NoEndings { .. } | EndgameError::Empty { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

struct Open<'f> {
    folder: &'f Path,
}

impl GameVisitor for Open<'_> {
    type Output = Result<Arc<AnyTables>, EndgameError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let tables: Arc<dyn Tables<G::Position>> = EndgameTables::open(&game, self.folder)?;
        Ok(Arc::new(AnyTables::new(tables)))
    }
}

impl<P: Position> fmt::Debug for EndgameTables<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndgameTables").field("numbering", &self.endings.id()).finish_non_exhaustive()
    }
}

impl<P: Position> Tables<P> for EndgameTables<P> {
    fn probe(&self, position: &P) -> Option<Outcome> {
        self.value(position).map(|value| value.outcome(position.to_move()))
    }
}
