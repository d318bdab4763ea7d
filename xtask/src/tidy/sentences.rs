//! Length of sentences in Markdown, outside code, tables, HTML comments and pages that a command writes.

use super::{Finding, files::Source};

/// Greatest number of words of a sentence.
const SENTENCE_WORDS: usize = 25;
/// Signs that end a sentence when white space follows.
const ENDS: [char; 3] = ['.', '!', '?'];
/// Signs that may stand between the end of a sentence and the white space.
const CLOSING: [char; 7] = [')', ']', '"', '”', '’', '*', '_'];
/// Signs that may stand before a word.
const OPENING: [char; 7] = ['(', '[', '"', '“', '‘', '*', '_'];
/// Abbreviations, in lower case, whose full stop ends no sentence.
const ABBREVIATIONS: [&str; 9] = ["e.g.", "i.e.", "cf.", "vs.", "al.", "approx.", "ca.", "no.", "p."];

/// Returns the sentences with too many words, each at the line where it begins.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    if !source.is("md") || source.is_generated() {
        return Vec::new();
    }
    let sentences = blocks(source).into_iter().flat_map(|(first, text)| sentences(first, &text));
    sentences
        .filter(|(_, words)| *words > SENTENCE_WORDS)
        .map(|(line, words)| Finding {
            path: source.path.clone(),
            line,
            fault: format!("a sentence with {words} words"),
            remedy: format!("a sentence has at most {SENTENCE_WORDS}: split it, or make a list or a table"),
        })
        .collect()
}

/// Returns the number of words of a text. Code counts as one word, a link by its text, and signs not at all.
pub(crate) fn word_count(text: &str) -> usize {
    spoken(text).split_whitespace().filter(|word| is_word(word)).count()
}

/// Returns the blocks of prose (paragraph, heading, item of a list), each with the number of its first line.
fn blocks(source: &Source) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut in_comment = false;
    // Number of the line that would continue the last block.
    let mut next = None;
    for (number, line) in source.prose() {
        let line = without_comments(line, &mut in_comment);
        let line = line.trim_start().trim_start_matches('>').trim_start();
        if line.is_empty() || line.starts_with(['|', '<']) {
            next = None;
            continue;
        }
        let is_heading = line.starts_with('#');
        let text = without_marker(line);
        match blocks.last_mut() {
            Some((_, block)) if next == Some(number) && text.len() == line.len() && !is_heading => {
                block.push('\n');
                block.push_str(text);
            }
            _ => blocks.push((number, text.to_owned())),
        }
        next = (!is_heading).then_some(number + 1);
    }
    blocks
}

/// Returns a line without its HTML comments. `in_comment` says whether the line begins in one, and then whether the
/// next does.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let (mut kept, mut rest) = (String::new(), line);
    loop {
        let sign = if *in_comment { "-->" } else { "<!--" };
        let (before, after) = rest.split_once(sign).map_or((rest, None), |(a, b)| (a, Some(b)));
        if !*in_comment {
            kept.push_str(before);
        }
        let Some(after) = after else { return kept };
        *in_comment = !*in_comment;
        rest = after;
    }
}

/// Returns a line without the marker of an item of a list: `- `, `* `, `+ `, `1. ` or `1) `.
fn without_marker(line: &str) -> &str {
    let after_number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let signs: &[char] = if after_number.len() == line.len() { &['-', '*', '+'] } else { &['.', ')'] };
    after_number.strip_prefix(signs).and_then(|text| text.strip_prefix(' ')).unwrap_or(line)
}

/// Returns the sentences of a block that begins at line `first`: the line where each begins, and its number of words.
fn sentences(first: usize, block: &str) -> Vec<(usize, usize)> {
    let mut sentences = Vec::new();
    let mut sentence: Option<(usize, usize)> = None;
    for (number, line) in (first..).zip(spoken(block).lines()) {
        for piece in line.split_whitespace() {
            if is_word(piece) {
                sentence.get_or_insert((number, 0)).1 += 1;
            }
            if ends_sentence(piece) {
                sentences.extend(sentence.take());
            }
        }
    }
    sentences.extend(sentence);
    sentences
}

