//! Opening books for the games that are played.

use std::{fmt, sync::Arc};

use damier_engine::opening_book::OpeningBook;

type Find = dyn Fn(&str) -> Option<Arc<OpeningBook>> + Send + Sync;

/// Where an engine finds the opening book of a game.
#[derive(Clone, Default)]
pub struct Books(Option<Arc<Find>>);

impl Books {
    /// There are none.
    pub fn none() -> Self {
        Self(None)
    }

    /// Those that `find` knows, by the identity of the game.
    pub fn found_by(find: impl Fn(&str) -> Option<Arc<OpeningBook>> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(find)))
    }

    /// That of a game.
    pub(super) fn book(&self, game: &str) -> Option<Arc<OpeningBook>> {
        self.0.as_ref().and_then(|find| find(game))
    }
}

impl fmt::Debug for Books {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Books(some)" } else { "Books(none)" })
    }
}
