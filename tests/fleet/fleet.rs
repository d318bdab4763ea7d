//! A fleet in a temporary folder, and the command on it.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use damier_fleet::{
    broker::{Broker, BrokerError, Program},
    folder::Folder,
};

use super::ports::free_port;

/// The built command.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// A folder for a fleet whose broker is killed when this is dropped.
pub(crate) struct Fleet(tempfile::TempDir);

impl Fleet {
    /// A fleet at free ports of this machine alone, not yet made but for its settings; `None` where there is no broker and
    /// the test is skipped.
    pub(crate) fn new() -> Option<Self> {
        Self::with("")
    }

    /// The same with more lines in its settings.
    pub(crate) fn with(lines: &str) -> Option<Self> {
        Self::at("127.0.0.1", lines)
    }

    /// The same with another name of this machine.
    pub(crate) fn at(host: &str, lines: &str) -> Option<Self> {
        let (port, monitor) = (free_port(), free_port());
        Self::of(&format!("version = 1\nhost = \"{host}\"\nport = {port}\nmonitor_port = {monitor}\n{lines}"))
    }

    /// A fleet with a cluster of three brokers at free ports of this machine alone.
    pub(crate) fn cluster(lines: &str) -> Option<Self> {
        let member = |_| {
            let [port, cluster, monitor] = [(); 3].map(|()| free_port());
            format!(
                "[[member]]\nhost = \"localhost\"\nport = {port}\ncluster_port = {cluster}\nmonitor_port = {monitor}\n"
            )
        };
        let members: String = (1..=3).map(member).collect();
        Self::of(&format!("version = 1\nreplicas = 3\n{lines}{members}"))
    }

    /// A fleet with these settings.
    fn of(settings: &str) -> Option<Self> {
        match Program::find(None) {
            Ok(_) => {}
            Err(BrokerError::Missing(_)) if std::env::var_os("CI").is_none() => {
                println!("skipped: no nats-server");
                return None;
            }
            Err(error) => panic!("{error}"),
        }
        let fleet = Self(tempfile::tempdir().expect("a folder"));
        std::fs::create_dir(fleet.path()).expect("made");
        std::fs::write(fleet.path().join("fleet.toml"), settings).expect("written");
        Some(fleet)
    }

    /// Starts a member of a cluster.
    pub(crate) fn up_member(&self, member: usize) -> String {
        let (code, stdout, stderr) = self.run(&["up", "--member", &member.to_string()]);
        assert_eq!(code, Some(0), "{stdout}{stderr}");
        stdout
    }

    /// Kills a member of a cluster and waits for its end.
    pub(crate) fn kill_member(&self, member: usize) {
        kill(&self.folder().broker(Some(member)).expect("a member"));
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("fleet")
    }

    /// The fleet as the program reads it.
    pub(crate) fn folder(&self) -> Folder {
        Folder::open(&self.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs `damier fleet TASK… --dir` with this folder; standard output of a command that has to succeed.
    pub(crate) fn says(&self, task: &[&str]) -> String {
        let (code, stdout, stderr) = self.run(task);
        assert_eq!((code, &*stderr), (Some(0), ""), "{task:?}: {stdout}");
        stdout
    }

    /// Runs it, whatever it says beside; it has to succeed.
    pub(crate) fn says_anything(&self, task: &[&str]) {
        let (code, stdout, stderr) = self.run(task);
        assert_eq!(code, Some(0), "{task:?}: {stdout}{stderr}");
    }

    /// The same for a command that has to fail with one line.
    pub(crate) fn refuses(&self, task: &[&str]) -> String {
        let (code, stdout, stderr) = self.run(task);
        assert_eq!((code, &*stdout, stderr.lines().count()), (Some(1), "", 1), "{task:?}: {stderr}");
        stderr
    }

    fn run(&self, task: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(PROGRAM);
        command.arg("fleet").args(task).arg("--dir").arg(self.path()).stdin(Stdio::null());
        // Lines are as wide as paths of temporary folders need.
        let output = command.env("COLUMNS", "1000").output().expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Fleet {
    /// Kills all brokers that run, and waits for their end.
    pub(crate) fn kill_broker(&self) {
        let Ok(folder) = Folder::open(&self.path()) else { return };
        folder.brokers().iter().for_each(kill);
    }
}

/// Kills a broker, if it runs, and waits for its end.
pub(crate) fn kill(broker: &Broker<'_>) {
    while broker.is_running().unwrap_or(false)
        && let Ok(pid) = broker.pid()
    {
        // What has ended since cannot be killed.
        let _ = Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.kill_broker();
    }
}

/// Returns the address in the line for workers.
pub(crate) fn address(said: &str) -> &str {
    let line =
        said.lines().find_map(|line| line.strip_prefix("  damier worker '")).expect("a line for workers");
    line.strip_suffix('\'').expect("a quote")
}
