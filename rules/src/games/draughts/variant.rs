//! A variant as a type, so that everything its description says is known at compile time.

use std::{fmt::Debug, hash::Hash};

use super::{bits::Bits, board::DraughtsPosition, description::Description, geometry::Geometry};
use crate::tablebase_index::TablebaseIndex;

/// A variant of draughts: a description, and a set of squares wide enough for its board.
pub trait Variant: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// What makes it different.
    const DESCRIPTION: Description;
    /// A set of its squares.
    type Bits: Bits;
    /// The geometry of its board.
    const GEOMETRY: &'static Geometry = &Geometry::new(&Self::DESCRIPTION);

    /// The numbering of its positions of few pieces. Each variant makes its own, so that the code behind it is
    /// compiled in this crate and not again in every crate that names a variant.
    fn tablebase_index() -> Box<dyn TablebaseIndex<DraughtsPosition<Self>>>;
}
