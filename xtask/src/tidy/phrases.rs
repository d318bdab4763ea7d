//! Phrases that the style forbids, in comments of Rust and in Markdown.

use std::collections::BTreeMap;

use super::{
    Finding,
    files::{Source, comment},
};

/// The phrases, in lower case, each with what to write.
const PHRASES: [(&str, &str); 6] = [
    ("so many", "name the number or its parameter"),
    ("is told", "name who passes what, or use an active verb"),
    ("nobody", "name the party, or use a passive verb"),
    ("whoever", "name the party"),
    ("somebody", "name the party"),
    ("as it is", "say in which state"),
];

/// Greatest numbers of phrases in crates that still contain some. They only fall; a clean crate leaves the list.
pub(crate) const ALLOWED: &[(&str, usize)] = &[("protocol", 11)];

/// Returns the phrases outside the crates of `allowed`, and the crates that contain more than allowed.
pub(crate) fn check(sources: &[Source], allowed: &[(&str, usize)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut counts: BTreeMap<&str, usize> = allowed.iter().map(|(krate, _)| (*krate, 0)).collect();
    for source in sources {
        for finding in phrases(source) {
            match counts.get_mut(source.krate()) {
                Some(count) if source.is("rs") => *count += 1,
                _ => findings.push(finding),
            }
        }
    }
    for (krate, limit) in allowed {
        let count = counts[krate];
        if count > *limit {
            let found = sources.iter().filter(|source| source.krate() == *krate && source.is("rs"));
            let last = found.flat_map(phrases).last().expect("more than none");
            findings.push(Finding {
                fault: format!("`{krate}` contains {count} forbidden phrases, {limit} are allowed"),
                remedy: "reword the new ones: `git diff` shows them".to_owned(),
                ..last
            });
        }
    }
    findings
}

/// Returns the forbidden phrases of a file.
fn phrases(source: &Source) -> Vec<Finding> {
    let of_line = |(number, text): (usize, &str)| {
        let text = text.to_lowercase();
        let found = PHRASES.iter().filter(|(phrase, _)| contains_words(&text, phrase));
        let finding = |(phrase, remedy): &(&str, &str)| Finding {
            path: source.path.clone(),
            line: number,
            fault: format!("the phrase \"{phrase}\""),
            remedy: (*remedy).to_owned(),
        };
        found.map(finding).collect::<Vec<_>>()
    };
    if source.is("rs") {
        let comments = source.lines().filter_map(|(number, line)| Some((number, comment(line)?)));
        comments.flat_map(of_line).collect()
    } else if source.is("md") {
        source.prose().flat_map(of_line).collect()
    } else {
        Vec::new()
    }
}

/// Words before a phrase that give it another meaning: "as far as it is".
const HARMLESS_BEFORE: [&str; 3] = ["far ", "long ", "soon "];

/// Returns whether `text` contains `phrase` between word boundaries, and not after a harmless word.
fn contains_words(text: &str, phrase: &str) -> bool {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase).any(|(at, _)| {
        let before = &text[..at];
        !HARMLESS_BEFORE.iter().any(|word| before.ends_with(word))
            && !is_word(before.chars().next_back())
            && !is_word(text[at + phrase.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A phrase, put together so that this file does not contain it.
    fn bad() -> String {
        ["no", "body"].concat()
    }

    #[test]
    fn a_forbidden_phrase_is_found_in_comments_and_prose_only() {
        let bad = bad();
        let sources = [
            Source::new("a/src/lib.rs", &format!("// {bad} reads\nlet {bad} = \"{bad}\";\n")),
            Source::new("docs/a.md", &format!("{bad}.\n```text\n{bad}\n```\n{bad}ies, as long as it is\n")),
        ];
        let found: Vec<String> = check(&sources, &[]).iter().map(ToString::to_string).collect();
        let text = format!("the phrase \"{bad}\"; name the party, or use a passive verb");
        assert_eq!(found, [format!("a/src/lib.rs:1: {text}"), format!("docs/a.md:1: {text}")]);
    }

    #[test]
    fn an_allowance_is_not_exceeded() {
        let sources = [Source::new("a/src/lib.rs", &format!("// {}\n", bad()))];
        assert!(check(&sources, &[("a", 1)]).is_empty());
        let more = check(&sources, &[("a", 0)])[0].to_string();
        assert!(
            more.starts_with("a/src/lib.rs:1: `a` contains 1 forbidden phrases, 0 are allowed; "),
            "{more}"
        );
    }
}
