//! The nets and opening books of all games that the peer may ask for.

use std::{fmt, sync::Arc};

use damier_engine::{engine::Judge, net::Net, opening_book::OpeningBook};
use damier_rules::{AnyGame, Game as _};

type Lookup<K, T> = dyn Fn(&K) -> Result<T, String> + Send + Sync;

/// Lookup of what judges a game.
#[derive(Clone, Default)]
pub struct Judges {
    /// Net that was named; judges its own game.
    named: Option<Arc<Net>>,
    /// Looks up the nets of all other games; without it the handcrafted evaluation judges them.
    find: Option<Arc<Lookup<AnyGame, Arc<Net>>>>,
}

impl Judges {
    /// Returns the handcrafted evaluation for every game.
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Returns judges that look up a game's net. The error of `find` says why there is none and what to
    /// do; the engine refuses to search then.
    pub fn found_by(find: impl Fn(&AnyGame) -> Result<Arc<Net>, String> + Send + Sync + 'static) -> Self {
        Self { named: None, find: Some(Arc::new(find)) }
    }

    /// Sets the net that judges its own game.
    #[must_use]
    pub fn with_net(self, net: Arc<Net>) -> Self {
        Self { named: Some(net), ..self }
    }

    /// Returns what judges `game`.
    pub(super) fn of(&self, game: &AnyGame) -> Result<Judge, String> {
        let named = self.named.iter().find(|net| net.arch().game == game.net_id()).cloned();
        let judge = match (named, &self.find) {
            (Some(net), _) => Judge::Net(net),
            (None, Some(find)) => Judge::Net(find(game)?),
            (None, None) => Judge::BuiltIn,
        };
        judge.check_fits(game).map_err(|error| error.to_string())?;
        Ok(judge)
    }
}

impl fmt::Debug for Judges {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.named.as_ref().map(|net| net.origin());
        write!(out, "Judges({named:?}, {})", if self.find.is_some() { "nets" } else { "built-in" })
    }
}

/// Lookup of the opening book of a game.
#[derive(Clone, Default)]
pub struct Books(Option<Arc<Lookup<str, Option<Arc<OpeningBook>>>>>);

impl Books {
    /// Returns no books.
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns books that `find` looks up by a game's identity. Its error says why a book cannot be read; the engine
    /// refuses to search then.
    pub fn found_by(
        find: impl Fn(&str) -> Result<Option<Arc<OpeningBook>>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(find)))
    }

    /// Returns the book of a game.
    pub(super) fn of(&self, game: &str) -> Result<Option<Arc<OpeningBook>>, String> {
        self.0.as_ref().map_or(Ok(None), |find| find(game))
    }
}

impl fmt::Debug for Books {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_some() { "Books(some)" } else { "Books(none)" })
    }
}
