//! Processes of the built command.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::fleet::{Fleet, PROGRAM, address};

/// Everything here ends within seconds; a machine with much else to do takes longer.
pub(crate) const DEADLINE: Duration = Duration::from_secs(240);

/// A process that is killed when it is dropped.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn start(arguments: &[&str], log: &Path) -> Self {
        Self::trusting(None, arguments, log)
    }

    /// The same for a process that trusts certificates of the authority in a file alone.
    pub(crate) fn trusting(authority: Option<&str>, arguments: &[&str], log: &Path) -> Self {
        Self::with(authority.map(|path| ("SSL_CERT_FILE", Path::new(path))), arguments, log)
    }

    /// The same for one with a file that a variable of its environment names.
    fn with(variable: Option<(&str, &Path)>, arguments: &[&str], log: &Path) -> Self {
        let log = fs::File::options().create(true).append(true).open(log).expect("opened");
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().expect("cloned")).stderr(log);
        command.envs(variable);
        Self(command.spawn().expect("it starts"))
    }

    /// A worker of a fleet, with a name of its own.
    pub(crate) fn worker(fleet: &Fleet, name: &str, log: &Path) -> Self {
        Self::invited(fleet, &["invite", name], log)
    }

    /// The same for one that is trusted.
    pub(crate) fn trusted_worker(fleet: &Fleet, name: &str, log: &Path) -> Self {
        Self::invited(fleet, &["invite", name, "--trusted"], log)
    }

    /// The same for one that loads a library before all others.
    #[cfg(target_os = "linux")]
    pub(crate) fn preloaded_worker(fleet: &Fleet, name: &str, library: &Path, log: &Path) -> Self {
        let said = fleet.says(&["invite", name]);
        Self::with(Some(("LD_PRELOAD", library)), &worker_arguments(&said), log)
    }

    fn invited(fleet: &Fleet, invite: &[&str], log: &Path) -> Self {
        let said = fleet.says(invite);
        Self::start(&worker_arguments(&said), log)
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().expect("it starts").success());
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn kill(&mut self) {
        // What has ended since cannot be killed.
        let _ = self.0.kill();
        self.0.wait().expect("it ends");
    }

    /// Waits for its end; its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("asked") {
                return status.code();
            }
            assert!(begin.elapsed() < DEADLINE, "it goes on");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Returns the arguments of a worker, from what an invitation said.
fn worker_arguments(said: &str) -> [&str; 4] {
    ["worker", address(said), "--threads", "1"]
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
