//! Game records: what games teach, and the files that hold them.
//!
//! A [`GameRecord`] holds a start position, the moves and what the search found at the root of each
//! searched ply; it holds no features, so records outlive feature sets. Records are stored in chunk
//! files ([`chunk`]), read back by [`reader`], or game by game by [`lookup`], replayed and checked against the rules by
//! [`replay`] and [`mod@validate`], and described by [`summary`]. [`folder`] and [`generation`] find the chunks of a run;
//! [`import`] and [`text`] make records of games and games of records. The file format is specified in
//! `docs/reference/record-format.md`.
//!
//! A game of a PDN file becomes a record, and its positions come back:
//!
//! ```
//! use damier_records::{Replay, record_of, validate};
//! use damier_rules::{AnyGame, NotationFormat::Native, Notation as _, game_text};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = AnyGame::of_id("russian")?;
//! let text = game_text::read(&game, "1. c3-d4 d6-c5 1-1").next().ok_or("no game")??;
//! let record = record_of(&game, &text, 0)?;
//! validate(&game, &record)?;
//!
//! let mut replay = Replay::new(&game, &record)?;
//! let mut moves = Vec::new();
//! while let Some(step) = replay.step()? {
//!     let mv = step.moves[step.ply.index as usize];
//!     moves.push(game.move_text(Native, step.position, mv));
//! }
//! assert_eq!(moves, ["c3-d4", "d6-c5"]);
//! # Ok(())
//! # }
//! ```

pub mod chunk;
pub mod codec;
pub mod error;
pub mod fingerprint;
pub mod folder;
pub mod generation;
pub mod import;
pub mod lookup;
pub mod quantised;
pub mod reader;
pub mod record;
pub mod replay;
pub mod summary;
pub mod text;
pub mod validate;

pub use chunk::{ChunkHeader, write_chunk};
pub use error::RecordError;
pub use fingerprint::Fingerprint;
pub use folder::ChunkName;
pub use import::{NoRecord, record_of};
pub use quantised::{PolicyTarget, RootValue};
pub use reader::{Chunk, Damage, OnDamage, read_chunk};
pub use record::{Ending, GameRecord, Ply, PlyKind, Resignation};
pub use replay::{Replay, Step};
pub use summary::Summary;
pub use text::game_text_of;
pub use validate::validate;
