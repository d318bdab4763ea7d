//! What a network is for and how large it is.

use damier_rules::{Features, Game, MoveEncoding, Position, player::MAX_PLAYERS};

use super::error::NetError;
use crate::evaluation::value_classes;

/// The most value outputs that a net has; see [`Arch::outputs`].
pub const OUTPUTS_MAX: usize = MAX_PLAYERS + 1;
/// Plies per unit of the moves-left output.
pub const MOVES_LEFT_UNIT: f32 = 64.0;

/// The width is a multiple of this.
pub const WIDTH_STEP: usize = 32;
/// Every other layer size is a multiple of this.
pub const LAYER_STEP: usize = 16;
/// The largest width.
pub const WIDTH_MAX: usize = 4096;
/// The largest of every other layer size.
pub const LAYER_MAX: usize = 512;
/// The most features and policy rows.
pub const ROWS_MAX: usize = 1 << 22;
/// The most features active at once; beyond it rounding could overflow an accumulator.
pub const ACTIVE_MAX: usize = 1000;

/// The sizes that are chosen freely; the game gives the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Of the accumulator; a multiple of 32.
    pub width: usize,
    /// Of the value part of the first layer; a multiple of 16.
    pub hidden: usize,
    /// Of the policy vector, the other part of the first layer; a multiple of 16.
    pub policy: usize,
    /// Of the second value layer; a multiple of 16.
    pub value_hidden: usize,
}

/// The identity and all dimensions of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arch {
    /// The identity of the game whose net it is ([`Game::net_id`]).
    pub game: String,
    /// The number of players, 2 to 6.
    pub players: usize,
    /// The feature set's identity.
    pub feature_set: String,
    /// The number of features.
    pub features: usize,
    /// The most features active at once.
    pub max_active: usize,
    /// Rows of the policy head.
    pub policy_rows: usize,
    /// See [`Sizes::width`].
    pub width: usize,
    /// See [`Sizes::hidden`].
    pub hidden: usize,
    /// See [`Sizes::policy`].
    pub policy: usize,
    /// See [`Sizes::value_hidden`].
    pub value_hidden: usize,
}

impl Arch {
    /// The architecture of a net for `game` with one of its feature sets.
    ///
    /// # Errors
    /// The game has no such feature set, or a size is out of range.
    pub fn of<G: Game>(game: &G, feature_set: &str, sizes: Sizes) -> Result<Self, NetError> {
        let features = game.features(feature_set).ok_or_else(|| NetError::FeatureSet {
            game: game.id().to_owned(),
            found: feature_set.to_owned(),
            known: game.feature_sets().join(", "),
        })?;
        let arch = Self {
            game: game.net_id().to_owned(),
            players: game.start().players(),
            feature_set: features.id(),
            features: features.count(),
            max_active: features.max_active(),
            policy_rows: game.encoding().count(),
            width: sizes.width,
            hidden: sizes.hidden,
            policy: sizes.policy,
            value_hidden: sizes.value_hidden,
        };
        arch.validate()?;
        Ok(arch)
    }

    /// Checks every dimension.
    ///
    /// # Errors
    /// The first one that is out of range.
    pub fn validate(&self) -> Result<(), NetError> {
        for (name, value) in [("game", &self.game), ("feature set", &self.feature_set)] {
            if value.is_empty() || value.len() > usize::from(u8::MAX) {
                return Err(NetError::Name { name, value: value.clone() });
            }
        }
        if !(2..=MAX_PLAYERS).contains(&self.players) {
            let reason = format!("has to be in 2..={MAX_PLAYERS}");
            return Err(NetError::Dimension { name: "players", value: self.players, reason });
        }
        bounded("features", self.features, ROWS_MAX)?;
        bounded("max_active", self.max_active, ACTIVE_MAX.min(self.features))?;
        bounded("policy_rows", self.policy_rows, ROWS_MAX)?;
        stepped("width", self.width, WIDTH_STEP, WIDTH_MAX)?;
        stepped("hidden", self.hidden, LAYER_STEP, LAYER_MAX)?;
        stepped("policy", self.policy, LAYER_STEP, LAYER_MAX)?;
        stepped("value_hidden", self.value_hidden, LAYER_STEP, LAYER_MAX)
    }

    /// The number of classes of the value: win, draw and loss for two players, one per player for more.
    pub const fn value_classes(&self) -> usize {
        value_classes(self.players)
    }

    /// The number of value outputs: a logit per class, relative to the player to move, then moves left.
    pub const fn outputs(&self) -> usize {
        self.value_classes() + 1
    }

    /// The freely chosen sizes.
    pub fn sizes(&self) -> Sizes {
        Sizes { width: self.width, hidden: self.hidden, policy: self.policy, value_hidden: self.value_hidden }
    }

    /// Checks that a net of this architecture judges positions of `game`; `source_name` is the net's file
    /// for the error message.
    ///
    /// # Errors
    /// What differs.
    pub fn check_fits<G: Game>(&self, game: &G, source_name: &str) -> Result<(), NetError> {
        let misfit = |what, found: String, expected: String, remedy: String| {
            Err(NetError::Misfit { source_name: source_name.to_owned(), what, found, expected, remedy })
        };
        if self.game != game.net_id() {
            let remedy = format!("choose a net trained for {}", game.net_id());
            return misfit("game", self.game.clone(), game.net_id().to_owned(), remedy);
        }
        let Some(features) = game.features(&self.feature_set) else {
            let remedy = "train a net with a feature set that this version has".to_owned();
            let known = game.feature_sets().join(" or ");
            return misfit("feature set", self.feature_set.clone(), known, remedy);
        };
        for (what, found, expected) in [
            ("number of players", self.players, game.start().players()),
            ("number of features", self.features, features.count()),
            ("number of active features", self.max_active, features.max_active()),
            ("number of policy rows", self.policy_rows, game.encoding().count()),
        ] {
            if found != expected {
                let remedy = "the rules changed since it was trained: train a new one".to_owned();
                return misfit(what, found.to_string(), expected.to_string(), remedy);
            }
        }
        Ok(())
    }
}

fn bounded(name: &'static str, value: usize, max: usize) -> Result<(), NetError> {
    if value == 0 || value > max {
        return Err(NetError::Dimension { name, value, reason: format!("has to be in 1..={max}") });
    }
    Ok(())
}

fn stepped(name: &'static str, value: usize, step: usize, max: usize) -> Result<(), NetError> {
    if value == 0 || value > max || !value.is_multiple_of(step) {
        let reason = format!("has to be a multiple of {step} in {step}..={max}");
        return Err(NetError::Dimension { name, value, reason });
    }
    Ok(())
}
