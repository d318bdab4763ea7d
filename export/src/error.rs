//! Why a net is not exported or imported.

use damier_engine::net::NetError;
use damier_rules::TextError;
use thiserror::Error;

use crate::format::{Format, Kind};

/// Why a net cannot be exported or imported: one line with place and remedy.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The net itself is refused.
    #[error(transparent)]
    Net(#[from] NetError),
    /// There is no such game.
    #[error("the net's {0}")]
    Game(#[from] TextError),
    /// A format that only takes weights of the other kind.
    #[error("{format} files hold {} weights only; leave --{kind} out", kind.other())]
    Kind {
        /// The format.
        format: Format,
        /// What was asked for.
        kind: Kind,
    },
    /// Weights that floats cannot hold, or that could not be quantised again.
    #[error(
        "tensor {tensor}, index {index}: the stored {value} would not come back from a float; use --quantised"
    )]
    Inexact {
        /// The tensor's name.
        tensor: &'static str,
        /// The index in the row-major tensor.
        index: usize,
        /// The stored number.
        value: i32,
    },
    /// A file that is not what import reads.
    #[error("{file}: {place}: {reason}")]
    File {
        /// Its path.
        file: String,
        /// Where: a tensor, or the header.
        place: String,
        /// What is wrong, and the remedy.
        reason: String,
    },
}
