//! A net in each format.

use crate::{
    c_header,
    error::ExportError,
    format::{Format, Kind},
    json, onnx, safetensors_file,
    source::Source,
};

impl Format {
    /// Checks that it holds weights of a kind.
    ///
    /// # Errors
    /// It does not.
    pub fn check(self, kind: Kind) -> Result<(), ExportError> {
        if self.kinds().contains(&kind) { Ok(()) } else { Err(ExportError::Kind { format: self, kind }) }
    }
}

/// The content of a net's file in a format.
///
/// # Errors
/// The format does not hold weights of that kind, or this program has no such game or another version of it.
pub fn write(source: &Source, format: Format) -> Result<Vec<u8>, ExportError> {
    format.check(source.kind())?;
    match format {
        Format::Safetensors => safetensors_file::write(source),
        Format::Onnx => onnx::write(source),
        Format::CHeader => c_header::write(source),
        Format::Json => json::write(source),
        Format::Dmn => Ok(source.net()?.to_packed_bytes()?),
    }
}
