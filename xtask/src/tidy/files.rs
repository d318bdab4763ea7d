//! The files under check.

use std::{fs, path::Path, process::Command};

/// Text file of the repository.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Path relative to the workspace, with slashes.
    pub(crate) path: String,
    /// Content; empty for binary files, which exist as targets of links only.
    pub(crate) text: String,
}

impl Source {
    /// Returns a source for a test.
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Returns whether the file name ends with `.` and `extension`.
    pub(crate) fn is(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
    }

    /// Returns the numbered lines, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Returns the numbered lines of Markdown outside code blocks.
    pub(crate) fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut in_code = false;
        self.lines().filter(move |(_, line)| {
            let fence = line.trim_start().starts_with("```");
            in_code ^= fence;
            !in_code && !fence
        })
    }
}

/// Returns the comment of a line of Rust, if it has one.
pub(crate) fn comment(line: &str) -> Option<&str> {
    let start = line.match_indices("//").find(|(at, _)| {
        let before = &line[..*at];
        // An even number of quotes: the slashes lie in no string. A colon: they belong to a URL.
        before.matches('"').count().is_multiple_of(2) && !before.ends_with(':')
    });
    start.map(|(at, _)| &line[at..])
}

/// Reads all files that git tracks or would add.
///
/// # Errors
/// Git or a file fails.
pub(crate) fn tracked(root: &Path) -> Result<Vec<Source>, String> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("git ls-files: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut sources = Vec::new();
    for path in paths {
        let file = root.join(path);
        if file.is_file() {
            let bytes = fs::read(&file).map_err(|error| format!("{path}: {error}"))?;
            sources
                .push(Source { path: path.to_owned(), text: String::from_utf8(bytes).unwrap_or_default() });
        }
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_strings_and_addresses() {
        assert_eq!(comment("let a = 1; // one"), Some("// one"));
        assert_eq!(comment("    /// Returns one."), Some("/// Returns one."));
        assert_eq!(comment(r#"let a = "a // b";"#), None);
        assert_eq!(comment("see https://example.org"), None);
    }

    #[test]
    fn code_blocks_are_no_prose() {
        let source = Source::new("a.md", "one\n```text\ntwo\n```\nthree\n");
        assert_eq!(source.prose().collect::<Vec<_>>(), [(1, "one"), (5, "three")]);
    }
}
