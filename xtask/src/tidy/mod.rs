//! Checks of the repository's texts: each finding is one line with place, fault and remedy.

mod crates;
mod documents;
mod files;
mod links;
mod phrases;
mod sentences;
mod terms;
mod unsafe_code;
mod width;

use std::{fmt, path::Path};

use self::files::Source;

/// Fault in a file, with its remedy.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Finding {
    /// Path relative to the workspace.
    pub(crate) path: String,
    /// Line, from 1.
    pub(crate) line: usize,
    /// The fault.
    pub(crate) fault: String,
    /// What to do about it.
    pub(crate) remedy: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.path, self.line, self.fault, self.remedy)
    }
}

/// Runs all checks on the workspace at `root`; returns the findings by file and line.
///
/// # Errors
/// A file cannot be read, or git cannot list them.
pub(crate) fn run(root: &Path) -> Result<Vec<Finding>, String> {
    let sources = files::tracked(root)?;
    let mut findings = check(&sources);
    findings.extend(crates::check(&sources));
    findings.extend(documents::check_contents(&sources));
    findings.extend(terms::check(&sources));
    findings.extend(phrases::check(&sources));
    findings.sort();
    Ok(findings)
}

/// Runs the checks that need no list of the whole workspace.
fn check(sources: &[Source]) -> Vec<Finding> {
    let each = |source: &Source| {
        let mut findings = width::check(source);
        findings.extend(documents::check(source));
        findings.extend(sentences::check(source));
        findings.extend(links::check(source, sources));
        findings.extend(unsafe_code::check(source));
        findings
    };
    sources.iter().flat_map(each).collect()
}
