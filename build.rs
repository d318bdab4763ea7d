//! Sets the version that `damier --version` says: that of the package, with the commit and its day where they are known.

use std::{env, path::Path, process::Command};

/// The variable with the commit and its day, for packagers whose sources are no checkout of git.
const COMMIT: &str = "DAMIER_COMMIT";

/// Returns what git answers; `None` without git.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns commit and day of the checkout; `None` outside of one. Sources inside a checkout of another project are not of
/// that project's commit.
fn of_checkout() -> Option<String> {
    git(&["rev-parse", "--show-prefix"])?.is_empty().then(|| git(&["log", "-1", "--format=%h %cs"]))?
}

#[allow(clippy::print_stdout, reason = "the protocol between a build script and Cargo")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={COMMIT}");
    // What changes with every commit and checkout. Cargo would build anew each time for a file that is missing.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists());
    if let Some(log) = log {
        println!("cargo::rerun-if-changed={log}");
    }
    let version = env::var("CARGO_PKG_VERSION").expect("Cargo sets it");
    let version = match env::var(COMMIT).ok().or_else(of_checkout) {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=DAMIER_VERSION={version}");
}
