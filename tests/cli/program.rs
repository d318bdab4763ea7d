//! Running the built command.

use std::{
    ffi::OsStr,
    io::Write as _,
    process::{Command, Stdio},
};

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

/// Runs `damier` with arguments and nothing on standard input.
pub(crate) fn damier<S: AsRef<OsStr>>(arguments: &[S]) -> Run {
    damier_reading(arguments, "")
}

/// Runs `damier` with arguments and a text on standard input.
pub(crate) fn damier_reading<S: AsRef<OsStr>>(arguments: &[S], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("damier starts");
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
