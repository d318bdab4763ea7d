//! The searches.
