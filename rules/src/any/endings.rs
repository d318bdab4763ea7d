//! Numberings of positions of few pieces of any game.

use std::ops::Range;

use super::AnyPosition;
use crate::{
    endings::{Ahead, Endings, Numbering, Place, Slice},
    position::Position,
};

/// Numbers the positions of few pieces of any game.
pub(super) struct AnyEndings<P: Position>(pub(super) Box<dyn Endings<P>>);

impl<P: Position> Numbering for AnyEndings<P> {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn slices(&self) -> &[Slice] {
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

impl<P: Position> Endings<AnyPosition> for AnyEndings<P> {
    fn place(&self, position: &AnyPosition) -> Option<Place> {
        self.0.place(position.typed())
    }

    fn position(&self, place: Place) -> Option<AnyPosition> {
        self.0.position(place).map(AnyPosition::new)
    }
}
