//! Width of lines: comments in Rust and prose in Markdown. Code is the business of rustfmt.

use super::{
    Finding,
    files::{Source, comment},
};

/// Greatest width of a line, in characters.
const WIDTH: usize = 125;

/// Returns the lines that are too long.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    let long = |(number, line): (usize, &str)| {
        let width = line.chars().count();
        (width > WIDTH).then(|| Finding {
            path: source.path.clone(),
            line: number,
            fault: format!("{width} columns"),
            remedy: format!("wrap the text at {WIDTH}"),
        })
    };
    if source.is("rs") {
        let only_comment = |line: &str| comment(line).is_some_and(|found| found == line.trim_start());
        source.lines().filter(|(_, line)| only_comment(line)).filter_map(long).collect()
    } else if source.is("md") {
        source.prose().filter(|(_, line)| !is_unbreakable(line)).filter_map(long).collect()
    } else {
        Vec::new()
    }
}

/// Returns whether a line of Markdown cannot be wrapped: a row of a table, or a link, a command or an address that alone is
/// too long.
fn is_unbreakable(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with('|') || text.starts_with('<') || longest_span(text) > WIDTH / 2
}

/// Returns the width of the longest piece that holds no break: a word, a link, or code between backticks.
fn longest_span(text: &str) -> usize {
    let (mut longest, mut width, mut brackets, mut in_code) = (0, 0, 0_usize, false);
    for letter in text.chars() {
        match letter {
            '`' => in_code = !in_code,
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        width = if letter == ' ' && !in_code && brackets == 0 { 0 } else { width + 1 };
        longest = longest.max(width);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        check(&Source::new(path, text)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn long_comments_and_prose_are_found() {
        let long = "word ".repeat(30);
        let fault = |path: &str, columns| [format!("{path}: {columns} columns; wrap the text at 125")];
        assert_eq!(findings("a.rs", &format!("fn a() {{}}\n/// {long}\n")), fault("a.rs:2", 154));
        assert_eq!(findings("a.md", &format!("{long}\n")), fault("a.md:1", 150));
    }

    #[test]
    fn tables_links_commands_and_strings_are_not() {
        let long = "word ".repeat(30);
        assert!(findings("a.md", &format!("| {long} |\n```text\n{long}\n```\n")).is_empty());
        assert!(findings("a.md", &format!("see [{long}](a.md), `{long}`\n")).is_empty());
        assert!(findings("a.rs", &format!("let text = \"{long} // {long}\";\n")).is_empty());
        assert!(findings("a.toml", &format!("# {long}\n")).is_empty());
    }
}
