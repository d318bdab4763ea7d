//! Training: from game records to a network, with burn.
//!
//! Records become [`example`]s, which fill a growing [`window`]; a [`sampler`] draws from it, the positions
//! become a [`batch`], a [`learner`] improves the weights, and the [`trainer`] puts all of it together. The
//! network that comes out is a [`FloatNet`](damier_engine::net::FloatNet), to be quantised.

pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod device;
mod encoded;
pub mod error;
pub mod example;
pub mod fake_quantisation;
#[cfg(feature = "device")]
mod kernels;
pub mod learner;
pub mod lists;
pub mod loss;
mod matrix;
pub mod metrics;
pub mod optimizer;
pub mod packed;
#[cfg(feature = "device")]
mod parameter_layout;
mod prefetcher;
pub mod run;
pub mod sampler;
pub mod schedule;
pub mod sparse;
pub mod teacher;
pub mod tensorboard;
pub mod trainer;
pub mod training_window;
mod vectorised;
pub mod window;

pub use config::TrainConfig;
pub use error::TrainError;
pub use example::{GameExamples, GameKey, PolicyShare};
pub use metrics::Measures;
pub use trainer::{Observer, StepReport, TrainSummary, Trainer};
pub use training_window::TrainingWindow;
pub use window::Window;
