//! Tags: names and values before the moves.

use thiserror::Error;

use super::cursor::{Cursor, Failure};

/// Tags in their order, no name twice.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, at the end where it is a new one.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A tag speaks of something else than the game it should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the tag {tag}: {reason}")]
pub struct TagError {
    /// The tag.
    pub tag: &'static str,
    /// The reason, and the remedy.
    pub reason: String,
}

/// A tag as it was read.
pub(super) struct ReadTag {
    pub(super) name: String,
    pub(super) value: String,
    /// Where its value begins.
    pub(super) at: usize,
}

/// Reads all tags up to the first move.
pub(super) fn read_tags(cursor: &mut Cursor<'_>) -> Result<Vec<ReadTag>, Failure> {
    let mut tags: Vec<ReadTag> = Vec::new();
    while cursor.accept('[') {
        let at = cursor.at;
        let tag = read_tag(cursor)?;
        if tags.iter().any(|other| other.name == tag.name) {
            return Err(Failure::new(at, format!("the tag {} is given twice; remove one", tag.name)));
        }
        tags.push(tag);
    }
    Ok(tags)
}

fn read_tag(cursor: &mut Cursor<'_>) -> Result<ReadTag, Failure> {
    cursor.peek();
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
    if name.is_empty() {
        return Err(cursor.failure("the name of a tag is expected here"));
    }
    if !cursor.accept('"') {
        return Err(cursor.failure(format!("the value of the tag {name} is expected here, in quotes")));
    }
    let at = cursor.at;
    let mut value = String::new();
    loop {
        match cursor.next() {
            Some('"') => break,
            Some('\\') => value.extend(cursor.next()),
            Some('\n') | None => return Err(Failure::new(at, "this value has no closing quote")),
            Some(other) => value.push(other),
        }
    }
    if cursor.accept(']') {
        return Ok(ReadTag { name, value, at });
    }
    Err(cursor.failure("the tag's ] is expected here"))
}
