//! What of a bound on memory is left for a search.

/// What the program, a small net and the search's lesser things take, in bytes; but of little memory the search has half.
const PROGRAM_BYTES: usize = 16 << 20;

/// Bytes for a tree or a table, where the whole program is to keep to so many mebibytes.
pub(crate) fn search_bytes(memory_mib: usize) -> usize {
    let memory = memory_mib << 20;
    memory.saturating_sub(PROGRAM_BYTES).max(memory / 2)
}
