//! Reference of the configuration: every key with its meaning, default and range, from the types themselves.

mod page;

use damier_selfplay::{AdjudicationConfig, ResignationConfig};
use schemars::schema_for;
use serde_json::Value;

use super::{RunConfig, StageConfig};

pub use page::{page, wrapped};

/// Smallest configuration; what it does not name has its default.
const SMALLEST: &str = "game = \"GAME\"\ngenerations = 1\nsteps = 1\n[net]\n[selfplay]\n[train]\n";

/// Table of a configuration: its name, its meaning and its keys.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceTable {
    /// Name, such as `selfplay.opening`; empty for the run itself, `[stage]` for a list.
    pub name: String,
    /// Meaning, in words.
    pub meaning: String,
    /// Keys, in the order in which runs write them.
    pub keys: Vec<ReferenceKey>,
}

/// Key of a configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceKey {
    /// Name with that of its table, such as `selfplay.opening.balance`.
    pub path: String,
    /// Meaning with its unit, in words.
    pub meaning: String,
    /// Type and range, such as "number, above 0 and at most 1".
    pub range: String,
    /// Words that are allowed, each with its meaning; empty where any value of the type may be.
    pub choices: Vec<(String, String)>,
    /// What holds where the key is missing.
    pub default: KeyDefault,
}

/// What holds where a key is missing.
#[derive(Clone, PartialEq, Debug)]
pub enum KeyDefault {
    /// The configuration is refused.
    Needed,
    /// Nothing is set, and what the meaning says then holds.
    Absent,
    /// This value, as TOML.
    Value(String),
}

impl KeyDefault {
    /// Returns what holds, in words, with `quote` on both sides of a value.
    pub fn words(&self, quote: &str) -> String {
        match self {
            Self::Needed => "has to be given".to_owned(),
            Self::Absent => "absent by default".to_owned(),
            Self::Value(value) => format!("default {quote}{value}{quote}"),
        }
    }
}

/// Returns the JSON schema of a configuration, for editors.
pub fn schema() -> Value {
    let mut schema = schema_for!(RunConfig).to_value();
    shorten_defaults(&mut schema);
    schema
}

/// Gives numbers in defaults the digits that they have in a configuration: `f32` has fewer than JSON would write.
fn shorten_defaults(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let short = number
                .as_f64()
                .map(|number| (number as f32).to_string())
                .and_then(|text| text.parse::<f64>().ok());
            if let Some(short) = short.and_then(serde_json::Number::from_f64) {
                *number = short;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(shorten_defaults),
        Value::Object(values) => values.values_mut().for_each(shorten_defaults),
        _ => {}
    }
}

/// Returns all tables with their keys.
pub fn reference() -> Vec<ReferenceTable> {
    let schema = schema();
    let mut tables = vec![table(&schema, String::new(), &schema)];
    for line in complete().lines() {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        if let Some(name) = name {
            tables.push(table(&schema, name.to_owned(), described(&schema, name)));
        } else if let Some((key, value)) = line.split_once(" = ") {
            let table = tables.last_mut().expect("the run's own at least");
            let key = self::key(&schema, &table.name, key, value);
            table.keys.push(key);
        }
    }
    tables
}

/// Returns the text of a configuration that names every key; defaults where there are any.
fn complete() -> String {
    let mut config: RunConfig = toml::from_str(SMALLEST).expect("a configuration");
    config.selfplay.opening.ballots = Some("FILE".into());
    config.selfplay.resignation = Some(ResignationConfig::default());
    config.selfplay.adjudication = Some(AdjudicationConfig::default());
    config.selfplay.endgames = Some("DIR".into());
    config.measure.nodes = Some(1);
    config.stages = vec![StageConfig {
        from_generation: 1,
        games: Some(1),
        simulations: Some(2),
        guide: Some(0.0),
        steps: Some(1),
    }];
    toml::to_string(&config).expect("a configuration has only TOML's types")
}

