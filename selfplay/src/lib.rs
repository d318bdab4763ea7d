//! Self-play: the generator of game records ([`damier_records`]).
//!
//! A [`Generation`] plays the games that a folder of chunks still lacks, each from its own seed, on all threads of the
//! current rayon pool. A [`Shelf`] takes finished games into that folder, in any order and from anywhere.

mod adjudication;
pub mod config;
pub mod content;
mod found;
pub mod generate;
pub mod import;
pub mod journal;
pub mod net_play;
pub mod observer;
pub mod opening;
mod plan;
pub mod remote;
pub mod seed;
pub mod self_play;
pub mod shelf;

pub use config::{
    AdjudicationConfig, ConfigError, GenerateConfig, OpeningConfig, ResignationConfig, SearchConfig,
};
pub use damier_endgames::EndgameError;
pub use generate::{Generated, Generation};
pub use import::Imported;
pub use journal::Journal;
pub use net_play::{NetPlay, NetPlayError};
pub use observer::{Observer, Progress, Silent};
pub use opening::Ballots;
pub use remote::{Intake, Order, RemoteError, RemoteFigures, RemotePlay, TakeError, Taken};
pub use shelf::{Put, Shelf};
