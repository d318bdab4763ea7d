//! Nets for other programs.
//!
//! A [`Source`] is a net with its weights as integers or as floats; [`write()`] gives it one of the [`Format`]s, each with a
//! [`Card`] that tells what a reader needs to know: `docs/reference/exports.md` describes them. [`import()`] makes a net of
//! a safetensors file again, [`positions()`] writes judgements to check a reader with.

mod arithmetic;
pub mod c_header;
pub mod card;
pub mod error;
pub mod format;
pub mod import;
pub mod json;
pub mod onnx;
pub mod positions;
pub mod safetensors_file;
pub mod source;
pub mod values;
mod write;

pub use card::Card;
pub use error::ExportError;
pub use format::{Format, Kind};
pub use import::import;
pub use positions::positions;
pub use source::Source;
pub use write::write;
