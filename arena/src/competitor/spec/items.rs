//! The items of a text, separated by commas: keys with values, and marks without.

use std::{fmt, str::FromStr};

/// The items of a spec; each is taken once, and what is left is an error.
pub(super) struct Items<'t> {
    items: Vec<(&'t str, Option<&'t str>)>,
}

impl<'t> Items<'t> {
    pub(super) fn of(text: &'t str) -> Result<Self, String> {
        let mut items = Vec::new();
        for item in text.split(',').map(str::trim).filter(|_| !text.is_empty()) {
            let (key, value) = match item.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (item, None),
            };
            if key.is_empty() || value == Some("") {
                return Err(format!("item {item:?} is empty; items are key=value, separated by commas"));
            }
            if items.iter().any(|(other, _)| *other == key) {
                return Err(format!("{key:?} is given twice"));
            }
            items.push((key, value));
        }
        Ok(Self { items })
    }

    pub(super) fn take(&mut self, key: &str) -> Result<Option<&'t str>, String> {
        let Some(at) = self.items.iter().position(|(other, _)| *other == key) else { return Ok(None) };
        let (_, value) = self.items.remove(at);
        value.map(Some).ok_or_else(|| format!("{key:?} needs a value: {key}=…"))
    }

    /// Returns all items whose keys begin like that, without the beginning.
    pub(super) fn take_all(&mut self, beginning: &str) -> Result<Vec<(&'t str, &'t str)>, String> {
        let mut taken = Vec::new();
        while let Some((key, name)) =
            self.items.iter().find_map(|(key, _)| Some((*key, key.strip_prefix(beginning)?)))
        {
            if name.is_empty() {
                return Err(format!("{key:?} needs a name: {key}NAME=VALUE"));
            }
            let value = self.take(key)?.unwrap_or_default();
            taken.push((name, value));
        }
        Ok(taken)
    }

    pub(super) fn take_number<T: FromStr + PartialOrd + fmt::Display + Copy>(
        &mut self,
        key: &str,
        low: T,
        high: T,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.take(key)? else { return Ok(None) };
        match value.parse() {
            Ok(number) if number >= low && number <= high => Ok(Some(number)),
            _ => Err(format!("{key}={value} has to be a whole number from {low} to {high}")),
        }
    }

    pub(super) fn take_mark(&mut self, key: &str) -> Result<bool, String> {
        let Some(at) = self.items.iter().position(|(other, _)| *other == key) else { return Ok(false) };
        match self.items.remove(at).1 {
            None => Ok(true),
            Some(value) => Err(format!("{key:?} takes no value, but has {value:?}")),
        }
    }

    /// An item without a value whose key ends like that: a file.
    pub(super) fn take_first(&mut self, ending: &str) -> Result<Option<&'t str>, String> {
        let Some(at) = self.items.iter().position(|(key, _)| key.ends_with(ending)) else { return Ok(None) };
        let (key, value) = self.items.remove(at);
        if value.is_some() { Err(format!("{key:?} takes no value")) } else { Ok(Some(key)) }
    }

    pub(super) fn end(self, known: &str) -> Result<(), String> {
        match self.items.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("unknown item {key:?}; there are {known}")),
        }
    }
}
