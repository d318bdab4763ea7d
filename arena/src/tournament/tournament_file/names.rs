//! The words that keys take.

use serde::{Deserialize, Serialize};

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormatName {
    RoundRobin,
    Gauntlet,
    Groups,
    Knockout,
    Swiss,
    Ladder,
    TeamBoards,
    TeamAll,
}

/// What follows groups, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LastName {
    Knockout,
    RoundRobin,
    None,
}

/// The match for the third place, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ThirdPlaceName {
    Played,
    Shared,
}

/// What counts, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CountName {
    #[default]
    Games,
    Encounters,
}
