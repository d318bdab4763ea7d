//! Tables in use.

use std::{fmt, path::Path, sync::Arc};

use damier_rules::{
    AnyGame, EndingValue, Game, Outcome, Position, Tablebase, TablebaseIndex, any::AnyTablebase,
    registry::GameVisitor, tablebase_index::MaterialSlice,
};

use crate::{
    error::EndgameError,
    folder::{SliceSummary, endings_of, game_folder, reads_syzygy},
    slice_tables::SliceTablebase,
    syzygy::SyzygyTablebase,
};

/// The tables of a game that a folder has.
pub struct EndgameTablebase<P: Position>(Tables<P>);

enum Tables<P: Position> {
    /// Tables of this program, in memory.
    Own { endings: Box<dyn TablebaseIndex<P>>, tables: SliceTablebase },
    /// Syzygy tables.
    Syzygy(SyzygyTablebase<P>),
}

impl<P: Position> EndgameTablebase<P> {
    /// Opens all tables of `game` in `folder`, each of which is checked once: all of it, or of a Syzygy table its head and
    /// its length. Syzygy tables may be in several folders, separated as the system separates paths.
    ///
    /// # Errors
    /// The game has no tables, the folder has none of it, or a file is not a whole, sound table.
    pub fn open<G: Game<Position = P>>(game: &G, folder: &Path) -> Result<Arc<Self>, EndgameError> {
        if reads_syzygy(game) {
            return Ok(Arc::new(Self(Tables::Syzygy(SyzygyTablebase::open(game, folder)?))));
        }
        let endings = endings_of(game)?;
        let tables = SliceTablebase::open(game.net_id(), &game_folder(game, folder), &*endings)?;
        Ok(Arc::new(Self(Tables::Own { endings, tables })))
    }

    /// The value of a position for the player to move; `None` where there is no table of its slice.
    #[inline]
    pub fn value(&self, position: &P) -> Option<EndingValue> {
        match &self.0 {
            Tables::Own { endings, tables } => tables.at(endings.place(position)?),
            Tables::Syzygy(tables) => tables.value(position),
        }
    }

    /// Returns what tables are there, in the order in which they are built.
    pub fn summaries(&self) -> Vec<SliceSummary> {
        let (endings, tables) = match &self.0 {
            Tables::Own { endings, tables } => (endings, tables),
            Tables::Syzygy(tables) => return tables.summaries(),
        };
        let summary = |(slice, entry): (usize, &MaterialSlice)| {
            let table = tables.table(slice)?;
            Some(SliceSummary {
                name: entry.name.clone(),
                pieces: entry.pieces,
                counts: table.counts().collect(),
                bytes: table.bytes(),
                checksums: Vec::new(),
            })
        };
        endings.slices().iter().enumerate().filter_map(summary).collect()
    }

    /// The most pieces for which all tables are there; 0 where not even those of the fewest pieces are. Of Syzygy tables
    /// the most pieces of any.
    pub fn pieces(&self) -> usize {
        let (endings, tables) = match &self.0 {
            Tables::Own { endings, tables } => (endings, tables),
            Tables::Syzygy(tables) => return tables.pieces(),
        };
        let slices = endings.slices();
        let missing = (0..slices.len()).find(|slice| tables.table(*slice).is_none());
        let complete = |pieces: &usize| missing.is_none_or(|slice| *pieces < slices[slice].pieces);
        slices.iter().map(|slice| slice.pieces).filter(complete).max().unwrap_or(0)
    }
}

/// Opens all tables of `game` in `folder`, as [`EndgameTablebase::open`] does.
///
/// # Errors
/// As [`EndgameTablebase::open`].
pub fn open(game: &AnyGame, folder: &Path) -> Result<Arc<AnyTablebase>, EndgameError> {
    game.visit(Open { folder })
}

/// The same; `None` where the game has no tables, or the folder has none of it.
///
/// # Errors
/// A file is not a whole, sound table.
pub fn open_if_any(game: &AnyGame, folder: &Path) -> Result<Option<Arc<AnyTablebase>>, EndgameError> {
    match open(game, folder) {
        Ok(tables) => Ok(Some(tables)),
        Err(EndgameError::NoEndings { .. } | EndgameError::Empty { .. } | EndgameError::NoSyzygy { .. }) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

struct Open<'f> {
    folder: &'f Path,
}

impl GameVisitor for Open<'_> {
    type Output = Result<Arc<AnyTablebase>, EndgameError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let tables: Arc<dyn Tablebase<G::Position>> = EndgameTablebase::open(&game, self.folder)?;
        Ok(Arc::new(AnyTablebase::new(tables)))
    }
}

impl<P: Position> fmt::Debug for EndgameTablebase<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Tables::Own { endings, .. } => {
                f.debug_struct("EndgameTablebase").field("layout", &endings.id()).finish_non_exhaustive()
            }
            Tables::Syzygy(tables) => tables.fmt(f),
        }
    }
}

impl<P: Position> Tablebase<P> for EndgameTablebase<P> {
    fn probe(&self, position: &P) -> Option<Outcome> {
        self.value(position).map(|value| value.outcome(position.to_move()))
    }

    fn probe_counted(&self, position: &P, clock: P::Clock) -> Option<Outcome> {
        let value = match &self.0 {
            Tables::Own { .. } => self.value(position),
            Tables::Syzygy(tables) => tables.value_counted(position, clock),
        };
        value.map(|value| value.outcome(position.to_move()))
    }

    fn distance(&self, position: &P) -> Option<u32> {
        match &self.0 {
            Tables::Own { .. } => None,
            Tables::Syzygy(tables) => tables.distance(position),
        }
    }
}
