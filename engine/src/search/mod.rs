//! The searches.

pub mod limits;

pub use limits::Limits;
