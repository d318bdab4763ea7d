//! The rules of board games, and nothing else.
//!
//! Every game is a [`Game`]: it makes [`Position`]s, reads and writes their text, names their
//! symmetries, and says how a position becomes network features ([`Features`]) and how a move becomes
//! a policy row ([`MoveEncoding`]). The only place that lists the games is [`registry`].
//!
//! The crate does no input or output and knows no network.
//!
//! A game is chosen at run time as an [`AnyGame`]; its moves and positions are texts in its own notation:
//!
//! ```
//! use damier_rules::{AnyGame, Game as _, History, MoveList, Notation as _, NotationFormat::Native, Position as _};
//!
//! # fn main() -> Result<(), damier_rules::TextError> {
//! let game = AnyGame::of_id("russian")?;
//! let mut position = game.start();
//! let mut history = History::new(&position);
//! for text in ["c3-d4", "d6-c5"] {
//!     let mv = game.parse_move(Native, &position, text)?;
//!     history.play(&mut position, mv);
//! }
//! let mut moves = MoveList::new();
//! position.legal_moves(&mut moves);
//! let texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, &position, *mv)).collect();
//! assert_eq!(texts.len(), 7);
//! assert!(texts.contains(&"d4-e5".to_owned()));
//! assert_eq!(history.outcome(&position), None);
//! # Ok(())
//! # }
//! ```
//!
//! Code for one game takes its own type, which is faster, such as [`games::chess::Chess`]; code for every game is generic
//! over [`Game`] and reached by [`registry::dispatch`].

#![forbid(unsafe_code)]

pub mod any;
pub mod book;
pub mod conformance;
pub mod diagram;
pub mod display;
pub mod draw_rules;
pub mod encoding;
pub mod epd;
pub mod estimate;
pub mod features;
pub mod game;
mod game_so_far;
pub mod game_text;
pub mod games;
mod handicap;
pub mod heuristics;
pub mod history;
pub mod layout;
pub mod notation;
pub mod opening_table;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod playthrough;
pub mod position;
pub mod registry;
pub mod spelling;
pub mod symmetry;
pub mod syzygy_board;
pub mod tablebase;
pub mod tablebase_index;
pub mod tactics;
pub mod tags;
pub mod text_error;

pub use any::{AnyEncoder, AnyEncoding, AnyFeatures, AnyGame, AnyMove, AnyPosition};
pub use book::{BookLine, OpeningTable};
pub use diagram::Diagram;
pub use display::GameDisplay;
pub use draw_rules::DrawRules;
pub use encoding::MoveEncoding;
pub use estimate::Estimate;
pub use features::Features;
pub use game::Game;
pub use game_so_far::GameSoFar;
pub use game_text::GameText;
pub use heuristics::{BalancedOpenings, SearchHeuristics, SearchKind};
pub use history::History;
pub use layout::{Axis, Layout};
pub use notation::{Notation, NotationFormat};
pub use options::{GameOption, Options};
pub use outcome::Outcome;
pub use perft::{Counting, perft};
pub use player::Player;
pub use position::{MoveList, Position};
pub use symmetry::Symmetry;
pub use syzygy_board::SyzygyBoard;
pub use tablebase::Tablebase;
pub use tablebase_index::{EndingValue, TablebaseIndex, TablebaseLayout};
pub use tactics::{ForcedWin, Tactics};
pub use tags::GameTags;
pub use text_error::TextError;
