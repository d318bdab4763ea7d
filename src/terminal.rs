//! Standard output: written through a buffer; errors are the caller's.

use std::io::{self, StdoutLock};

/// Standard output, locked; every line is flushed, so that the reader of a pipe sees it at once.
pub(crate) fn output() -> StdoutLock<'static> {
    io::stdout().lock()
}
