//! The options of an engine, as the feature `option` declares them.

use crate::uci::{Kind, OptionDeclaration};

/// What separates the values of a combo.
const SEPARATOR: &str = "///";
/// What marks its present value.
const PRESENT: char = '*';

/// Writes the value of the feature `option`: `Hash -spin 64 1 1024`.
pub fn option_text(option: &OptionDeclaration) -> String {
    let name = &option.name;
    match &option.kind {
        Kind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        Kind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        Kind::Combo { default, values } => {
            let value = |value: &String| match value == default {
                true => format!("{PRESENT}{value}"),
                false => value.clone(),
            };
            let values: Vec<String> = values.iter().map(value).collect();
            format!("{name} -combo {}", values.join(&format!(" {SEPARATOR} ")))
        }
        Kind::Button => format!("{name} -button"),
        Kind::Text { default } => format!("{name} -string {default}").trim_end().to_owned(),
    }
}

/// Reads the value of the feature `option`; `None` where it declares none.
pub fn read_option(text: &str) -> Option<OptionDeclaration> {
    let at = text.match_indices(" -").map(|(at, _)| at).find(|at| kind(&text[at + 2..]).is_some())?;
    let name = text[..at].trim();
    let kind = kind(&text[at + 2..])?;
    (!name.is_empty()).then(|| OptionDeclaration { name: name.to_owned(), kind })
}

/// Reads the kind of an option, with its values.
fn kind(text: &str) -> Option<Kind> {
    let (word, rest) = super::words::split_word(text);
    Some(match word {
        "button" | "save" | "reset" => Kind::Button,
        "check" => Kind::Check { default: rest == "1" },
        "spin" | "slider" => {
            let numbers: Vec<i64> =
                rest.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            let [default, min, max] = numbers[..] else { return None };
            Kind::Spin { default, min, max }
        }
        "combo" => {
            let values: Vec<&str> = rest.split(SEPARATOR).map(str::trim).collect();
            let present = values.iter().find(|value| value.starts_with(PRESENT)).or(values.first());
            // A second mark would be one where the value is written.
            let plain = |value: &&str| {
                value
                    .trim_start_matches(|letter: char| letter == PRESENT || letter.is_whitespace())
                    .to_owned()
            };
            let default = present.map(plain).unwrap_or_default();
            Kind::Combo { default, values: values.iter().map(plain).collect() }
        }
        "string" | "file" | "path" => Kind::Text { default: rest.to_owned() },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_option_is_read_and_written() {
        for text in [
            "Own Book -check 1",
            "Move Overhead -spin 20 0 10000",
            "Search -combo tree /// *suited /// alpha-beta",
            "Clear Hash -button",
            "EvalFile -string /nets/a net.dmn",
            "EvalFile -string",
        ] {
            let option = read_option(text).expect(text);
            assert_eq!(option_text(&option), text);
        }
        for (text, written) in [
            ("Skill -slider 3 0 10", "Skill -spin 3 0 10"),
            ("Book File -file a.bin", "Book File -string a.bin"),
            ("Style -combo calm /// wild", "Style -combo *calm /// wild"),
            ("Style -combo calm /// * *wild", "Style -combo calm /// *wild"),
            ("Style -combo *calm /// **wild", "Style -combo *calm /// wild"),
            ("Save - now -save", "Save - now -button"),
        ] {
            assert_eq!(read_option(text).map(|option| option_text(&option)).as_deref(), Some(written));
        }
        for text in ["", "Hash", "Hash -spin 1 2", "Hash -spin a b c", "-check 1", "Hash -number 3"] {
            assert_eq!(read_option(text), None, "{text:?}");
        }
    }
}
