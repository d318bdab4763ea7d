//! Hash of moves for small tables.

use std::hash::{Hash, Hasher};

/// Returns the index of `key` (a move, or a move with its player) in a table of 2^`bits` entries, with collisions.
pub(super) fn place_of<K: Hash>(key: &K, bits: u32) -> usize {
    let mut hasher = MoveHasher(0);
    key.hash(&mut hasher);
    (hasher.0 >> (u64::BITS - bits)) as usize
}

/// A multiplicative hash: moves are a few small numbers, and every node hashes all of them.
struct MoveHasher(u64);

impl MoveHasher {
    const FACTOR: u64 = 0xF135_7AEA_2E62_A9C5;

    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_u128(&mut self, value: u128) {
        self.mix(value as u64);
        self.mix((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}
