//! The formats, and what their weights can be.

use std::{fmt, str::FromStr};

/// How a net is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// <https://github.com/huggingface/safetensors>
    Safetensors,
    /// <https://onnx.ai>
    Onnx,
    /// A header in C99.
    CHeader,
    /// A JSON object.
    Json,
    /// A net's file of damier with packed weights.
    Dmn,
}

/// What weights are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Integers, with which judgements are exact.
    Quantised,
    /// 32-bit floats.
    Float,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Safetensors, Self::Onnx, Self::CHeader, Self::Json, Self::Dmn];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safetensors => "safetensors",
            Self::Onnx => "onnx",
            Self::CHeader => "c-header",
            Self::Json => "json",
            Self::Dmn => "dmn",
        }
    }

    /// The kinds of weights that it holds, the usual one first.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Safetensors | Self::Json => &[Kind::Quantised, Kind::Float],
            Self::Onnx => &[Kind::Float],
            Self::CHeader | Self::Dmn => &[Kind::Quantised],
        }
    }
}

impl Kind {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Quantised => Self::Float,
            Self::Float => Self::Quantised,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quantised => "quantised",
            Self::Float => "float",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.into_iter().map(Self::name).collect();
            format!("the formats are {}", names.join(", "))
        })
    }
}
