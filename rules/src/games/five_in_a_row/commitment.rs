//! Sealed predictions: a player first shows a commitment, and the prediction only when both have committed.

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::prediction::Prediction;

/// Bytes of a salt.
pub const SALT_BYTES: usize = 32;

/// Random bytes that keep a prediction from being guessed from its commitment; the player's secret until the
/// prediction is revealed.
pub type Salt = [u8; SALT_BYTES];

/// Distinguishes these hashes from all others.
const DOMAIN: &[u8] = b"damier sealed prediction 1";

/// The SHA-256 hash of a prediction and a salt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

/// The revealed prediction is not the one that was committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the prediction {revealed} and its salt do not give the commitment that was shown before: it is refused"
)]
pub struct BrokenCommitment {
    /// What was revealed.
    pub revealed: Prediction,
}

impl Commitment {
    /// Commits to a prediction.
    pub fn seal(prediction: Prediction, salt: &Salt) -> Self {
        let mut hash = Sha256::new();
        hash.update(DOMAIN);
        hash.update(salt);
        hash.update(prediction.to_string());
        Self(hash.finalize().into())
    }

    /// The commitment that a player showed.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What is shown to the opponent.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Checks a revealed prediction.
    ///
    /// # Errors
    /// It is not the one that was committed to.
    pub fn open(&self, revealed: Prediction, salt: &Salt) -> Result<Prediction, BrokenCommitment> {
        if Self::seal(revealed, salt) == *self { Ok(revealed) } else { Err(BrokenCommitment { revealed }) }
    }
}
