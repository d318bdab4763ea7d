//! What every fuzz target does with its bytes.

pub mod targets;
