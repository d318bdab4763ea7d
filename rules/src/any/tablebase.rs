//! Tables of exact values without the type of their positions.

use std::{any::Any, sync::Arc};

use super::{AnyPosition, Counters, PackedCounters};
use crate::{outcome::Outcome, position::Position, tablebase::Tablebase};

/// Tables of any game.
pub struct AnyTablebase {
    /// An [`Arc<dyn Tablebase<P>>`](Tablebase) of the game's own positions.
    typed: Box<dyn Any + Send + Sync>,
    /// The same, asked about positions of any game.
    erased: Box<dyn Tablebase<AnyPosition>>,
}

/// Tables of a game that answer about positions of any game.
struct Typed<P: Position>(Arc<dyn Tablebase<P>>);

impl<P: Position> Tablebase<AnyPosition> for Typed<P> {
    fn probe(&self, position: &AnyPosition) -> Option<Outcome> {
        self.0.probe(position.typed())
    }

    fn probe_counted(&self, position: &AnyPosition, clock: PackedCounters) -> Option<Outcome> {
        self.0.probe_counted(position.typed(), Counters::unpack(clock))
    }

    fn distance(&self, position: &AnyPosition) -> Option<u32> {
        self.0.distance(position.typed())
    }
}

impl AnyTablebase {
    /// Wraps the tables of a game.
    pub fn new<P: Position>(tables: Arc<dyn Tablebase<P>>) -> Self {
        Self { typed: Box::new(Arc::clone(&tables)), erased: Box::new(Typed(tables)) }
    }

    /// Returns the tables as their game has them; `None` where they are for positions of another type.
    pub fn typed<P: Position>(&self) -> Option<Arc<dyn Tablebase<P>>> {
        self.typed.downcast_ref().cloned()
    }
}

impl Tablebase<AnyPosition> for AnyTablebase {
    fn probe(&self, position: &AnyPosition) -> Option<Outcome> {
        self.erased.probe(position)
    }

    fn probe_counted(&self, position: &AnyPosition, clock: PackedCounters) -> Option<Outcome> {
        self.erased.probe_counted(position, clock)
    }

    fn distance(&self, position: &AnyPosition) -> Option<u32> {
        self.erased.distance(position)
    }
}
