//! Self-play: the generator of game records ([`damier_records`]).
//!
//! A [`Generation`] plays the games that a folder of chunks still lacks ([`mod@plan`]), each from its own seed,
//! on all threads of the current rayon pool.

mod adjudication;
mod aside;
pub mod config;
pub mod generate;
pub mod journal;
pub mod net_play;
pub mod observer;
pub mod opening;
pub mod plan;
pub mod searcher;
pub mod seed;
pub mod self_play;

pub use config::{
    AdjudicationConfig, ConfigError, GenerateConfig, OpeningConfig, ResignationConfig, SearchConfig,
};
pub use damier_endgames::EndgameError;
pub use generate::{Generated, Generation};
pub use journal::Journal;
pub use net_play::{NetPlay, NetPlayError};
pub use observer::{Observer, Progress, Silent};
pub use opening::Ballots;
pub use plan::{ChunkPlan, plan};
pub use searcher::{AlphaBetaSearcher, Searcher, TreeSearcher};
