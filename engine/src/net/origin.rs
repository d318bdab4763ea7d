//! Where a net comes from.

use std::{ffi::OsStr, fmt, path::Path};

const MEMORY: &str = "a net made in memory";

/// Where a net was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// Nowhere: it was made in memory.
    #[default]
    Memory,
    /// The file of this name.
    File(String),
    /// The file of this name that is built into the program.
    Program(String),
}

impl Origin {
    /// Returns the name of the file without its folder; of a net that has none, what it is instead.
    pub fn file_name(&self) -> &str {
        match self {
            Self::Memory => MEMORY,
            Self::File(path) => Path::new(path).file_name().and_then(OsStr::to_str).unwrap_or(path),
            Self::Program(name) => name,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => out.write_str(MEMORY),
            Self::File(name) => out.write_str(name),
            Self::Program(name) => write!(out, "{name}, built into the program"),
        }
    }
}

/// What is known of a net's file. It is no part of the net: two nets are equal by their weights, wherever they were read.
#[derive(Clone, Debug, Default)]
pub(super) struct Provenance {
    pub(super) origin: Origin,
    /// The checksum of the file that [`Net::to_bytes`](super::Net::to_bytes) writes, where it is known.
    pub(super) checksum: Option<u32>,
}

impl PartialEq for Provenance {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
