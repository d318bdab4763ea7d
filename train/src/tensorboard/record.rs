//! The framing of TensorFlow's record files (`TFRecord`).
//!
//! A record is the length of its data (`u64`), the masked checksum of these eight bytes, the data, and the masked
//! checksum of the data, all little-endian. The checksum is CRC-32C (Castagnoli).

use std::io::{self, Write};

use crc32c::crc32c;

/// Writes one record.
pub(super) fn write(out: &mut impl Write, data: &[u8]) -> io::Result<()> {
    let length = (data.len() as u64).to_le_bytes();
    out.write_all(&length)?;
    out.write_all(&masked(&length).to_le_bytes())?;
    out.write_all(data)?;
    out.write_all(&masked(data).to_le_bytes())
}

/// Returns the checksum in its stored form: rotated by 15 bits and shifted, so that a record of records keeps it apart from
/// those inside.
pub(super) fn masked(data: &[u8]) -> u32 {
    crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8)
}
