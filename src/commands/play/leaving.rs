//! What Ctrl-C and other ends from outside leave behind: the terminal as it was, and a word on how to go on.

use std::{
    io::{self, Write as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::screen::LEAVE;
use crate::terminal::interrupt;

/// What the end of the program has to know.
#[derive(Clone)]
pub(super) struct Leaving {
    is_kept: Arc<AtomicBool>,
}

impl Leaving {
    /// Watches for Ctrl-C and the signals that end programs; to be called once. `has_other_screen` says that the
    /// terminal may show its other screen.
    pub(super) fn watched(has_other_screen: bool) -> anyhow::Result<Self> {
        let is_kept = Arc::new(AtomicBool::new(false));
        let kept = Arc::clone(&is_kept);
        let terminal = Terminal::saved();
        interrupt::ending(move || {
            terminal.restore();
            // Nothing can be done about an output that is closed.
            let mut error = io::stderr();
            if has_other_screen {
                let _ = write!(error, "{LEAVE}");
            }
            if kept.load(Ordering::SeqCst) {
                let _ = writeln!(error, "\r\nThe game is kept: `damier play --resume` goes on with it.");
            }
        })?;
        Ok(Self { is_kept })
    }

    /// Says whether there is a game to go on with.
    pub(super) fn game_is_kept(&self, is_kept: bool) {
        self.is_kept.store(is_kept, Ordering::SeqCst);
    }
}

/// How the terminal reads keys before lines are edited.
#[cfg(unix)]
struct Terminal(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl Terminal {
    fn saved() -> Self {
        Self(nix::sys::termios::tcgetattr(io::stdin()).ok())
    }

    fn restore(&self) {
        if let Self(Some(saved)) = self {
            let _ = nix::sys::termios::tcsetattr(io::stdin(), nix::sys::termios::SetArg::TCSANOW, saved);
        }
    }
}

#[cfg(not(unix))]
struct Terminal;

#[cfg(not(unix))]
impl Terminal {
    fn saved() -> Self {
        Self
    }

    fn restore(&self) {}
}