/// Returns whether a sentence ends with a piece of text between white space: a word, or a sign such as `%.`.
fn ends_sentence(piece: &str) -> bool {
    let piece = piece.trim_start_matches(OPENING).trim_end_matches(CLOSING);
    piece.ends_with(ENDS) && !ABBREVIATIONS.contains(&piece.to_lowercase().as_str())
}

/// Returns whether a piece of text between white space is a word: it has a letter or a digit.
fn is_word(piece: &str) -> bool {
    piece.contains(char::is_alphanumeric)
}

/// Returns a text with the word "code" for each code span, and without the targets of links. It has the same lines.
fn spoken(text: &str) -> String {
    let line_breaks = |text: &str| "\n".repeat(text.matches('\n').count());
    let mut spoken = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 0 {
            spoken.push_str(part);
        } else {
            spoken.push_str(&line_breaks(part));
            spoken.push_str("code");
        }
    }
    while let Some(at) = spoken.find("](") {
        let end = spoken[at..].find(')').map_or(spoken.len(), |length| at + length + 1);
        let breaks = line_breaks(&spoken[at..end]);
        spoken.replace_range(at..end, &breaks);
    }
    spoken
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of words of each sentence, with the line where it begins.
    fn counts(text: &str) -> Vec<(usize, usize)> {
        let source = Source::new("a.md", text);
        blocks(&source).into_iter().flat_map(|(first, text)| sentences(first, &text)).collect()
    }

    #[test]
    fn long_sentences_are_found_where_they_begin() {
        let (most, more) = ("word ".repeat(25), "word\n".repeat(26));
        assert!(check(&Source::new("a.md", &format!("{most}.\n"))).is_empty());
        let source = Source::new("a.md", &format!("# Title\n\nShort.\n{more}"));
        let found: Vec<String> = check(&source).iter().map(ToString::to_string).collect();
        let text = "a sentence with 26 words; a sentence has at most 25: split it, or make a list or a table";
        assert_eq!(found, [format!("a.md:4: {text}")]);
        assert!(check(&Source::new("a.rs", &more)).is_empty());
    }

    #[test]
    fn signs_at_the_end_of_a_word_end_a_sentence() {
        assert_eq!(counts("One. Two! Three? Four: five; six"), [(1, 1), (1, 1), (1, 1), (1, 3)]);
        assert_eq!(
            counts("**One.** (Two.) \"Three.\" [four.](a.md) five\nsix"),
            [(1, 1), (1, 1), (1, 1), (1, 1), (1, 2)]
        );
        assert_eq!(counts("one 50 %. Two 50 %; three"), [(1, 2), (1, 3)]);
        assert_eq!(counts("one 1.5 two,000 e.g. three (i.e. four) Smith et al. 2008 – 2 : 1"), [(1, 13)]);
    }

    #[test]
    fn blocks_end_sentences() {
        assert_eq!(counts("# one\ntwo\n\nthree"), [(1, 1), (2, 1), (4, 1)]);
        assert_eq!(
            counts("one\n- two\n  three\n  - four\n* five\n10. six\n2) seven\n> eight\n> nine"),
            [(1, 1), (2, 2), (4, 1), (5, 1), (6, 1), (7, 3)]
        );
        assert_eq!(counts("one\n2026 two"), [(1, 3)]);
    }

    #[test]
    fn code_tables_comments_and_tags_are_no_prose() {
        assert_eq!(counts("one\n```sh\ntwo\n```\nthree\n| four |\nfive\n<p>six\n"), [(1, 1), (5, 1), (7, 1)]);
        assert_eq!(counts("one <!-- two\nthree --> four <!-- five --> six"), [(1, 3)]);
    }

    #[test]
    fn pages_that_a_command_writes_are_left_out() {
        let text = "word ".repeat(26);
        assert_eq!(check(&Source::new("a.md", &text)).len(), 1);
        assert!(check(&Source::new("a.md", &format!("<!-- generated by `x` -->\n{text}"))).is_empty());
    }

    #[test]
    fn code_is_one_word_and_a_link_its_text() {
        assert_eq!(word_count(" [two words](a.md#place) – `a | b c` × 3 "), 4);
        assert_eq!(counts("`a. b\nc` d [e\nf](g.md) h. `i`; j"), [(2, 5), (3, 2)]);
    }
}
