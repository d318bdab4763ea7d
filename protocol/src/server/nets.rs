//! Nets for the games that the other side may ask for.

use std::{fmt, sync::Arc};

use damier_engine::{engine::Judge, net::Net};

type Find = dyn Fn(&str) -> Option<Arc<Net>> + Send + Sync;

/// Where an engine finds the net of a game.
#[derive(Clone, Default)]
pub struct Nets(Option<Arc<Find>>);

impl Nets {
    /// There are none.
    pub fn none() -> Self {
        Self(None)
    }

    /// Those that `find` knows, by the identity of the game.
    pub fn found_by(find: impl Fn(&str) -> Option<Arc<Net>> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(find)))
    }

    /// What to judge a game by: its net, or where there is none, what beginners count.
    pub(super) fn judge(&self, game: &str) -> Judge {
        let net = self.0.as_ref().and_then(|find| find(game));
        net.map_or(Judge::BuiltIn, Judge::Net)
    }
}

impl fmt::Debug for Nets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Nets(some)" } else { "Nets(none)" })
    }
}
