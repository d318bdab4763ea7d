//! The loop: generate, train, export, measure, generation after generation.
//!
//! A run lives in one directory ([`RunDirectory`]); everything in it is either an immutable file that
//! was renamed into place or can be derived again, so the loop ([`run`]) can be killed at any instant and
//! started again with the same command. What is random is seeded by the run's seed, the generation and
//! the game or step, so an interrupted run ends with the same bytes as one that was not. The state knows the checksums of
//! all files, and what is missing or altered is made again.
//!
//! The first two parts of a generation are there by themselves: [`selfplay()`] and [`fit()`], made of the same
//! pieces.

mod ahead;
mod config;
mod curves;
mod cycle;
mod difference;
mod directory;
mod directory_error;
mod dispatch;
mod error;
mod exporting;
mod fit;
mod generating;
mod kinship;
mod loading;
mod manifest;
mod measure;
mod observer;
pub mod reference;
mod repair;
mod selfplay;
mod state;
mod stepping;
mod stopwatch;
mod training_identity;
mod underway;

pub use config::{ConfigError, MeasureConfig, NetConfig, Previous, RunConfig, StageConfig};
pub use cycle::{RunSummary, Services, run};
pub use directory::RunDirectory;
pub use directory_error::DirectoryError;
pub use error::RunError;
pub use fit::{AfterFit, FitSummary, FitTask, Fitted, fit};
pub use loading::TeacherTask;
pub use measure::{Measure, Measured, Task};
pub use observer::{RunObserver, Stage, StageObserver};
pub use selfplay::{SelfplayTask, selfplay};
pub use state::{GenerationState, PlannedSteps, RunState};
pub use underway::Underway;
