//! A variant as a type, so that everything its description says is known at compile time.

use std::{fmt::Debug, hash::Hash};

use super::{bits::Bits, description::Description, geometry::Geometry};

/// A variant of draughts: a description, and a set of squares wide enough for its board.
pub trait Variant: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// What makes it different.
    const DESCRIPTION: Description;
    /// A set of its squares.
    type Bits: Bits;
    /// The geometry of its board.
    const GEOMETRY: &'static Geometry = &Geometry::new(&Self::DESCRIPTION);
}
