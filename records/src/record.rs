//! A game as it was played and what the search found on the way.

use damier_rules::{Outcome, Player};

use crate::quantised::{PolicyTarget, RootValue};

/// One game: start position, plies, outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The index of the game within its generation, from 0.
    pub index: u64,
    /// The seed of the game's random generator.
    pub seed: u64,
    /// The start position in the game's own text; empty for the standard start position.
    pub start: String,
    /// The plies, in the order they were played.
    pub plies: Vec<Ply>,
    /// The final outcome, by seat.
    pub outcome: Outcome,
    /// How the game came to that outcome.
    pub ending: Ending,
    /// The first time a player's root values met the resignation rule. With [`Ending::Resigned`] it ended
    /// the game; otherwise the game was played on, to check the rule.
    pub resignation: Option<Resignation>,
}

/// One ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, as an index into the legal moves in canonical order.
    pub index: u32,
    /// How it was chosen.
    pub kind: PlyKind,
}

/// How a move was chosen, with what the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// Without a search, and not trained on: random or from a ballot, or announced from estimates.
    Opening,
    /// The only legal move, played without a search.
    Forced,
    /// By a search too short for a training target (playout cap randomisation).
    Fast {
        /// Simulations spent.
        simulations: u32,
        /// The root's value after the search, relative to the player to move.
        value: RootValue,
    },
    /// By a full search: a training target.
    Searched {
        /// Simulations spent.
        simulations: u32,
        /// The root's value after the search, relative to the player to move.
        value: RootValue,
        /// The improved policy, one probability per legal move in canonical order.
        policy: PolicyTarget,
    },
}

impl PlyKind {
    /// Simulations spent on this ply.
    pub fn simulations(&self) -> u32 {
        match self {
            Self::Opening | Self::Forced => 0,
            Self::Fast { simulations, .. } | Self::Searched { simulations, .. } => *simulations,
        }
    }

    /// The root's value, where there was a search; relative to the player to move.
    pub fn value(&self) -> Option<RootValue> {
        match self {
            Self::Opening | Self::Forced => None,
            Self::Fast { value, .. } | Self::Searched { value, .. } => Some(*value),
        }
    }

    /// The policy target, where the ply is one.
    pub fn policy(&self) -> Option<&PolicyTarget> {
        match self {
            Self::Searched { policy, .. } => Some(policy),
            _ => None,
        }
    }
}

/// How a game came to its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The rules ended it.
    Rules,
    /// A player resigned.
    Resigned,
    /// Both players' searches agreed for long enough, or endgame tables knew the outcome.
    Adjudicated,
    /// The generator's limit on the number of plies; the outcome is a draw.
    PlyCap,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Resigned, Self::Adjudicated, Self::PlyCap];

    /// A name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "by the rules",
            Self::Resigned => "by resignation",
            Self::Adjudicated => "by adjudication",
            Self::PlyCap => "at the ply cap",
        }
    }
}

/// A player's wish to resign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resignation {
    /// Who.
    pub player: Player,
    /// After how many plies of the record, so that `plies[ply]` is the first move after the wish.
    pub ply: u32,
}

impl GameRecord {
    /// The number of training targets: fully searched plies.
    pub fn targets(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kind.policy().is_some()).count()
    }

    /// Whether the game was played on although a player wished to resign, and that player did not lose.
    /// `None` where it says nothing about the resignation rule.
    pub fn false_resignation(&self) -> Option<bool> {
        let wish = self.resignation?;
        if self.ending == Ending::Resigned {
            return None;
        }
        Some(match self.outcome {
            Outcome::Win(winner) => winner == wish.player,
            Outcome::Draw => true,
            Outcome::Places(places) => {
                let own = places[wish.player.index()];
                places.iter().any(|place| *place > own)
            }
        })
    }
}
