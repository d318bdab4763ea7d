//! Names of folders that requests may give.

/// Longest name, in bytes.
const LONGEST: usize = 255;

/// Says whether a name is that of an entry of a folder itself, and not hidden.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_foreign = |sign: char| matches!(sign, '/' | '\\' | ':') || sign.is_control();
    !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.') && !name.contains(is_foreign)
}
