//! Everything needed to play: the network's inference and the search.

pub mod analysis;
pub mod any;
pub mod engine;
pub mod evaluation;
pub mod judge;
pub mod net;
pub mod opening_book;
pub mod search;
pub mod session;
pub mod time;
pub mod toml_message;

pub use any::AnyEngine;
pub use engine::Engine;
pub use evaluation::{Evaluation, Evaluator, Value, Wdl};
pub use judge::{Guided, JudgeEvaluator};
