//! The result of a game.

use std::fmt;

use damier_rules::{Outcome, Player};

/// The result of a game, as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

const NAMES: [(&str, GameResult); 4] = [
    ("1-0", GameResult::WhiteWins),
    ("0-1", GameResult::BlackWins),
    ("1/2-1/2", GameResult::Draw),
    ("*", GameResult::Unfinished),
];

impl GameResult {
    /// Reads a result.
    pub fn parse(text: &str) -> Option<Self> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, result)| *result)
    }

    /// Returns the result of a game between two players.
    pub fn of_outcome(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Player::FIRST)) => Self::WhiteWins,
            Some(Outcome::Win(_)) => Self::BlackWins,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::Places(_)) | None => Self::Unfinished,
        }
    }

    /// Returns who wins.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::WhiteWins => Some(Player::FIRST),
            Self::BlackWins => Some(Player::SECOND),
            Self::Draw | Self::Unfinished => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(NAMES.iter().find(|(_, result)| result == self).map_or("*", |(name, _)| name))
    }
}
