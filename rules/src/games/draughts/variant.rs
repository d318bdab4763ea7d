//! A variant as a type, so that everything its description says is known at compile time.

use std::{fmt::Debug, hash::Hash};

use super::{
    bits::Bits, board::DraughtsPosition, description::Description, geometry::Geometry, king_limit::KingLimit,
};
use crate::tablebase_index::TablebaseIndex;

/// A variant of draughts: a description, and a set of squares wide enough for its board.
pub trait Variant: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// What makes it different.
    const DESCRIPTION: Description;
    /// The same in a place of its own, for handles.
    const PLAIN: &'static Description = &Self::DESCRIPTION;
    /// A set of its squares.
    type Bits: Bits;
    /// What its positions know of moves in a row with the same king.
    type Limit: KingLimit;
    /// The geometry of its board.
    const GEOMETRY: &'static Geometry = &Geometry::new(&Self::DESCRIPTION);

    /// Returns the numbering of its positions of few pieces. Each variant makes its own, so that the code behind it is
    /// compiled in this crate and not again in every crate that names a variant.
    ///
    /// `None` where a position is more than its pieces.
    fn tablebase_index() -> Option<Box<dyn TablebaseIndex<DraughtsPosition<Self>>>>;
}
