//! Which items a worker may take.

use std::str::FromStr;

/// Which items a worker may take. Each class has subjects and a consumer of its own, and the broker gives none of them to
/// a worker that has no right to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Class {
    /// Games that can be played again, so that every worker may play them.
    #[default]
    Open,
    /// Games in which time bounds moves, too: no other machine repeats them, so they are believed.
    Trusted,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 2] = [Self::Open, Self::Trusted];

    /// Returns its word, in subjects and addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Trusted => "trusted",
        }
    }

    /// Returns the classes whose items a worker of this one takes, those first that fewer workers may take.
    pub fn takes(self) -> &'static [Self] {
        match self {
            Self::Open => &[Self::Open],
            Self::Trusted => &[Self::Trusted, Self::Open],
        }
    }

    /// Returns what the subjects of its items begin with, before a dot.
    pub fn subjects(self) -> String {
        format!("damier.work.{}", self.word())
    }

    /// Returns the name of the consumer of its items, which its workers share.
    pub fn consumer(self) -> String {
        format!("workers-{}", self.word())
    }
}

impl FromStr for Class {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|class| class.word() == text).ok_or(())
    }
}
