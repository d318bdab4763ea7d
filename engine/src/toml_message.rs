//! Messages about TOML files, in the words of those who write the files.

use damier_rules::spelling::distance;

/// Returns the reader's message on one line: types without Rust's names, and beside an unknown key or word the known one
/// that is spelled most like it.
///
/// ```
/// let message = "unknown field `stepz`, expected one of `game`, `steps`, `seed`";
/// let told = damier_engine::toml_message::in_plain_words(message);
/// assert_eq!(told, "unknown key `stepz`, did you mean `steps`? Known here are `game`, `steps`, `seed`");
/// ```
pub fn in_plain_words(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(rest) = line.strip_prefix("unknown field ") {
        return unknown("key", rest);
    }
    if let Some(rest) = line.strip_prefix("unknown variant ") {
        return unknown("word", rest);
    }
    if let Some(name) = line.strip_prefix("missing field ") {
        return format!("the key {name} is missing");
    }
    match line.rsplit_once(", expected ") {
        Some((found, expected)) => format!("{found}, expected {}", type_name(expected)),
        None => line,
    }
}

/// Returns the line and the column, from 1, of the byte at `offset` of a text; those of its end where there is none.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (before.iter().filter(|byte| **byte == b'\n').count() + 1, before.len() - line_start + 1)
}

/// Returns the word of `known` that is spelled most like `word`; `None` where none is near.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let (apart, nearest) =
        known.into_iter().map(|other| (distance(word, other), other)).min_by_key(|(apart, _)| *apart)?;
    // A third of the letters may be wrong: more is another word.
    let most = (word.chars().count().max(nearest.chars().count()) / 3).max(1);
    (apart <= most).then_some(nearest)
}

/// Returns what to say of an unknown word; `rest` is the reader's message from the word on.
fn unknown(what: &str, rest: &str) -> String {
    let (word, known) = rest.split_once(", ").unwrap_or((rest, ""));
    let quoted = known.split('`').skip(1).step_by(2).collect::<Vec<_>>();
    if quoted.is_empty() {
        return format!("unknown {what} {word}; none is known here");
    }
    let list = quoted.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let are = if quoted.len() == 1 { "is" } else { "are" };
    match nearest(word.trim_matches('`'), quoted) {
        Some(nearest) => format!("unknown {what} {word}, did you mean `{nearest}`? Known here {are} {list}"),
        None => format!("unknown {what} {word}; known here {are} {list}"),
    }
}

/// Returns the user's name of a type that the reader calls by Rust's.
fn type_name(expected: &str) -> String {
    const WHOLE: [&str; 12] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let bare = expected.strip_prefix("a nonzero ").unwrap_or(expected);
    if WHOLE.contains(&bare) {
        let least = match (bare.starts_with('u'), bare == expected) {
            (true, true) => " that is not negative",
            (true, false) => " above zero",
            (false, _) => "",
        };
        return format!("a whole number{least}");
    }
    match expected {
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a map" => "a table".to_owned(),
        other if other.starts_with("struct ") => "a table".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_speak_the_words_of_the_file() {
        for (message, told) in [
            ("missing field `game`", "the key `game` is missing"),
            (
                "invalid type: string \"six\", expected u64",
                "invalid type: string \"six\", expected a whole number that is not negative",
            ),
            ("invalid type: string \"a\", expected f32", "invalid type: string \"a\", expected a number"),
            (
                "invalid value: integer `0`, expected a nonzero u32",
                "invalid value: integer `0`, expected a whole number above zero",
            ),
            (
                "unknown variant `treee`, expected `tree` or `alpha-beta`",
                "unknown word `treee`, did you mean `tree`? Known here are `tree`, `alpha-beta`",
            ),
            ("unknown field `zebra`, expected `tree`", "unknown key `zebra`; known here is `tree`"),
            ("unknown field `zebra`, there are no fields", "unknown key `zebra`; none is known here"),
            ("one\ntwo", "one two"),
        ] {
            assert_eq!(in_plain_words(message), told);
        }
    }

    #[test]
    fn the_nearest_word_is_one_slip_away_and_no_other_word() {
        let known = ["games", "generations", "simulations", "seed"];
        for (word, nearest_one) in [
            ("game", Some("games")),
            ("Games", Some("games")),
            ("gmaes", Some("games")),
            ("simulation", Some("simulations")),
            ("generatoins", Some("generations")),
            ("sed", Some("seed")),
            ("width", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), nearest_one, "{word}");
        }
        assert_eq!(nearest("word", []), None);
    }
}
