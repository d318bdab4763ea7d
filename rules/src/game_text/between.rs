//! What stands between games, and the way to the next one behind an error.

use super::{
    cursor::{Cursor, has_empty_line},
    style::TextStyle,
};

/// Reads the comments behind a result that belong to the game that it ends: those on its line, those that an empty
/// line follows rather than precedes, and at the end of the text all.
pub(super) fn take_trailing_comments<'t>(cursor: &mut Cursor<'t>) -> Vec<&'t str> {
    let mut comments = Vec::new();
    // How many belong to the game for sure, and where the text goes on behind them.
    let mut kept = (0, cursor.at);
    let mut is_on_line = true;
    let mut has_gap = false;
    loop {
        let from = cursor.at;
        let next = cursor.peek();
        let between = cursor.since(from);
        is_on_line &= !between.contains(super::cursor::LINE_ENDS);
        if !has_gap && has_empty_line(between) {
            has_gap = true;
            kept = (comments.len(), from);
        }
        if next.is_none() {
            return comments;
        }
        let Ok(Some(comment)) = cursor.take_comment() else { break };
        comments.push(comment);
        if is_on_line {
            kept = (comments.len(), cursor.at);
        }
    }
    cursor.at = kept.1;
    comments.truncate(kept.0);
    comments
}

/// Goes past a second sign of the end on the line of a result, as some programs write it: the same result, or a star.
pub(super) fn skip_second_result(cursor: &mut Cursor<'_>, style: &TextStyle, first: &str) {
    let begin = cursor.at;
    cursor.take_while(|c| c == ' ' || c == '\t');
    let word = cursor.take_word();
    let is_again = word == "*" || word == first;
    if !is_again || style.read_result(word).is_none() {
        cursor.at = begin;
    }
}

/// Goes on with the next game: behind the result of this one, or to the next tags.
pub(super) fn skip_moves(cursor: &mut Cursor<'_>, style: &TextStyle) {
    let mut depth = 0_usize;
    loop {
        let begin = cursor.at;
        match cursor.peek() {
            None => return,
            Some('[') if cursor.is_at_tag() => return,
            Some('{' | ';') => {
                if cursor.take_comment().is_err() {
                    cursor.skip_to_tags(begin);
                    return;
                }
            }
            Some('(') => {
                cursor.accept('(');
                depth += 1;
            }
            Some(')') => {
                cursor.accept(')');
                depth = depth.saturating_sub(1);
            }
            Some(_) => {
                let word = cursor.take_word();
                if word.is_empty() {
                    cursor.next();
                } else if style.read_result(word).is_some() && (depth == 0 || ends_paragraph(cursor)) {
                    skip_second_result(cursor, style, word);
                    take_trailing_comments(cursor);
                    return;
                }
            }
        }
    }
}

/// Goes behind the parenthesis that closes the one that was read last; returns what stands before it. `None`, and
/// nothing is read, where there is none.
pub(super) fn take_to_closing<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    let begin = cursor.at;
    let mut depth = 0_usize;
    let found = loop {
        match cursor.peek() {
            None => break None,
            Some('[') if cursor.is_at_tag() => break None,
            Some('{' | ';') => {
                if cursor.take_comment().is_err() {
                    break None;
                }
            }
            Some(')') if depth == 0 => {
                let text = cursor.since(begin);
                cursor.accept(')');
                break Some(text);
            }
            Some(other) => {
                cursor.next();
                match other {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
            }
        }
    };
    if found.is_none() {
        cursor.at = begin;
    }
    found
}

/// The words of a part of a game that is kept as a comment.
pub(super) fn as_comment(text: &str) -> String {
    // Braces would end it, and commands would be taken for those of the move before.
    text.replace(['{', '}'], " ").replace("[%", "[")
}

/// Whether nothing, or an empty line, or a tag follows.
pub(super) fn ends_paragraph(cursor: &mut Cursor<'_>) -> bool {
    let begin = cursor.at;
    let next = cursor.peek();
    let ends =
        next.is_none() || has_empty_line(cursor.since(begin)) || next == Some('[') && cursor.is_at_tag();
    cursor.at = begin;
    ends
}
