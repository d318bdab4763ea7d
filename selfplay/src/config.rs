//! Configuration of the generator.

use std::{path::PathBuf, sync::Arc};

use damier_endgames::{EndgameError, EndgameTablebase};
use damier_engine::search::mcts::GumbelParams;
use damier_rules::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most plies a game may be allowed.
pub const MAX_PLIES: u32 = 10_000;
/// The most games a chunk may be given: even long games with many moves stay below the format's limit.
pub const MAX_PER_CHUNK: u64 = 1_000;
/// The most plies an opening may have.
pub const MAX_OPENING: u32 = 200;

/// How games are generated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateConfig {
    /// Games of a generation.
    #[schemars(range(min = 1))]
    pub games: u64,
    /// Games of a chunk file.
    #[schemars(range(min = 1, max = MAX_PER_CHUNK))]
    pub games_per_chunk: u64,
    /// What chooses the moves.
    pub search: SearchConfig,
    /// Simulations of a full search, or nodes of an alpha-beta search.
    #[schemars(range(min = 2))]
    pub simulations: u32,
    /// Playout cap randomisation: share of the plies that get a full search and become targets.
    ///
    /// The others get [`fast_simulations`](Self::fast_simulations) without noise, and no policy target.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub full_share: f64,
    /// Simulations of a fast search.
    #[schemars(range(min = 2))]
    pub fast_simulations: u32,
    /// Moves that sequential halving starts with; tree search only, as `noise` to `value_scale`.
    #[schemars(range(min = 1))]
    pub considered: usize,
    /// Scale of the Gumbel noise of a full search.
    #[schemars(range(min = 0))]
    pub noise: f32,
    /// Plies of a game, opening included, up to which full searches have noise; later ones play the best.
    pub noisy_plies: u32,
    /// Weight of the values against the priors before any visit: c_visit of Gumbel AlphaZero.
    #[schemars(range(min = 0))]
    pub visit_offset: f32,
    /// Scale of the values against the priors: c_scale of Gumbel AlphaZero.
    #[schemars(range(min = 0))]
    pub value_scale: f32,
    /// Share of the handcrafted evaluation in the values and priors of the searches; the rest is the net's. For games that
    /// random play does not finish: begin with 1 and let the stages of a run fade it out.
    #[schemars(range(min = 0, max = 1))]
    pub guide: f32,
    /// Plies, opening included, after which a game is broken off as a draw.
    #[schemars(range(min = 1, max = MAX_PLIES))]
    pub ply_cap: u32,
    /// How games begin.
    pub opening: OpeningConfig,
    /// When a player resigns; absent: never.
    pub resignation: Option<ResignationConfig>,
    /// When a game is adjudicated; absent: never.
    pub adjudication: Option<AdjudicationConfig>,
    /// A folder of endgame tables (`damier endgames build`): a game ends with the outcome that they know as soon
    /// as they know the position; absent: no tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endgames: Option<PathBuf>,
}

/// What chooses the moves of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchConfig {
    /// Tree search with Gumbel noise; its policy targets are distributions.
    #[default]
    Tree,
    /// Alpha-beta search, between two players; its policy targets are the moves that it plays. From one opening it always
    /// plays the same game, so openings need enough random plies to differ.
    AlphaBeta,
}

/// How games begin. Two games of tree search in a row, an even one and the next, share their opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningConfig {
    /// The fewest random plies.
    #[schemars(range(max = MAX_OPENING))]
    pub min_plies: u32,
    /// The most random plies; their number is drawn evenly.
    #[schemars(range(max = MAX_OPENING))]
    pub max_plies: u32,
    /// The name of one of the game's opening tables, or a file of openings: a position or `moves …` a line, `#`
    /// begins a comment, or games; absent: the standard start position. Random plies come on top.
    pub ballots: Option<PathBuf>,
    /// How far from an equal share the share of the point may be that the player to move after the opening expects,
    /// as the net sees it without a search; 1 is no bound. Other openings are drawn again.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub balance: f32,
}

