//! SHA-256 as text.

use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 (FIPS 180-4) of some bytes as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of one block of the standard's publisher (NIST).
    #[test]
    fn the_published_example_comes_out() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
