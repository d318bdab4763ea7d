//! Exact values of all positions with few pieces.
//!
//! A game that numbers such positions ([`Game::tablebase_index`](damier_rules::Game::tablebase_index)) can have tables
//! of them: [`build`] computes them slice by slice by retrograde analysis and writes a file for each, [`verify`] compares
//! every value with those of its successors, and [`EndgameTablebase`] maps the files and answers searches through
//! the [`Tablebase`](damier_rules::Tablebase) of the rules. `docs/reference/endgame-format.md` specifies the files.
//!
//! The values are those of the rules without everything that counts moves or repetitions: a win may take longer
//! than a draw rule allows, and play without end is a draw.

mod block;
mod build;
mod counts;
mod error;
mod file;
mod folder;
mod slice_tables;
mod syzygy;
mod tables;
mod verify;
mod watch;

pub use build::{BuildPlan, Built, Completion, build};
pub use counts::Counts;
pub use error::EndgameError;
pub use file::{EXTENSION, MAGIC, VERSION};
pub use folder::{SliceSummary, file_names, game_folder, reads_syzygy, summaries};
pub use tables::{EndgameTablebase, open, open_if_any};
pub use verify::{Verified, verify};
pub use watch::{Silent, Watch};
