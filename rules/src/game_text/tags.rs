//! Tags: names and values before the moves.

use thiserror::Error;

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

    /// Removes a tag.
    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(tag, _)| tag != name);
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
