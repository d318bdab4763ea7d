//! Game records: what games teach, and the files that hold them.
//!
//! A [`GameRecord`] holds a start position, the moves and what the search found at the root of each
//! searched ply; it holds no features, so records outlive feature sets. Records are stored in chunk
//! files ([`chunk`]), read back by [`reader`], replayed and checked against the rules by [`replay`] and
//! [`mod@validate`], and described by [`summary`]. [`folder`] and [`generation`] find the chunks of a run; [`import`] and
//! [`text`] make records of games and games of records. The file format is specified in
//! `docs/reference/record-format.md`.

pub mod chunk;
pub mod codec;
pub mod error;
pub mod fingerprint;
pub mod folder;
pub mod generation;
pub mod import;
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
