//! How many threads work.

use std::{io::Write as _, thread};

/// Returns how many threads a number in a configuration stands for: 0 is one for each core.
pub(crate) fn count(asked: usize) -> usize {
    if asked == 0 { cores() } else { asked }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns how many threads work where `asked` are asked for (0: one for each core). More than there are cores would only be
/// in each other's way: they are left out, and a line says so.
pub(crate) fn limited(asked: usize) -> usize {
    let cores = cores();
    if asked > cores {
        let are = if cores == 1 { "core is" } else { "cores are" };
        // The work does not depend on whether this is read.
        let _ = writeln!(
            std::io::stderr(),
            "{asked} threads are asked for, and {cores} {are} there: {cores} work"
        );
    }
    count(asked).min(cores)
}
