//! Self-play: the game records, their chunk files, and the generator that makes them.
//!
//! A [`GameRecord`] holds a start position, the moves and what the search found at the root of each
//! searched ply; it holds no features, so records outlive feature sets. Records are stored in chunk
//! files ([`chunk`]), read back by [`reader`], replayed and checked against the rules by [`replay`] and
//! [`mod@validate`], and described by [`summary`]. The file format is specified in `docs/reference/record-format.md`.
//!
//! A [`Generation`] plays the games that a folder of chunks still lacks ([`mod@plan`]), each from its own seed,
//! on all threads of the current rayon pool.

mod adjudication;
pub mod chunk;
pub mod codec;
pub mod config;
pub mod error;
pub mod fingerprint;
pub mod folder;
pub mod generate;
pub mod import;
pub mod journal;
pub mod observer;
pub mod opening;
pub mod plan;
pub mod quantised;
pub mod reader;
pub mod record;
pub mod replay;
pub mod searcher;
pub mod seed;
pub mod self_play;
pub mod summary;
pub mod text;
pub mod validate;

pub use chunk::{ChunkHeader, write_chunk};
pub use config::{
    AdjudicationConfig, ConfigError, GenerateConfig, OpeningConfig, ResignationConfig, SearchConfig,
};
pub use error::RecordError;
pub use fingerprint::Fingerprint;
pub use folder::ChunkName;
pub use generate::{Generated, Generation};
pub use import::{NoRecord, record_of};
pub use journal::Journal;
pub use observer::{Observer, Progress, Silent};
pub use opening::Ballots;
pub use plan::{ChunkPlan, plan};
pub use quantised::{PolicyTarget, RootValue};
pub use reader::{Chunk, Damage, OnDamage, read_chunk};
pub use record::{Ending, GameRecord, Ply, PlyKind, Resignation};
pub use replay::{Replay, Step};
pub use searcher::{AlphaBetaSearcher, Searcher, TreeSearcher};
pub use summary::Summary;
pub use text::game_text_of;
pub use validate::validate;