/// When a player of a two-player game resigns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ResignationConfig {
    /// The expected share of the point below which a root value counts.
    #[schemars(range(min = 0), extend("exclusiveMaximum" = 0.5))]
    pub threshold: f32,
    /// Searches of the player in a row that have to count.
    #[schemars(range(min = 1))]
    pub plies: u32,
    /// Share of the games that are played on, to measure how often resigning would be wrong.
    #[schemars(range(min = 0, max = 1))]
    pub played_on: f64,
}

/// When a two-player game is broken off because the searches agree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdjudicationConfig {
    /// The expected share of the point that one player has to have.
    #[schemars(range(min = 0.5, max = 1))]
    pub win: f32,
    /// The probability of a draw that has to be reached.
    #[schemars(range(min = 0, max = 1))]
    pub draw: f32,
    /// Searches in a row, of both players, that have to agree.
    #[schemars(range(min = 1))]
    pub plies: u32,
    /// The first ply at which a draw may be adjudicated.
    pub draw_from: u32,
}

impl Default for GenerateConfig {
    fn default() -> Self {
        let GumbelParams { simulations, considered, noise, c_visit, c_scale } = GumbelParams::default();
        Self {
            games: 1_000,
            games_per_chunk: 200,
            search: SearchConfig::default(),
            simulations,
            full_share: 1.0,
            fast_simulations: 16,
            considered,
            noise,
            noisy_plies: 40,
            visit_offset: c_visit,
            value_scale: c_scale,
            guide: 0.0,
            ply_cap: 400,
            opening: OpeningConfig::default(),
            resignation: None,
            adjudication: None,
            endgames: None,
        }
    }
}

impl Default for OpeningConfig {
    fn default() -> Self {
        Self { min_plies: 2, max_plies: 8, ballots: None, balance: 1.0 }
    }
}

impl Default for ResignationConfig {
    fn default() -> Self {
        Self { threshold: 0.03, plies: 4, played_on: 0.1 }
    }
}

impl Default for AdjudicationConfig {
    fn default() -> Self {
        Self { win: 0.98, draw: 0.98, plies: 8, draw_from: 80 }
    }
}

/// A setting with an impossible value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{key} = {value}: has to be {wanted}")]
pub struct ConfigError {
    /// The key, as in the configuration file, below the generator's own table.
    pub key: &'static str,
    /// The value.
    pub value: String,
    /// What would do.
    pub wanted: &'static str,
}

/// `Err` where `holds` does not.
fn require(
    holds: bool,
    key: &'static str,
    value: impl ToString,
    wanted: &'static str,
) -> Result<(), ConfigError> {
    if holds { Ok(()) } else { Err(ConfigError { key, value: value.to_string(), wanted }) }
}

impl GenerateConfig {
    /// Checks every value.
    ///
    /// # Errors
    /// The first one that is impossible.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let at_least_0 = |number: f32| number.is_finite() && number >= 0.0;
        require(self.games >= 1, "games", self.games, "at least 1")?;
        let chunk = self.games_per_chunk;
        require((1..=MAX_PER_CHUNK).contains(&chunk), "games_per_chunk", chunk, "in 1..=1,000")?;
        require(self.simulations >= 2, "simulations", self.simulations, "at least 2")?;
        let share = self.full_share;
        require(share > 0.0 && share <= 1.0, "full_share", share, "above 0 and at most 1")?;
        require(self.fast_simulations >= 2, "fast_simulations", self.fast_simulations, "at least 2")?;
        require(self.considered >= 1, "considered", self.considered, "at least 1")?;
        require(at_least_0(self.noise), "noise", self.noise, "at least 0")?;
        require(at_least_0(self.visit_offset), "visit_offset", self.visit_offset, "at least 0")?;
        require(at_least_0(self.value_scale), "value_scale", self.value_scale, "at least 0")?;
        require((0.0..=1.0).contains(&self.guide), "guide", self.guide, "in 0..=1")?;
        require((1..=MAX_PLIES).contains(&self.ply_cap), "ply_cap", self.ply_cap, "in 1..=10,000")?;
        self.opening.validate(self.ply_cap)?;
        self.resignation.as_ref().map_or(Ok(()), ResignationConfig::validate)?;
        self.adjudication.as_ref().map_or(Ok(()), AdjudicationConfig::validate)
    }

    /// Opens the tables of [`endgames`](Self::endgames); `None` where there are to be none.
    ///
    /// # Errors
    /// The game has no tables, the folder has none of it, or one is damaged.
    pub fn open_tables<G: Game>(
        &self,
        game: &G,
    ) -> Result<Option<Arc<EndgameTablebase<G::Position>>>, EndgameError> {
        let open = |folder: &PathBuf| EndgameTablebase::open(game, folder);
        self.endgames.as_ref().map(open).transpose()
    }
}

