//! The first format of checkpoints, which is read but no longer written.
//!
//! A file is: the magic `DAMIERCP`, the version 1 (`u32`), the length of a JSON header (`u32`), the header
//! (game, feature set, dimensions, steps, seed, identity, sampler), then four sets of all tensors in the order of
//! [`Tensor::ALL`] as `f32` (weights, first moments, second moments, averaged weights), then the CRC-32 of
//! everything before (`u32`). All numbers are little-endian.

use damier_engine::net::{FloatNet, Tensor};
use damier_files::{ByteReader, Malformed};

use super::{Checkpoint, REMEDY, checked, fill, header};

/// Magic bytes of the first format.
pub(super) const MAGIC: &[u8; 8] = b"DAMIERCP";
const VERSION: u32 = 1;

/// Reads a checkpoint of the first format.
pub(super) fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
    let truncated = |_: Malformed| format!("it is truncated after {} bytes; {REMEDY}", bytes.len());
    let mut reader = ByteReader::new(bytes);
    reader.take(MAGIC.len()).map_err(truncated)?;
    let version = reader.u32().map_err(truncated)?;
    if version != VERSION {
        return Err(format!(
            "a checkpoint of version {version}, this program reads version {VERSION}; use the program that wrote it"
        ));
    }
    let header_length = reader.u32().map_err(truncated)? as usize;
    let start = reader.offset();
    let mut reader = ByteReader::new(checked(bytes)?.get(start..).unwrap_or_default());
    let header = header(reader.take(header_length).map_err(truncated)?)?;
    let arch = header.arch(reader.left())?;
    header.checkpoint(|| {
        let mut net = FloatNet::zeros(arch.clone()).map_err(|error| error.to_string())?;
        for tensor in Tensor::ALL {
            let bytes = reader.take(tensor.len(&arch) * size_of::<f32>()).map_err(truncated)?;
            fill(net.tensor_mut(tensor), bytes);
        }
        Ok(net)
    })
}
