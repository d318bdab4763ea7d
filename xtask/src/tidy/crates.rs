//! The table of crates in ARCHITECTURE.md against the manifests.

use std::collections::BTreeSet;

use super::{Finding, files::Source};

/// The document with the table.
const ARCHITECTURE: &str = "ARCHITECTURE.md";
/// Prefix of the workspace's own packages.
const PREFIX: &str = "damier-";
/// Packages that the table leaves out: they are no part of the workspace.
const TOOLS: [&str; 1] = ["fuzz"];

/// Row of the table: a folder, the line, and the crates that it depends on.
struct Row {
    folder: String,
    line: usize,
    depends_on: BTreeSet<String>,
}

/// Returns the rows that differ from the manifests, and the crates without a row.
pub(crate) fn check(sources: &[Source]) -> Vec<Finding> {
    let Some(document) = sources.iter().find(|source| source.path == ARCHITECTURE) else {
        return vec![finding(1, "the document is missing".to_owned(), "restore it".to_owned())];
    };
    let rows: Vec<Row> = document.lines().filter_map(|(line, text)| row(line, text)).collect();
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with("Cargo.toml")) {
        let folder = source.path.trim_end_matches("Cargo.toml").trim_end_matches('/');
        let folder = if folder.is_empty() { "src" } else { folder };
        if folder.contains('/') || TOOLS.contains(&folder) {
            continue;
        }
        let expected = match dependencies(&source.text) {
            Ok(expected) => expected,
            Err(error) => {
                let remedy = "correct the manifest".to_owned();
                findings.push(Finding { path: source.path.clone(), line: 1, fault: error, remedy });
                continue;
            }
        };
        let list = expected.iter().cloned().collect::<Vec<_>>().join(", ");
        match rows.iter().find(|row| row.folder == folder) {
            None => findings.push(finding(
                1,
                format!("no row for `{folder}/`"),
                "add it to the table of crates".to_owned(),
            )),
            Some(row) if row.depends_on != expected => findings.push(finding(
                row.line,
                format!("`{folder}/` has other dependencies in its Cargo.toml"),
                format!("write: {}", if list.is_empty() { "–" } else { &list }),
            )),
            Some(_) => {}
        }
    }
    findings
}

fn finding(line: usize, fault: String, remedy: String) -> Finding {
    Finding { path: ARCHITECTURE.to_owned(), line, fault, remedy }
}

/// Reads a row like "| `folder/` | what it owns | rules, engine |".
fn row(line: usize, text: &str) -> Option<Row> {
    let cells: Vec<&str> = text.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let [name, _, depends_on] = cells[..] else { return None };
    let folder = name.strip_prefix('`')?.strip_suffix("/`")?.to_owned();
    let depends_on = depends_on.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "–"));
    Some(Row { folder, line, depends_on: depends_on.map(str::to_owned).collect() })
}

/// Returns the workspace's crates among the dependencies of a manifest, without their prefix.
fn dependencies(manifest: &str) -> Result<BTreeSet<String>, String> {
    let manifest: toml::Table =
        manifest.parse().map_err(|error| format!("no TOML: {error}").replace('\n', " "))?;
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    let names = table.into_iter().flat_map(toml::Table::keys);
    Ok(names.filter_map(|name| name.strip_prefix(PREFIX)).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(row: &str) -> Vec<String> {
        let manifest = "[dependencies]\ndamier-rules.workspace = true\nserde = \"1\"\n[dev-dependencies]\ndamier-arena = {}\n";
        let document = format!("# Crates\n\n| crate | owns | depends on |\n|---|---|---|\n{row}\n");
        let sources = [Source::new("engine/Cargo.toml", manifest), Source::new(ARCHITECTURE, &document)];
        check(&sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_row_that_differs_from_the_manifest_is_found() {
        assert!(findings("| `engine/` | search | rules |").is_empty());
        let fault = "ARCHITECTURE.md:5: `engine/` has other dependencies in its Cargo.toml; write: rules";
        assert_eq!(findings("| `engine/` | search | – |"), [fault]);
        assert_eq!(findings("| `engine/` | search | rules, arena |"), [fault]);
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        let fault = "ARCHITECTURE.md:1: no row for `engine/`; add it to the table of crates";
        assert_eq!(findings("| `rules/` | games | – |"), [fault]);
    }
}
