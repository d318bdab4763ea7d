//! This machine among others, and its processes.

#[cfg(unix)]
use nix::{errno::Errno, sys::signal::kill, unistd};

/// What a machine is called that has no name.
const UNNAMED: &str = "unknown";

/// Returns the name of this machine, as the system has it.
#[cfg(unix)]
pub(crate) fn name() -> String {
    unistd::gethostname().map_or_else(|_| UNNAMED.to_owned(), |name| name.display().to_string())
}

/// Returns the name of this machine, as the system has it.
#[cfg(not(unix))]
pub(crate) fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| UNNAMED.to_owned())
}

/// Returns whether a process of this machine is known to have ended, by its number.
#[cfg(unix)]
pub(crate) fn has_ended(pid: u32) -> bool {
    i32::try_from(pid).is_ok_and(|pid| kill(unistd::Pid::from_raw(pid), None) == Err(Errno::ESRCH))
}

/// Returns whether a process of this machine is known to have ended, by its number: that is not asked here.
#[cfg(not(unix))]
pub(crate) fn has_ended(_: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_not_ended() {
        assert!(!has_ended(std::process::id()));
        assert!(!name().is_empty());
    }
}
