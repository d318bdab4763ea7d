//! Why a description is none.

use std::path::PathBuf;

use thiserror::Error;

/// Why there is no engine: file, line, remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{}: {reason}", file.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct DescriptionError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub reason: String,
}
