//! The program `nats-server`.

use std::{
    env, fmt, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::BrokerError;

/// Names the program in the environment.
const VARIABLE: &str = "DAMIER_NATS_SERVER";
/// The program where it is in `PATH`.
const NAME: &str = "nats-server";
/// Where Debian has it, which is not in the `PATH` of all users.
const SYSTEM: &str = "/usr/sbin/nats-server";
/// The first version that can do what is needed.
const OLDEST: Version = Version([2, 9, 0]);
/// The first version that is good for more than tests and trusted networks.
const OLDEST_FOR_OTHERS: Version = Version([2, 10, 0]);

/// A version: major, minor, patch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version([u32; 3]);

impl Version {
    /// Reads `2.9.10` or `v2.9.10`, also with `-RC.1` or the like behind it; `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers = text.trim().trim_start_matches('v').split(['-', '+']).next()?;
        let mut parts = numbers.split('.').map(|part| part.parse().ok());
        let version = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(Self(version))
    }

    /// Returns whether a broker of this version is for tests and trusted networks only: before 2.10 there are known holes
    /// (GHSA-fr2g-9hjm-wr23, GHSA-qrvq-68c2-7grw).
    pub fn needs_trust(self) -> bool {
        self < OLDEST_FOR_OTHERS
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(out, "{major}.{minor}.{patch}")
    }
}

/// A `nats-server` that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program: an absolute path, or a name in `PATH`.
    pub path: PathBuf,
    /// Its version, at least 2.9.
    pub version: Version,
}

impl Program {
    /// Finds the program: `given`, or else what `DAMIER_NATS_SERVER` names, or else `nats-server` in `PATH` or in
    /// `/usr/sbin`.
    ///
    /// # Errors
    /// No such program, another one, or one that is too old.
    pub fn find(given: Option<&Path>) -> Result<Self, BrokerError> {
        let named = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
        match given.map(Path::to_owned).or(named) {
            Some(path) => Self::at(&path),
            None => match Self::at(Path::new(NAME)) {
                Err(BrokerError::Missing(name)) => Self::at(Path::new(SYSTEM)).map_err(|error| match error {
                    BrokerError::Missing(_) => BrokerError::Missing(name),
                    other => other,
                }),
                found => found,
            },
        }
    }

    /// Asks the program at `path` for its version.
    fn at(path: &Path) -> Result<Self, BrokerError> {
        // A bare name is looked for in PATH. Any other path has to hold in the folder in which the broker will run, too.
        let path = match path.components().count() {
            1 if path.file_name().is_some() => path.to_owned(),
            _ => std::path::absolute(path).map_err(|source| not_started(path, source))?,
        };
        let output = Command::new(&path).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
        let output = output.map_err(|source| not_started(&path, source))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let version = said.trim().strip_prefix("nats-server:").and_then(Version::parse);
        let Some(version) = version else {
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect();
            return Err(BrokerError::OtherProgram { path, said });
        };
        if version < OLDEST {
            return Err(BrokerError::TooOld { path, version });
        }
        Ok(Self { path, version })
    }
}

fn not_started(path: &Path, source: io::Error) -> BrokerError {
    match source.kind() {
        io::ErrorKind::NotFound => BrokerError::Missing(path.to_owned()),
        _ => BrokerError::NotStarted { path: path.to_owned(), source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        let version = |text: &str| Version::parse(text).expect(text);
        for (text, shown) in [("v2.9.10", "2.9.10"), (" 2.15.1\n", "2.15.1"), ("v2.12.0-RC.2", "2.12.0")] {
            assert_eq!(version(text).to_string(), shown);
        }
        for text in ["", "v2", "2.9", "2.9.x", "2.9.10.1", "-1.2.3", "99999999999.0.0"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
        assert!(version("2.9.10") < version("2.10.0") && version("2.9.9") < version("2.9.10"));
        assert!(version("2.9.25").needs_trust() && !version("2.10.0").needs_trust());
    }

    #[cfg(unix)]
    #[test]
    fn other_programs_are_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let program = |name: &str, says: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\necho '{says}'\n")).expect("written");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("allowed");
            Program::find(Some(&path))
                .map(|program| program.version.to_string())
                .map_err(|error| error.to_string())
        };
        assert_eq!(program("new", "nats-server: v2.12.6"), Ok("2.12.6".to_owned()));
        let refused = |name: &str, says: &str| program(name, says).expect_err(says);
        assert!(
            refused("old", "nats-server: v2.8.4")
                .contains("is nats-server 2.8.4, and 2.9 or later is needed")
        );
        assert!(
            refused("other", "some\nthing").contains("is no nats-server (--version prints `some thing`)")
        );
        let error = Program::find(Some(&folder.path().join("none"))).expect_err("not there").to_string();
        assert!(error.contains("none: not found; install it by `apt install nats-server`"), "{error}");
    }
}
