//! Tables of exact values without the type of their positions.

use std::{any::Any, sync::Arc};

use super::AnyPosition;
use crate::{outcome::Outcome, position::Position, tablebase::Tablebase};

/// Asks the tables of a game.
type Probe = dyn Fn(&AnyPosition) -> Option<Outcome> + Send + Sync;

/// Tables of any game.
pub struct AnyTablebase {
    /// An [`Arc<dyn Tablebase<P>>`](Tablebase) of the game's own positions.
    typed: Box<dyn Any + Send + Sync>,
    probe: Box<Probe>,
}

impl AnyTablebase {
    /// Wraps the tables of a game.
    pub fn new<P: Position>(tables: Arc<dyn Tablebase<P>>) -> Self {
        let typed = Box::new(Arc::clone(&tables));
        Self { typed, probe: Box::new(move |position| tables.probe(position.typed())) }
    }

    /// Returns the tables as their game has them; `None` where they are for positions of another type.
    pub fn typed<P: Position>(&self) -> Option<Arc<dyn Tablebase<P>>> {
        self.typed.downcast_ref().cloned()
    }
}

impl Tablebase<AnyPosition> for AnyTablebase {
    fn probe(&self, position: &AnyPosition) -> Option<Outcome> {
        (self.probe)(position)
    }
}
