//! The file of a slice; `docs/reference/endgame-format.md` is its specification.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

use damier_rules::tablebase_index::MaterialSlice;

pub(crate) use self::{
    reader::Table,
    writer::{EncodedPart, write},
};

/// The first bytes of every table: not text, and changed by any program that takes it for text.
pub const MAGIC: [u8; 8] = *b"\x89DEND\r\n\x1a";
/// The version that is written and read.
pub const VERSION: u32 = 1;
/// What the names of the files end with, after a dot.
pub const EXTENSION: &str = "endgame";

/// Bytes of a directory entry.
const ENTRY_BYTES: usize = size_of::<u32>();
/// Directory entries from here on are places of blocks, plus this; below it, the value of all of the block.
const FIRST_PLACE: u32 = 3;

/// Whose table it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity<'a> {
    /// The identity of the game.
    pub(crate) game: &'a str,
    /// The identity of the layout.
    pub(crate) layout: &'a str,
    /// The slice.
    pub(crate) slice: &'a MaterialSlice,
}
