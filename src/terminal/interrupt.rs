//! Ctrl-C: asks the work to stop, and the second time leaves at once.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anyhow::Context as _;
use damier_engine::search::StopHandle;

/// The exit code of a command ended by Ctrl-C, as shells count it.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets; to be called once.
pub(crate) fn watched() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    asking(move || asked.store(true, Ordering::SeqCst))?;
    Ok(stop)
}

/// Makes Ctrl-C stop the searches under `control`, and the second time leave at once; to be called once.
pub(crate) fn stopping(control: StopHandle) -> anyhow::Result<()> {
    asking(move || control.stop())
}

/// Makes Ctrl-C call `end`, and the second time leave at once; to be called once.
pub(crate) fn asking(end: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::SeqCst) {
            // Everything on disk is whole, so leaving at once loses only what is in flight.
            leave();
        }
        end();
    })
    .context("Ctrl-C cannot be watched")
}

/// Makes Ctrl-C leave at once, after `last_words`; to be called once.
pub(crate) fn ending(last_words: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        last_words();
        leave();
    })
    .context("Ctrl-C cannot be watched")
}

/// Ends the command that was asked to stop.
pub(crate) fn leave() -> ! {
    std::process::exit(INTERRUPTED)
}
