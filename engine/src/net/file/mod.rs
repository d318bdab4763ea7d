//! The file of a net; `docs/reference/net-format.md` is its specification.

mod packed;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

/// The first bytes of every net: not text, and changed by any program that takes it for text.
pub const MAGIC: [u8; 8] = *b"\x89DNET\r\n\x1a";
/// The version that is written; the reader knows all up to [`PACKED_VERSION`].
pub const VERSION: u32 = 2;
/// The version with packed weights, for nets that are handed on.
pub const PACKED_VERSION: u32 = 3;
/// The last version without the number of players: two.
const TWO_PLAYERS_VERSION: u32 = 1;
/// The largest file that is read.
pub const MAX_BYTES: usize = 1 << 30;
/// The largest metadata.
pub const MAX_METADATA_BYTES: usize = 1 << 20;
