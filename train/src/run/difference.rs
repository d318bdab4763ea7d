//! Where two resolved configurations differ.

/// The first line in which two TOML texts differ, with its table's name; `None` where they are the same.
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
        let was = old_line.unwrap_or("nothing");
        let is = new_line.unwrap_or("nothing");
        return Some(format!("{table}was `{was}`, is `{is}`"));
    }
}
