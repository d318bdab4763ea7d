//! Weights in less space, without loss: values near zero become small numbers, their bytes are sorted, and the result is
//! deflated. The nets that ship shrink to less than half.

use std::io::{self, Read, Write as _};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::super::{
    arch::Arch,
    tensor::{Storage, Tensor},
};

/// Bytes that weights may have whatever they are packed to.
const FREE_BYTES: u64 = 16 << 20;
/// Bytes of weights for one packed byte, beyond [`FREE_BYTES`]. Trained weights have two to three; a file that claims many
/// more is refused, so that a small file cannot ask for much memory.
const MAX_RATIO: u64 = 8;

/// Returns whether a reader believes that this number of packed bytes holds this number of bytes of weights.
pub(super) fn is_plausible(packed: usize, weights: u64) -> bool {
    weights <= FREE_BYTES + MAX_RATIO * packed as u64
}

/// Packs the weights of a file of version 2.
pub(super) fn pack(weights: &[u8], arch: &Arch) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for (storage, bytes) in tensors(weights, arch) {
        match storage {
            Storage::Accumulator => encoder.write_all(&planes(bytes)),
            Storage::Weight | Storage::Bias => encoder.write_all(bytes),
        }
        .expect("a vector takes all bytes");
    }
    encoder.finish().expect("a vector takes all bytes")
}

/// Unpacks the weights of a file of version 2; `None` unless `packed` is one whole stream of their length.
///
/// # Errors
/// The stream is damaged.
pub(super) fn unpack(packed: &[u8], arch: &Arch) -> io::Result<Option<Vec<u8>>> {
    let expected = Tensor::bytes_of_all(arch);
    let mut inflated = Vec::new();
    let mut decoder = ZlibDecoder::new(packed);
    decoder.by_ref().take(expected).read_to_end(&mut inflated)?;
    let is_whole = inflated.len() as u64 == expected && decoder.read(&mut [0])? == 0;
    if !is_whole || decoder.total_in() != packed.len() as u64 {
        return Ok(None);
    }
    let mut weights = Vec::with_capacity(inflated.len());
    for (storage, bytes) in tensors(&inflated, arch) {
        match storage {
            Storage::Accumulator => weights.extend(values(bytes)),
            Storage::Weight | Storage::Bias => weights.extend_from_slice(bytes),
        }
    }
    Ok(Some(weights))
}

/// Returns how each tensor is stored, and its bytes.
fn tensors<'w>(mut weights: &'w [u8], arch: &Arch) -> impl Iterator<Item = (Storage, &'w [u8])> {
    Tensor::ALL.into_iter().map(move |tensor| {
        let (bytes, rest) = weights.split_at(tensor.len(arch) * tensor.storage().bytes());
        weights = rest;
        (tensor.storage(), bytes)
    })
}

/// Returns all low bytes, then all high bytes, of 16-bit values in zigzag order (0, −1, 1, −2, … become 0, 1, 2, 3, …).
fn planes(bytes: &[u8]) -> Vec<u8> {
    let (values, _) = bytes.as_chunks();
    let mut planes = vec![0; bytes.len()];
    let (low, high) = planes.split_at_mut(values.len());
    for ((value, low), high) in values.iter().zip(low).zip(high) {
        let value = i16::from_le_bytes(*value);
        [*low, *high] = ((value << 1) ^ (value >> 15)).to_le_bytes();
    }
    planes
}

/// Undoes [`planes`].
fn values(planes: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; planes.len()];
    let (values, _) = bytes.as_chunks_mut();
    let (low, high) = planes.split_at(values.len());
    for ((value, low), high) in values.iter_mut().zip(low).zip(high) {
        let zigzag = u16::from_le_bytes([*low, *high]);
        *value = ((zigzag >> 1) ^ (zigzag & 1).wrapping_neg()).to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_survives_the_planes() {
        let bytes: Vec<u8> = (i16::MIN..=i16::MAX).flat_map(i16::to_le_bytes).collect();
        assert_eq!(values(&planes(&bytes)), bytes);
        assert_eq!(planes(&[0, 0, 0xff, 0xff, 1, 0, 0xfe, 0xff]), [0, 1, 2, 3, 0, 0, 0, 0]);
    }
}
