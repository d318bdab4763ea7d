//! Nets and opening books for the games that the other side may ask for.

use std::{fmt, sync::Arc};

use damier_engine::{engine::Judge, net::Net, opening_book::OpeningBook};

type Find<T> = dyn Fn(&str) -> Option<Arc<T>> + Send + Sync;

/// Where an engine finds what belongs to a game.
pub struct Shelf<T>(Option<Arc<Find<T>>>);

/// Where an engine finds the net of a game.
pub type Nets = Shelf<Net>;
/// Where an engine finds the opening book of a game.
pub type Books = Shelf<OpeningBook>;

impl<T> Shelf<T> {
    /// There is nothing.
    pub fn none() -> Self {
        Self(None)
    }

    /// What `find` knows, by the identity of the game.
    pub fn found_by(find: impl Fn(&str) -> Option<Arc<T>> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(find)))
    }

    /// That of a game.
    pub(super) fn of(&self, game: &str) -> Option<Arc<T>> {
        self.0.as_ref().and_then(|find| find(game))
    }
}

impl Nets {
    /// What to judge a game by: its net, or where there is none, what beginners count.
    pub(super) fn judge(&self, game: &str) -> Judge {
        self.of(game).map_or(Judge::BuiltIn, Judge::Net)
    }
}

impl<T> Clone for Shelf<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self::none()
    }
}

impl<T> fmt::Debug for Shelf<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Shelf(some)" } else { "Shelf(none)" })
    }
}
