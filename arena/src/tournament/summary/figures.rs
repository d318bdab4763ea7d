//! Files of figures: how they are read, checked and written.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{PlayedOn, SummaryError};

/// The figures of a tournament, which lie in a file of their own.
pub(in crate::tournament) trait Figures: Serialize + DeserializeOwned {
    /// What the file says that it is.
    const FORMAT: &'static str;
    /// Version of the format.
    const VERSION: u32;
    /// What it is, in words.
    const WHAT: &'static str;
    /// Its name in the folder of a tournament.
    const FILE: &'static str;
    /// The command that writes it.
    const COMMAND: &'static str;

    /// Checks that the numbers agree.
    ///
    /// # Errors
    /// Which ones do not.
    fn check(&self) -> Result<(), String>;

    /// Returns where games were played.
    fn into_places(self) -> Vec<PlayedOn>;
}

/// The first keys of a file: they say whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Reads a file.
///
/// # Errors
/// It cannot be read, has another format or version, or its numbers do not add up.
pub(in crate::tournament) fn read<F: Figures>(path: &Path) -> Result<F, SummaryError> {
    parse(&text_of(path)?).map_err(|reason| SummaryError::Content { path: path.to_owned(), reason })
}

/// Returns the text of a file.
///
/// # Errors
/// It cannot be read.
pub(in crate::tournament) fn text_of(path: &Path) -> Result<String, SummaryError> {
    fs::read_to_string(path).map_err(|source| SummaryError::Io {
        path: path.to_owned(),
        action: "reading",
        source,
    })
}

/// Returns whether a text begins as a file of this kind, be it damaged or not.
pub(in crate::tournament) fn begins_as<F: Figures>(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(Head { format, .. }) => format == F::FORMAT,
        Err(_) => {
            text.trim_start_matches(['{', ' ', '\n']).starts_with(&format!("\"format\": {:?}", F::FORMAT))
        }
    }
}

/// Reads a text.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub(in crate::tournament) fn parse<F: Figures>(text: &str) -> Result<F, String> {
    let remedy = format!("remove it and run its `{}` again, which writes it anew", F::COMMAND);
    let damaged = |error: serde_json::Error| format!("no {}: {error}; {remedy}", F::WHAT);
    let Head { format, version } = serde_json::from_str(text).map_err(damaged)?;
    if format != F::FORMAT {
        return Err(format!(
            "its format is {format:?}, not {:?}; give a {} ({})",
            F::FORMAT,
            F::WHAT,
            F::FILE
        ));
    }
    if version != F::VERSION {
        return Err(format!("version {version}; this program reads version {}; {remedy}", F::VERSION));
    }
    let figures: F = serde_json::from_str(text).map_err(damaged)?;
    figures.check().map_err(|reason| format!("{reason}; {remedy}"))?;
    Ok(figures)
}

/// Returns the content of a file.
pub(in crate::tournament) fn to_json<F: Figures>(figures: &F) -> String {
    let mut text = serde_json::to_string_pretty(figures).expect("figures have only JSON's types");
    text.push('\n');
    text
}
