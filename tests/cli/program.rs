//! Running the built command.

use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The built command.
const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// Names a folder of nets that go before those that come with the program.
const NETS: &str = "DAMIER_NETS";

/// What a run of the command left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Standard output of a run that has to succeed.
    pub(crate) fn success(self) -> String {
        assert_eq!(self.code, Some(0), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self.stdout
    }

    /// The error line of a run that has to fail with `code`; checks that it is one line.
    pub(crate) fn failure(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        let lines: Vec<&str> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "one line is wanted: {:?}", self.stderr);
        assert!(lines[0].starts_with("error: "), "{}", lines[0]);
        lines[0].to_owned()
    }
}

/// The words of a text whose lines are wrapped wherever there is a space.
pub(crate) fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs `damier` with arguments and nothing on standard input.
pub(crate) fn damier<S: AsRef<OsStr>>(arguments: &[S]) -> Run {
    damier_reading(arguments, "")
}

/// Runs `damier` with arguments and a text on standard input.
pub(crate) fn damier_reading<S: AsRef<OsStr>>(arguments: &[S], input: &str) -> Run {
    finish(start(Command::new(PROGRAM).args(arguments)), input)
}

/// The same, with a folder of nets that go before those that come with the program.
pub(crate) fn damier_with_nets(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(PROGRAM);
    finish(spawn(command.args(arguments).env(NETS, folder)), input)
}

/// Runs a copy of `damier` in a folder, without any other file of damier.
pub(crate) fn damier_copied_to(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let copy = folder.join("damier-alone");
    if !copy.exists() {
        // A link costs nothing; the copy is for folders on another disk.
        std::fs::hard_link(PROGRAM, &copy)
            .or_else(|_| std::fs::copy(PROGRAM, &copy).map(drop))
            .expect("copied");
    }
    finish(start(Command::new(copy).args(arguments).current_dir(folder)), input)
}

/// Runs `damier` with variables of the environment; an empty value unsets one.
pub(crate) fn damier_where(variables: &[(&str, &str)], arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env_remove(NETS).env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", state());
    for (name, value) in variables {
        if value.is_empty() {
            command.env_remove(name)
        } else {
            command.env(name, value)
        };
    }
    finish(spawn_as_told(&mut command), input)
}

/// Starts `damier play`-like commands whose input stays open: what it reads, and when to kill it, is up to the test.
#[cfg(unix)]
pub(crate) fn damier_open(variables: &[(&str, &str)], arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env_remove(NETS).env("LC_ALL", "C.UTF-8").envs(variables.iter().copied());
    spawn_as_told(&mut command)
}

/// A folder for the state that the tests of this process leave behind.
fn state() -> &'static Path {
    static STATE: std::sync::LazyLock<tempfile::TempDir> =
        std::sync::LazyLock::new(|| tempfile::tempdir().expect("a folder"));
    STATE.path()
}

/// Runs `damier` where no file can grow beyond `bytes`: it gets the errors that a full disk gives.
#[cfg(target_os = "linux")]
pub(crate) fn damier_with_small_files(arguments: &[&str], bytes: u64) -> Run {
    const SCRIPT: &str = "trap '' XFSZ; exec prlimit --fsize=\"$0\" -- \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, &bytes.to_string(), PROGRAM]).args(arguments);
    finish(start(&mut command), "")
}

/// Runs `damier` with at most that many bytes of addresses, which threads need for their stacks.
#[cfg(target_os = "linux")]
pub(crate) fn damier_with_little_memory(arguments: &[&str], bytes: u64) -> Run {
    let mut command = Command::new("prlimit");
    command.args([&format!("--as={bytes}"), "--", PROGRAM]).args(arguments);
    finish(start(&mut command), "")
}

/// The same, with a text on standard input, which ends with the first line that begins with `last`.
#[cfg(target_os = "linux")]
pub(crate) fn damier_with_little_memory_until(
    arguments: &[&str],
    bytes: u64,
    input: &str,
    last: &str,
) -> String {
    let mut child =
        start(Command::new("prlimit").args([&format!("--as={bytes}"), "--", PROGRAM]).args(arguments));
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let mut said = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut from = 0;
    while stdout.read_line(&mut said).expect("UTF-8") > 0 && !said[from..].starts_with(last) {
        from = said.len();
    }
    drop(stdin);
    stdout.read_to_string(&mut said).expect("UTF-8");
    let output = child.wait_with_output().expect("damier ends");
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// Runs `damier`, sends it a signal (its name without SIG) once `ready` says so, and waits for its end.
#[cfg(unix)]
pub(crate) fn damier_signalled(arguments: &[&str], signal: &str, ready: impl Fn() -> bool) -> Run {
    let mut child = start(Command::new(PROGRAM).args(arguments));
    while !ready() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was ready");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill starts").success());
    finish(child, "")
}

/// Starts the command with the nets that come with it.
fn start(command: &mut Command) -> Child {
    spawn(command.env_remove(NETS))
}

fn spawn(command: &mut Command) -> Child {
    spawn_as_told(command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", state()))
}

fn spawn_as_told(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn finish(mut child: Child, input: &str) -> Run {
    let mut stdin = child.stdin.take().expect("a pipe");
    // The command may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("damier ends");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
