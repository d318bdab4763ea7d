//! Everything needed to play: the network's inference and the search.
//!
//! [`AnyEngine`] plays any game of `damier-rules`, by a net ([`net::Net::read`]) or by the game's handcrafted evaluation:
//!
//! ```
//! use damier_engine::{
//!     AnyEngine,
//!     engine::{EngineOptions, Judge},
//!     search::{Limits, StopHandle},
//! };
//! use damier_rules::{AnyGame, Game as _, History, Notation as _, NotationFormat::Native};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = AnyGame::of_id("tic-tac-toe")?;
//! let options = EngineOptions { memory_mib: 16, ..EngineOptions::default() };
//! let mut engine = AnyEngine::new(game.clone(), Judge::BuiltIn, options)?;
//! let mut position = game.start();
//! let mut history = History::new(&position);
//! for text in ["1", "4", "2", "5"] {
//!     let mv = game.parse_move(Native, &position, text)?;
//!     history.play(&mut position, mv);
//! }
//! let report = engine.think(&position, &history, &Limits::nodes(1000), &StopHandle::new(), &mut |_| {});
//! assert_eq!(game.move_text(Native, &position, report.best), "3");
//! # Ok(())
//! # }
//! ```
//!
//! [`Engine`] is the same for one type of game. [`session`] has positions and moves as texts, for other languages;
//! [`analysis`] judges whole games; [`search`] has the searches themselves, and [`net`] the network and its file.

pub mod analysis;
pub mod any;
pub mod engine;
pub mod evaluation;
pub mod guided;
pub mod handcrafted;
pub mod net;
pub mod opening_book;
pub mod search;
pub mod self_play;
pub mod session;
pub mod time;
pub mod toml_message;

pub use any::AnyEngine;
pub use engine::Engine;
pub use evaluation::{Evaluation, Evaluator, Value, Wdl};
pub use guided::Guided;
pub use handcrafted::HandcraftedEvaluator;
