//! Where two resolved configurations differ.

use std::str::Lines;

/// Returns the first line in which two TOML texts differ, with its table's name; `None` where they are the same. Where one
/// of them lacks a key, nothing stands in its place.
pub(super) fn difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let mut table = String::new();
    let (mut old_lines, mut new_lines) = (old.lines(), new.lines());
    loop {
        let (old_line, new_line) = (old_lines.next(), new_lines.next());
        if old_line == new_line {
            match old_line {
                Some(line) if line.starts_with('[') => table = format!("{line} "),
                Some(_) => {}
                None => return None,
            }
            continue;
        }
        let is_new = comes_later(new_lines, old_line);
        let is_gone = !is_new && comes_later(old_lines, new_line);
        let was = old_line.filter(|_| !is_new).unwrap_or(NOTHING);
        let is = new_line.filter(|_| !is_gone).unwrap_or(NOTHING);
        return Some(format!("{table}was `{was}`, is `{is}`"));
    }
}

/// What stands for a line that is not there.
const NOTHING: &str = "nothing";

/// Returns whether the key of `line` is among the next `lines` of its table.
fn comes_later(lines: Lines<'_>, line: Option<&str>) -> bool {
    let Some(key) = line.and_then(key) else { return false };
    let mut keys = lines.take_while(|line| !line.starts_with('[')).filter_map(self::key);
    keys.any(|other| other == key)
}

/// Returns the key of a line, where it has one.
fn key(line: &str) -> Option<&str> {
    line.split_once(" = ").map(|(key, _)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stands_for_a_key_that_one_text_lacks() {
        let short = "seed = 1\n[train]\ndecay = 0.1\nvalue_weight = 1.0\n";
        let long = "seed = 1\n[train]\ndecay = 0.1\nroot_horizon = 0.5\nvalue_weight = 1.0\n";
        let told = |old: &str, new: &str| difference(old, new).expect("they differ");
        assert_eq!(told(short, long), "[train] was `nothing`, is `root_horizon = 0.5`");
        assert_eq!(told(long, short), "[train] was `root_horizon = 0.5`, is `nothing`");
        assert_eq!(
            told(long, &long.replace("0.5", "0.25")),
            "[train] was `root_horizon = 0.5`, is `root_horizon = 0.25`"
        );
        assert_eq!(told("seed = 1\n", "seed = 1\nsteps = 2\n"), "was `nothing`, is `steps = 2`");
        assert_eq!(difference(long, long), None);
    }
}
