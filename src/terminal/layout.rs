//! Text laid out for the width of a terminal: lines are broken between words and never within one.

/// Columns of a line, as far as letters tell.
pub(crate) fn columns(line: &str) -> usize {
    line.chars().count()
}

/// Breaks every line that is wider than `width` between its words. What follows is indented as far as the line's second
/// column where it has two (`name   value`), and a little further than the line itself otherwise. A word that is wider than
/// all that stays whole.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        wrap_line(line, width, &mut out);
        out.push_str(end);
    }
    out
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let indent = " ".repeat(hanging(line, width));
    let mut rest = line.to_owned();
    while columns(&rest) > width {
        let Some(at) = breaking_place(&rest, width) else { break };
        out.push_str(rest[..at].trim_end());
        out.push('\n');
        rest = format!("{indent}{}", rest[at..].trim_start());
    }
    out.push_str(&rest);
}

/// Where a line can be broken: the last space within the width, or else the first behind it. What it is indented by does
/// not count, or the same words would be broken for ever.
fn breaking_place(line: &str, width: usize) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let spaces = line.char_indices().enumerate().filter(|(_, (at, letter))| *letter == ' ' && *at > start);
    let mut last = None;
    for (column, (at, _)) in spaces {
        if column > width {
            return last.or(Some(at));
        }
        last = Some(at);
    }
    last
}

/// Columns that the lines after the first of a broken line are indented by.
fn hanging(line: &str, width: usize) -> usize {
    let start = columns(line) - columns(line.trim_start());
    let gap = line[line.len() - line.trim_start().len()..].find("  ");
    let second = gap.map(|gap| {
        let at = line.len() - line.trim_start().len() + gap;
        columns(&line[..at]) + columns(&line[at..]) - columns(line[at..].trim_start())
    });
    second.filter(|second| *second <= width / 3).unwrap_or(start + 2)
}

/// Lays out the text below a command's options: paragraphs are filled to `width`, examples and lists keep their lines, and
/// what explains an example stands below it where both do not fit beside each other.
pub(crate) fn help_text(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        if is_prose {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim_end());
            continue;
        }
        if !line.is_empty() && !line.starts_with(' ') && !paragraph.is_empty() {
            // It ends in a colon, and what it introduces follows.
            paragraph.push(' ');
            paragraph.push_str(line);
            lines.push(filled(&std::mem::take(&mut paragraph), width));
            continue;
        }
        if !paragraph.is_empty() {
            lines.push(filled(&std::mem::take(&mut paragraph), width));
        }
        lines.push(if columns(line) > width { preformatted(line, width) } else { line.to_owned() });
    }
    if !paragraph.is_empty() {
        lines.push(filled(&paragraph, width));
    }
    lines.join("\n")
}

/// Words in lines of at most `width` columns.
fn filled(paragraph: &str, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let wide = columns(word);
        if column > 0 && column + 1 + wide > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += wide;
    }
    text
}

/// An example or the entry of a list that is too wide for one line.
fn preformatted(line: &str, width: usize) -> String {
    const BELOW: usize = 6;
    let start = line.len() - line.trim_start().len();
    let gap = line[start..].find("  ").map(|gap| start + gap);
    match gap {
        Some(gap) if line.trim_start().starts_with("damier ") => {
            let (example, explanation) = (command(&line[..gap], width), line[gap..].trim_start());
            let below = wrapped(&format!("{}{explanation}", " ".repeat(BELOW)), width);
            format!("{example}\n{below}")
        }
        None if line.trim_start().starts_with("damier ") => command(line, width),
        _ => wrapped(line, width),
    }
}

/// A command in lines that a shell reads as one.
fn command(line: &str, width: usize) -> String {
    const NEXT: &str = "\n      ";
    const GOES_ON: &str = " \\";
    let mut text = String::new();
    let start = columns(line) - columns(line.trim_start());
    let mut column = start;
    text.push_str(&" ".repeat(start));
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut at = 0;
    while at < words.len() {
        // An option stays with its value.
        let together = match words.get(at + 1) {
            Some(value) if words[at].starts_with('-') && !value.starts_with('-') => 2,
            _ => 1,
        };
        let part = words[at..at + together].join(" ");
        let room = width - if at + together < words.len() { GOES_ON.len() } else { 0 };
        if column > start && column + 1 + columns(&part) > room {
            text.push_str(GOES_ON);
            text.push_str(NEXT);
            column = NEXT.len() - 1;
        } else if column > start {
            text.push(' ');
            column += 1;
        }
        text.push_str(&part);
        column += columns(&part);
        at += together;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_hang_from_their_second_column() {
        assert_eq!(wrapped("one two three\n", 80), "one two three\n");
        assert_eq!(wrapped("one two three", 7), "one two\n  three");
        assert_eq!(wrapped("key  one two three", 16), "key  one two\n     three");
        assert_eq!(wrapped("  deep water runs", 8), "  deep\n    water\n    runs");
        let path = "see /a/very/long/path/that/does/not/fit and more";
        assert_eq!(wrapped(path, 12), "see\n  /a/very/long/path/that/does/not/fit\n  and more");
        assert_eq!(wrapped("wörter äöüß zählen", 11), "wörter äöüß\n  zählen");
        assert_eq!(wrapped("", 10), "");
    }

    #[test]
    fn help_keeps_examples_and_fills_paragraphs() {
        let text = "Some words that\nform a paragraph.\n\nExamples:\n  damier run a --dir b    what it does\n  damier run c";
        let laid_out = help_text(text, 24);
        assert_eq!(
            laid_out,
            "Some words that form a\nparagraph.\n\nExamples:\n  damier run a --dir b\n      what it does\n  damier run c"
        );
        let long = "  damier train config.toml --games one --out two --from three";
        assert_eq!(
            help_text(long, 40),
            "  damier train config.toml --games one \\\n      --out two --from three"
        );
    }
}