fn table(schema: &Value, name: String, described: &Value) -> ReferenceTable {
    let own = resolved(schema, described)["description"].as_str().unwrap_or_default();
    ReferenceTable {
        name,
        meaning: words(described["description"].as_str().unwrap_or(own)),
        keys: Vec::new(),
    }
}

fn key(schema: &Value, table: &str, name: &str, value: &str) -> ReferenceKey {
    let table_schema = if table.is_empty() { schema } else { resolved(schema, described(schema, table)) };
    let property = &table_schema["properties"][name];
    let kind = resolved(schema, property);
    let needed =
        table_schema["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name));
    let default = match (needed, is_optional(property)) {
        (true, _) => KeyDefault::Needed,
        (false, true) => KeyDefault::Absent,
        (false, false) => KeyDefault::Value(value.to_owned()),
    };
    let table = table.trim_matches(['[', ']']);
    ReferenceKey {
        path: if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") },
        meaning: words(property["description"].as_str().or(kind["description"].as_str()).unwrap_or_default()),
        range: range(kind),
        choices: choices(kind),
        default,
    }
}

/// Returns the schema of a table's place in its parent, by a name such as `selfplay.opening` or `[stage]`.
fn described<'s>(schema: &'s Value, name: &str) -> &'s Value {
    name.trim_matches(['[', ']'])
        .split('.')
        .fold(schema, |place, part| &resolved(schema, place)["properties"][part])
}

/// Returns the schema that a place refers to: the definition, the items of a list, or what may be absent.
fn resolved<'s>(schema: &'s Value, place: &'s Value) -> &'s Value {
    if let Some(reference) = place["$ref"].as_str() {
        return &schema["$defs"][reference.rsplit('/').next().unwrap_or_default()];
    }
    if let Some(options) = place["anyOf"].as_array() {
        return options.first().map_or(place, |first| resolved(schema, first));
    }
    if place["items"]["$ref"].is_string() { resolved(schema, &place["items"]) } else { place }
}

fn is_optional(property: &Value) -> bool {
    let has_null =
        |list: &Value| list.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
    has_null(&property["type"])
}

/// Returns the type of a value and its limits, in words.
fn range(kind: &Value) -> String {
    let name = match kind["type"].as_str().or_else(|| kind["type"][0].as_str()) {
        Some("integer") => "whole number",
        Some("number") => "number",
        Some("array") => "list of texts",
        _ => "text",
    };
    let limit =
        |key: &str, words: &str| kind[key].as_f64().map(|limit| format!("{words} {}", grouped(limit)));
    let least = limit("exclusiveMinimum", "above").or_else(|| limit("minimum", "at least"));
    let most = limit("exclusiveMaximum", "below").or_else(|| limit("maximum", "at most"));
    let of = limit("multipleOf", "a multiple of");
    let limits: Vec<String> = [least, most, of].into_iter().flatten().collect();
    if limits.is_empty() { name.to_owned() } else { format!("{name}, {}", limits.join(" and ")) }
}

/// Returns a number with its thousands set apart.
fn grouped(number: f64) -> String {
    if number == i64::MAX as f64 {
        return "2^63 - 1".to_owned();
    }
    let text = number.to_string();
    if number.fract() != 0.0 || number.abs() < 10_000.0 {
        return text;
    }
    let digits: Vec<&str> =
        text.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    digits.join(",")
}

fn choices(kind: &Value) -> Vec<(String, String)> {
    let choice = |one: &Value| {
        Some((one["const"].as_str()?.to_owned(), words(one["description"].as_str().unwrap_or_default())))
    };
    kind["oneOf"].as_array().into_iter().flatten().filter_map(choice).collect()
}

/// Returns a doc comment as plain text: without line breaks and links to code.
fn words(comment: &str) -> String {
    let mut text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some((start, middle)) =
        text.match_indices("[`").find_map(|(at, _)| Some((at, at + text[at..].find("`]")?)))
    {
        let rest = &text[middle + 2..];
        let after =
            if rest.starts_with('(') { rest.find(')').map_or(rest, |end| &rest[end + 1..]) } else { rest };
        text = format!("{}{}{after}", &text[..start], &text[start + 1..=middle]);
    }
    text
}

