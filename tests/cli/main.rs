//! The built command from end to end: what it prints, how it fails.

mod ablate;
mod analyse;
mod bench;
mod book;
mod chunks;
mod config;
mod contest;
mod convert;
mod curve;
mod endgames;
mod engine;
mod export;
mod games;
mod inspect;
mod judges;
#[cfg(target_os = "linux")]
mod memory;
mod nets;
mod perft;
mod play;
mod play_kept;
mod play_screens;
mod program;
mod results;
mod run;
mod run_repair;
mod selfplay;
#[cfg(feature = "page")]
mod serve;
mod tiny;
mod tournament;
mod train;
mod usage;
mod width;
