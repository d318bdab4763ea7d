//! The words of a line.

/// Splits a text into its first word and what stands behind that, without white space around either.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Returns what stands behind a colon, if there is one, without white space around it.
pub(super) fn after_colon(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix(':').unwrap_or(text).trim()
}