/// Returns the keys whose path is `name` or ends with it, or those of the table `name`.
pub fn find(name: &str) -> Vec<ReferenceKey> {
    let keys: Vec<ReferenceKey> = reference().into_iter().flat_map(|table| table.keys).collect();
    let ends = |key: &&ReferenceKey| key.path == name || key.path.ends_with(&format!(".{name}"));
    let found: Vec<ReferenceKey> = keys.iter().filter(ends).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    keys.into_iter().filter(|key| key.path.starts_with(&format!("{name}."))).collect()
}

/// Returns all paths.
pub fn paths() -> Vec<String> {
    reference().into_iter().flat_map(|table| table.keys).map(|key| key.path).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Returns the limits of each number: path, and the JSON schema of its value.
    fn limits() -> Vec<(String, Value)> {
        let schema = schema();
        let of_table = |table: ReferenceTable| {
            let place = if table.name.is_empty() {
                &schema
            } else {
                resolved(&schema, described(&schema, &table.name))
            };
            let kind = |key: &ReferenceKey| {
                let name = key.path.rsplit('.').next().expect("a name");
                (key.path.clone(), resolved(&schema, &place["properties"][name]).clone())
            };
            table.keys.iter().map(kind).collect::<Vec<_>>()
        };
        reference().into_iter().flat_map(of_table).collect()
    }

    /// Returns whether a complete configuration with another value of a key is accepted.
    fn accepts(path: &str, value: &toml::Value) -> bool {
        let mut config: toml::Table = complete().parse().expect("TOML");
        if !path.starts_with("stage.") {
            config.remove("stage");
        }
        let mut place = &mut config;
        let mut parts = path.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                place.insert(part.to_owned(), value.clone());
                break;
            }
            let below = place.get_mut(part).expect("a table");
            place = match below {
                toml::Value::Array(tables) => tables[0].as_table_mut().expect("a table"),
                below => below.as_table_mut().expect("a table"),
            };
        }
        RunConfig::parse(&config.to_string(), Path::new("test.toml")).is_ok()
    }

    #[test]
    fn every_key_is_explained() {
        let keys: Vec<ReferenceKey> = reference().into_iter().flat_map(|table| table.keys).collect();
        assert!(keys.len() > 60, "{}", keys.len());
        for key in &keys {
            assert!(key.meaning.ends_with('.') && !key.meaning.contains("]("), "{key:?}");
        }
        let full_share = keys.iter().find(|key| key.path == "selfplay.full_share").expect("there");
        assert_eq!(full_share.range, "number, above 0 and at most 1");
        assert_eq!(full_share.default, KeyDefault::Value("1.0".to_owned()));
        assert_eq!(find("full_share"), std::slice::from_ref(full_share));
        let search = keys.iter().find(|key| key.path == "selfplay.search").expect("there");
        assert_eq!(search.choices.len(), 2);
    }

    #[test]
    fn limits_of_the_reference_are_those_of_the_check() {
        for (path, kind) in limits() {
            let whole = kind["type"].as_str().or_else(|| kind["type"][0].as_str()) == Some("integer");
            let value = |number: f64| {
                if whole { toml::Value::Integer(number as i64) } else { toml::Value::Float(number) }
            };
            let beyond = |number: f64, up: bool| match (whole, up) {
                (true, up) => number + if up { 1.0 } else { -1.0 },
                (false, up) => number + if up { 0.01 } else { -0.01 },
            };
            for (key, up) in [("minimum", false), ("maximum", true)] {
                if let Some(limit) = kind[key].as_f64().filter(|limit| limit.abs() < 1e15) {
                    assert!(!accepts(&path, &value(beyond(limit, up))), "{path} {key} {limit}");
                }
            }
            for key in ["exclusiveMinimum", "exclusiveMaximum"] {
                if let Some(limit) = kind[key].as_f64() {
                    assert!(!accepts(&path, &value(limit)), "{path} {key} {limit}");
                }
            }
        }
    }
}
