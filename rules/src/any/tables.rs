//! Tables of exact values without the type of their positions.

use std::{any::Any, sync::Arc};

use super::AnyPosition;
use crate::{outcome::Outcome, position::Position, tables::Tables};

/// Asks the tables of a game.
type Probe = dyn Fn(&AnyPosition) -> Option<Outcome> + Send + Sync;

/// Tables of any game.
pub struct AnyTables {
    /// An [`Arc<dyn Tables<P>>`](Tables) of the game's own positions.
    typed: Box<dyn Any + Send + Sync>,
    probe: Box<Probe>,
}

impl AnyTables {
    /// Wraps the tables of a game.
    pub fn new<P: Position>(tables: Arc<dyn Tables<P>>) -> Self {
        let typed = Box::new(Arc::clone(&tables));
        Self { typed, probe: Box::new(move |position| tables.probe(position.typed())) }
    }

    /// Returns the tables as their game has them; `None` where they are for positions of another type.
    pub fn typed<P: Position>(&self) -> Option<Arc<dyn Tables<P>>> {
        self.typed.downcast_ref().cloned()
    }
}

impl Tables<AnyPosition> for AnyTables {
    fn probe(&self, position: &AnyPosition) -> Option<Outcome> {
        (self.probe)(position)
    }
}
