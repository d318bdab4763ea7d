//! Where games begin: files hold text before, between and behind them, and a broken game must not take others with it.

use crate::game_text::cursor::Cursor;

/// Properties that only the first node of a game has.
pub(super) const OF_A_ROOT: [&str; 2] = ["FF", "GM"];
/// Properties by which a first node is known behind a broken game.
const SIGNS_OF_A_ROOT: [&str; 3] = ["FF", "GM", "SZ"];

/// Goes past text that is no game, up to the next game or the end. Stops where something looks like a part of a game.
pub(in crate::game_text) fn skip_text(cursor: &mut Cursor<'_>) {
    cursor.peek();
    let rest = cursor.rest();
    if rest.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
        return;
    }
    let begin = begin_of_nodes(rest);
    let is_game = begin.is_none_or(|begin| rest[begin..].starts_with('('));
    if is_game {
        cursor.at += begin.unwrap_or(rest.len());
    }
}

/// Whether a game begins somewhere in a text.
pub(in crate::game_text) fn has_game(text: &str) -> bool {
    text.match_indices('(').any(|(at, _)| {
        let node = text[at + 1..].trim_start().strip_prefix(';');
        node.is_some_and(|node| properties(node).next().is_some())
    })
}

/// The first `;` with a property behind it, or the `(` before that.
fn begin_of_nodes(text: &str) -> Option<usize> {
    text.match_indices(';').find_map(|(at, _)| {
        let behind = text[at + 1..].trim_start();
        let value = behind.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if value.len() == behind.len() || !value.trim_start().starts_with('[') {
            return None;
        }
        let before = text[..at].trim_end();
        Some(if before.ends_with('(') { before.len() - 1 } else { at })
    })
}

/// Where the next game begins from byte `from` of a text on: a `(` and a node with a property that only a first node
/// has. Lines count for nothing.
pub(super) fn next_root(text: &str, from: usize) -> Option<usize> {
    let mut begins = text[from..].match_indices('(').map(|(at, _)| from + at);
    begins.find(|at| {
        let node = text[at + 1..].trim_start().strip_prefix(';');
        node.is_some_and(|node| properties(node).any(|name| SIGNS_OF_A_ROOT.contains(&name)))
    })
}

/// The names of the properties of a node, as far as it is well formed.
fn properties(node: &str) -> impl Iterator<Item = &str> {
    let mut rest = node;
    std::iter::from_fn(move || {
        let at_name = rest.trim_start();
        let length = at_name.find(|c: char| !c.is_ascii_alphabetic()).filter(|length| *length > 0)?;
        let (name, behind) = at_name.split_at(length);
        let mut values = behind.trim_start();
        while let Some(value) = values.strip_prefix('[') {
            values = value[end_of_value(value)?..].trim_start();
        }
        rest = values;
        Some(name)
    })
}

/// The byte behind the bracket that closes a value.
fn end_of_value(value: &str) -> Option<usize> {
    let mut protected = false;
    let end = value.char_indices().find(|(_, c)| {
        let closes = *c == ']' && !protected;
        protected = *c == '\\' && !protected;
        closes
    });
    end.map(|(at, _)| at + 1)
}

/// Whether a line of a value begins a game: then the value has no closing bracket.
pub(super) fn swallows_a_game(value: &str) -> bool {
    let mut lines = value.split(['\n', '\r']).skip(1);
    lines.any(|line| {
        let node = line.trim_start().strip_prefix('(').and_then(|rest| rest.trim_start().strip_prefix(';'));
        node.is_some_and(|node| {
            OF_A_ROOT.iter().any(|name| {
                node.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('['))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind_text(text: &str) -> usize {
        let mut cursor = Cursor::new(text);
        skip_text(&mut cursor);
        cursor.at
    }

    #[test]
    fn text_between_games_is_passed_over_and_parts_of_games_are_not() {
        assert_eq!(behind_text("Exported (by a site; 2020)\n(;FF[4])"), 27);
        assert_eq!(behind_text("[gomoku] nice ;) 5 * 5\n( ; GM [4])"), 23);
        assert_eq!(behind_text("the end\n"), 8);
        assert_eq!(behind_text("FF[4];B[hh])(;FF[4])"), 0);
        assert_eq!(behind_text("(;FF[4])"), 0);
    }

    #[test]
    fn the_next_game_is_found_wherever_its_line_begins() {
        let text = "(;GM[4];B[hh](;C[(]W[hg]))(\n;\nC[a\\](;FF[4\\]]\nFF\n[4])";
        assert_eq!(next_root(text, 0), Some(0));
        assert_eq!(next_root(text, 1), Some(26));
        assert_eq!(next_root(text, 27), Some(35), "brackets of a broken game tell nothing");
        assert!(swallows_a_game("open\n (;GM[4") && !swallows_a_game("(;GM[4") && !swallows_a_game("a\n(;x"));
    }
}
