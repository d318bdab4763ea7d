//! What judges a game, and its opening book, for every game that the other side may ask for.

use std::{fmt, sync::Arc};

use damier_engine::{engine::Judge, net::Net, opening_book::OpeningBook};
use damier_rules::{AnyGame, Game};

type Find<T> = dyn Fn(&str) -> Result<T, String> + Send + Sync;

/// What an engine judges a game by.
#[derive(Clone, Default)]
pub struct Judges {
    /// The net that was named. It judges its own game.
    named: Option<Arc<Net>>,
    /// Finds the nets of all other games; without it the built-in judgement judges them.
    find: Option<Arc<Find<Arc<Net>>>>,
}

impl Judges {
    /// The built-in judgement, for every game.
    pub fn built_in() -> Self {
        Self::default()
    }

    /// The net that `find` has for a game's identity. Its error says why there is none and what to do; the engine refuses to
    /// search then.
    pub fn found_by(find: impl Fn(&str) -> Result<Arc<Net>, String> + Send + Sync + 'static) -> Self {
        Self { named: None, find: Some(Arc::new(find)) }
    }

    /// Has the game of a net judged by that net.
    #[must_use]
    pub fn with_net(self, net: Arc<Net>) -> Self {
        Self { named: Some(net), ..self }
    }

    /// Returns what judges `game`.
    pub(super) fn of(&self, game: &AnyGame) -> Result<Judge, String> {
        let named = self.named.iter().find(|net| net.arch().game == game.id()).cloned();
        let judge = match (named, &self.find) {
            (Some(net), _) => Judge::Net(net),
            (None, Some(find)) => Judge::Net(find(game.id())?),
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

/// Where an engine finds the opening book of a game.
#[derive(Clone, Default)]
pub struct Books(Option<Arc<Find<Option<Arc<OpeningBook>>>>>);

impl Books {
    /// There is none.
    pub fn none() -> Self {
        Self(None)
    }

    /// The book that `find` has for a game's identity, if it has one. Its error says why a book cannot be read; the engine
    /// refuses to search then.
    pub fn found_by(
        find: impl Fn(&str) -> Result<Option<Arc<OpeningBook>>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(find)))
    }

    /// Returns that of a game.
    pub(super) fn of(&self, game: &str) -> Result<Option<Arc<OpeningBook>>, String> {
        self.0.as_ref().map_or(Ok(None), |find| find(game))
    }
}

impl fmt::Debug for Books {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_some() { "Books(some)" } else { "Books(none)" })
    }
}