impl OpeningConfig {
    fn validate(&self, ply_cap: u32) -> Result<(), ConfigError> {
        let (min, max) = (self.min_plies, self.max_plies);
        require(min <= max, "opening.min_plies", min, "at most opening.max_plies")?;
        let bound = MAX_OPENING.min(ply_cap - 1);
        require(max <= bound, "opening.max_plies", max, "at most 200 and below ply_cap")?;
        let balance = self.balance;
        require(balance > 0.0 && balance <= 1.0, "opening.balance", balance, "above 0 and at most 1")
    }
}

impl ResignationConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        let threshold = self.threshold;
        require((0.0..0.5).contains(&threshold), "resignation.threshold", threshold, "in 0..0.5")?;
        require(self.plies >= 1, "resignation.plies", self.plies, "at least 1")?;
        let share = self.played_on;
        require((0.0..=1.0).contains(&share), "resignation.played_on", share, "in 0..=1")
    }
}

impl AdjudicationConfig {
    fn validate(&self) -> Result<(), ConfigError> {
        require((0.5..=1.0).contains(&self.win), "adjudication.win", self.win, "in 0.5..=1")?;
        require((0.0..=1.0).contains(&self.draw), "adjudication.draw", self.draw, "in 0..=1")?;
        require(self.plies >= 1, "adjudication.plies", self.plies, "at least 1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_possible() {
        let config = GenerateConfig {
            resignation: Some(ResignationConfig::default()),
            adjudication: Some(AdjudicationConfig::default()),
            ..GenerateConfig::default()
        };
        assert_eq!(config.validate(), Ok(()));
    }

    #[test]
    fn impossible_values_are_named() {
        type Change = fn(&mut GenerateConfig);
        let cases: [(Change, &str); 7] = [
            (|config| config.games = 0, "games"),
            (|config| config.simulations = 1, "simulations"),
            (|config| config.full_share = f64::NAN, "full_share"),
            (|config| config.noise = -1.0, "noise"),
            (|config| config.opening.min_plies = 9, "opening.min_plies"),
            (|config| config.opening.balance = 0.0, "opening.balance"),
            (
                |config| {
                    config.resignation =
                        Some(ResignationConfig { threshold: 0.5, ..ResignationConfig::default() });
                },
                "resignation.threshold",
            ),
        ];
        for (change, key) in cases {
            let mut config = GenerateConfig::default();
            change(&mut config);
            assert_eq!(config.validate().expect_err("impossible").key, key);
        }
    }

    #[test]
    fn unknown_keys_are_refused() {
        let read = |json: &str| serde_json::from_str::<GenerateConfig>(json);
        assert_eq!(read("{}").expect("all defaults"), GenerateConfig::default());
        assert!(read(r#"{"simulation": 3}"#).is_err());
        assert!(read(r#"{"opening": {"plies": 3}}"#).is_err());
        assert!(read(r#"{"games": "many"}"#).is_err());
    }
}
