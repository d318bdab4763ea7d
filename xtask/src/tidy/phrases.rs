//! Phrases that the style forbids, in comments of Rust and in Markdown.

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

/// Returns the phrases of all files.
pub(crate) fn check(sources: &[Source]) -> Vec<Finding> {
    sources.iter().flat_map(phrases).collect()
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
        let found: Vec<String> = check(&sources).iter().map(ToString::to_string).collect();
        let text = format!("the phrase \"{bad}\"; name the party, or use a passive verb");
        assert_eq!(found, [format!("a/src/lib.rs:1: {text}"), format!("docs/a.md:1: {text}")]);
    }
}
