//! Numberings of positions of few pieces of any game.

use std::ops::Range;

use super::AnyPosition;
use crate::{
    position::Position,
    tablebase_index::{Ahead, MaterialSlice, Place, TablebaseIndex, TablebaseLayout},
};

/// Numbers the positions of few pieces of any game.
pub(super) struct AnyTablebaseIndex<P: Position>(pub(super) Box<dyn TablebaseIndex<P>>);

impl<P: Position> TablebaseLayout for AnyTablebaseIndex<P> {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn slices(&self) -> &[MaterialSlice] {
        self.0.slices()
    }

    fn look_ahead(
        &self,
        slice: usize,
        part: usize,
        range: Range<u64>,
        visit: &mut dyn FnMut(u64, Ahead<'_>),
    ) {
        self.0.look_ahead(slice, part, range, visit);
    }

    fn look_back(
        &self,
        slice: usize,
        part: usize,
        indices: &mut dyn Iterator<Item = u64>,
        visit: &mut dyn FnMut(Place, u64),
    ) {
        self.0.look_back(slice, part, indices, visit);
    }
}

impl<P: Position> TablebaseIndex<AnyPosition> for AnyTablebaseIndex<P> {
    fn place(&self, position: &AnyPosition) -> Option<Place> {
        self.0.place(position.typed())
    }

    fn position(&self, place: Place) -> Option<AnyPosition> {
        self.0.position(place).map(AnyPosition::new)
    }
}
