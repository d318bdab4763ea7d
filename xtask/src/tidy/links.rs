//! Relative links in Markdown, and references to documents in code and configurations.

use super::{
    Finding,
    files::{Source, comment},
};

/// Returns the links and references that lead nowhere.
pub(crate) fn check(source: &Source, sources: &[Source]) -> Vec<Finding> {
    let exists = |path: &str| {
        let folder = format!("{path}/");
        sources.iter().any(|other| other.path == path || other.path.starts_with(&folder))
    };
    let dangling = |(line, target): (usize, String)| Finding {
        path: source.path.clone(),
        line,
        fault: format!("{target} does not exist"),
        remedy: "correct the path, or remove the reference".to_owned(),
    };
    let mut targets: Vec<(usize, String)> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    if source.is("md") {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in source.prose() {
            for link in links(line) {
                let target = resolve(folder, link);
                if let Some(heading) = missing_heading(source, target.as_deref(), link, sources) {
                    headings.push((number, heading));
                }
                targets.extend(target.map(|target| (number, target)));
            }
        }
    } else {
        for (number, line) in source.lines() {
            let text = if source.is("rs") { comment(line) } else { Some(line) };
            let is_config = ["toml", "yml", "yaml", "sh"].iter().any(|extension| source.is(extension));
            if source.is("rs") || is_config {
                targets.extend(text.into_iter().flat_map(documents).map(|path| (number, path)));
            }
        }
    }
    let targets = targets.into_iter().filter(|(_, target)| !exists(target));
    targets.chain(headings).map(dangling).collect()
}

/// Returns the heading that a link names, where its page has none of that name.
fn missing_heading(source: &Source, target: Option<&str>, link: &str, sources: &[Source]) -> Option<String> {
    let (_, heading) = link.split_once('#')?;
    let page = match target {
        Some(target) => sources.iter().find(|other| other.path == target && other.is("md"))?,
        None if link.starts_with('#') => source,
        None => return None,
    };
    let titles = page.prose().filter_map(|(_, line)| line.strip_prefix('#')).map(slug);
    (!titles.into_iter().any(|title| title == heading)).then(|| format!("#{heading} in {}", page.path))
}

/// Returns the name by which links reach a heading, as GitHub and mdBook make it.
fn slug(title: &str) -> String {
    let title = title.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Returns the targets of the Markdown links of a line.
pub(super) fn links(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("](").filter_map(|(at, open)| {
        let rest = &line[at + open.len()..];
        rest.split([')', ' ']).next()
    })
}

/// Returns the path that a relative link leads to; `None` for an address or a place in the same file.
pub(super) fn resolve(folder: &str, link: &str) -> Option<String> {
    let path = link.split('#').next().unwrap_or_default();
    if path.is_empty() || path.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.is_empty() => return Some(path.to_owned()),
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the documents that a text names by their path from the root.
fn documents(text: &str) -> impl Iterator<Item = String> {
    let is_path = |letter: char| letter.is_alphanumeric() || "-_./".contains(letter);
    text.match_indices("docs/").filter_map(move |(at, _)| {
        if text[..at].chars().next_back().is_some_and(is_path) {
            return None;
        }
        let path: String = text[at..].chars().take_while(|letter| is_path(*letter)).collect();
        let path = path.trim_end_matches(['.', '/']).to_owned();
        path.ends_with(".md").then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(source: &Source) -> Vec<String> {
        let sources = [
            Source::new("docs/a.md", "# A\n\n## Place\n"),
            Source::new("engine/src/lib.rs", ""),
            source.clone(),
        ];
        check(source, &sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let text = "# C\n[a](a.md#place) [b](../engine/src) [c](https://example.org) [d](#c)\n[e](b.md)\n";
        let fault = "docs/c.md:3: docs/b.md does not exist; correct the path, or remove the reference";
        assert_eq!(findings(&Source::new("docs/c.md", text)), [fault]);
    }

    #[test]
    fn a_link_to_a_missing_heading_is_found() {
        let page = Source::new(
            "docs/b.md",
            "# A title: `code`\n\n[a](#a-title-code) [b](#b) [c](a.md#b) [d](x.rs#L1)\n",
        );
        let found: Vec<String> = findings(&page);
        assert!(
            found.iter().any(|text| text.starts_with("docs/b.md:3: #b in docs/b.md does not exist; ")),
            "{found:?}"
        );
        assert!(
            found.iter().any(|text| text.starts_with("docs/b.md:3: #b in docs/a.md does not exist; ")),
            "{found:?}"
        );
        assert!(!found.iter().any(|text| text.contains("#a-title-code")), "{found:?}");
    }

    #[test]
    fn a_reference_to_a_missing_document_is_found() {
        let text = "//! See docs/a.md and https://x.org/docs/z.md.\nfn a() {}\n// as docs/b.md says\n";
        let fault = "a.rs:3: docs/b.md does not exist; correct the path, or remove the reference";
        assert_eq!(findings(&Source::new("a.rs", text)), [fault]);
        assert_eq!(findings(&Source::new("a.toml", "# docs/a.md and docs/c.md")).len(), 1);
    }
}
