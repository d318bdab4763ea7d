//! Who may work for a fleet, and who no longer: `workers.toml`.

use damier_engine::toml_message::{in_plain_words, line_and_column};
use nkeys::{KeyPair, KeyPairType};
use serde::{Deserialize, Serialize};

use crate::{access::check_worker_name, class::Class};

/// The workers of a fleet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Those that may connect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<Worker>,
    /// Those that no longer may. Their names are not given again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<Banned>,
}

/// A worker that may connect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Its public NKEY.
    pub key: String,
    /// Whether it may play games that no other machine repeats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trusted: bool,
}

impl Worker {
    /// Returns the class of the items that it may take.
    pub fn class(&self) -> Class {
        if self.trusted { Class::Trusted } else { Class::Open }
    }
}

/// A worker that no longer may connect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banned {
    /// Its name.
    pub name: String,
    /// The public NKEY that it had.
    pub key: String,
    /// Why, in one line.
    pub reason: String,
}

impl Roster {
    /// Reads the text of a `workers.toml`.
    ///
    /// # Errors
    /// The place and the reason, in one line: no TOML, unknown keys, names or keys that cannot be, or a name twice.
    pub fn parse(text: &str) -> Result<Self, String> {
        let roster: Self = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
            format!("line {line}, column {column}: {}", in_plain_words(error.message()))
        })?;
        let names = || {
            let banned = roster.banned.iter().map(|banned| (&banned.name, &banned.key));
            roster.invited.iter().map(|worker| (&worker.name, &worker.key)).chain(banned)
        };
        for (index, (name, key)) in names().enumerate() {
            check_worker_name(name).map_err(|reason| reason.to_string())?;
            if names().take(index).any(|(other, _)| other == name) {
                return Err(format!("the name {name} is there twice"));
            }
            // Keys go into the broker's configuration.
            let pair = KeyPair::from_public_key(key);
            if !pair.is_ok_and(|pair| pair.key_pair_type() == KeyPairType::User) {
                return Err(format!(
                    "the key of {name} is no public NKEY of a user (56 characters from U on)"
                ));
            }
        }
        Ok(roster)
    }

    /// Returns the text that [`parse`](Self::parse) reads.
    pub fn to_toml(&self) -> String {
        let lists = toml::to_string(self).expect("a roster has only TOML's types");
        format!("# Written by `damier fleet invite` and `damier fleet ban`.\n{lists}")
    }

    /// Returns the worker of a name that may connect.
    pub fn invited(&self, name: &str) -> Option<&Worker> {
        self.invited.iter().find(|worker| worker.name == name)
    }

    /// Returns the worker of a name that no longer may connect.
    pub fn banned(&self, name: &str) -> Option<&Banned> {
        self.banned.iter().find(|banned| banned.name == name)
    }

    /// Adds a worker.
    pub(crate) fn invite(&mut self, name: &str, key: String) {
        self.invited.push(Worker { name: name.to_owned(), key, trusted: false });
    }

    /// Trusts a worker that may connect; `false` where it is trusted already.
    pub(crate) fn trust(&mut self, name: &str) -> bool {
        let untrusted = self.invited.iter_mut().find(|worker| worker.name == name && !worker.trusted);
        untrusted.map(|worker| worker.trusted = true).is_some()
    }

    /// Takes a worker from those that may connect, and remembers why; `false` where it is not among them.
    pub(crate) fn ban(&mut self, name: &str, reason: &str) -> bool {
        let Some(index) = self.invited.iter().position(|worker| worker.name == name) else { return false };
        let Worker { name, key, .. } = self.invited.remove(index);
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        self.banned.push(Banned { name, key, reason });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> String {
        KeyPair::new_user().public_key()
    }

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let mut roster = Roster::default();
        assert_eq!(Roster::parse(&roster.to_toml()), Ok(roster.clone()));
        for name in ["anna", "bob", "eve"] {
            roster.invite(name, key());
        }
        assert!(roster.trust("anna") && !roster.trust("anna") && !roster.trust("carla"));
        let classes = ["anna", "bob"].map(|name| roster.invited(name).map(Worker::class));
        assert_eq!(classes, [Some(Class::Trusted), Some(Class::Open)]);
        assert!(roster.ban("eve", "game 17 of generation 2\nis \"wrong\""));
        assert_eq!(Roster::parse(&roster.to_toml()), Ok(roster.clone()));
        assert!(roster.invited("eve").is_none() && roster.invited("bob").is_some());
        assert_eq!(
            roster.banned("eve").map(|banned| &*banned.reason),
            Some("game 17 of generation 2 is \"wrong\"")
        );
        assert!(!roster.ban("eve", ""), "it is banned already");
    }

    #[test]
    fn what_cannot_be_is_named() {
        let (key, account) = (key(), KeyPair::new_account().public_key());
        let entry = |name: &str, key: &str| format!("[[invited]]\nname = \"{name}\"\nkey = \"{key}\"\n");
        for (text, part) in [
            (entry("anna", &key).repeat(2), "the name anna is there twice"),
            (entry("a.b", &key), "`a.b` is no name"),
            (entry("coordinator", &key), "is taken"),
            (entry("anna", &account), "the key of anna"),
            (entry("anna", "U }"), "the key of anna"),
            (entry("anna", &key) + "more = 1", "line 4, column 1: unknown key `more`"),
            (
                format!("{}[[banned]]\nname = \"anna\"\nkey = \"{key}\"\nreason = \"\"", entry("anna", &key)),
                "twice",
            ),
            ("[[invited".to_owned(), "line 1"),
        ] {
            let error = Roster::parse(&text).expect_err(&text);
            assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
