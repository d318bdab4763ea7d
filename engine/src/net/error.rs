//! Why a network is refused.

use std::io;

use thiserror::Error;

use super::tensor::Tensor;
use damier_files::binary_file::Defect;

/// Why a network cannot be made, read, written or used: one line with place and remedy.
#[derive(Debug, Error)]
pub enum NetError {
    /// A dimension outside what the format and the kernels allow.
    #[error("network dimension {name} = {value}: {reason}")]
    Dimension {
        /// Which one, as in [`Arch`](super::Arch).
        name: &'static str,
        /// Its value.
        value: usize,
        /// What it has to be.
        reason: String,
    },
    /// A text of the identity that is empty or too long.
    #[error("network {name} {value:?}: has to be 1 to 255 bytes of text")]
    Name {
        /// `game` or `feature set`.
        name: &'static str,
        /// The text.
        value: String,
    },
    /// A tensor of the wrong length.
    #[error("tensor {tensor} has {found} values where the dimensions ask for {expected}")]
    Length {
        /// Which one.
        tensor: Tensor,
        /// Values it should have.
        expected: usize,
        /// Values it has.
        found: usize,
    },
    /// A weight that cannot be quantised.
    #[error(
        "tensor {tensor}, row {row}, column {column} (index {index}): {value} is outside ±{limit} and \
         cannot be quantised; keep the weights inside that range while training"
    )]
    Range {
        /// Which tensor.
        tensor: Tensor,
        /// The row of the value.
        row: usize,
        /// Its column.
        column: usize,
        /// Its index in the row-major tensor.
        index: usize,
        /// The value, possibly not a number.
        value: f32,
        /// The largest magnitude allowed.
        limit: f32,
    },
    /// A net that belongs to something else.
    #[error("{source_name}: the net's {what} is {found} where {expected} is needed; {remedy}")]
    Misfit {
        /// The file, or `net` where it did not come from one.
        source_name: String,
        /// `game`, `feature set`, or the dimension that differs.
        what: &'static str,
        /// What the net has.
        found: String,
        /// What is needed.
        expected: String,
        /// What to do about it.
        remedy: String,
    },
    /// A file that is not a whole, sound net.
    #[error("{file}: {defect}")]
    File {
        /// Its path.
        file: String,
        /// What is wrong; fields are those of `docs/reference/net-format.md`.
        defect: Defect,
    },
    /// A game has no such feature set.
    #[error("game {game} has no feature set {found:?}; it has {known}")]
    FeatureSet {
        /// The game.
        game: String,
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// The file system failed.
    #[error("{file}: {action} failed: {error}; {remedy}")]
    Io {
        /// The path.
        file: String,
        /// `reading` or `writing`.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// Why.
        error: io::Error,
    },
}
