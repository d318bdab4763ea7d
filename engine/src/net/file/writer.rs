//! Writing a net.

use std::path::Path;

use super::{
    super::{error::NetError, quantised::Net},
    MAGIC, MAX_METADATA_BYTES, PACKED_VERSION, VERSION, packed,
};
use damier_files::atomic_file;

impl Net {
    /// Returns the content of the net's file.
    ///
    /// # Errors
    /// The metadata is longer than [`MAX_METADATA_BYTES`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetError> {
        let mut out = self.header(VERSION)?;
        out.extend(self.weights());
        out.extend(crc32fast::hash(&out).to_le_bytes());
        Ok(out)
    }

    /// Returns the content of a file with packed weights: the same net in less than half the space, which takes half a
    /// second to write.
    ///
    /// # Errors
    /// The metadata is longer than [`MAX_METADATA_BYTES`], or nearly all weights are the same, so that readers would not
    /// believe the file.
    pub fn to_packed_bytes(&self) -> Result<Vec<u8>, NetError> {
        let mut out = self.header(PACKED_VERSION)?;
        let packed = packed::pack(&self.weights(), self.arch());
        if !packed::is_plausible(packed.len(), self.bytes() as u64) {
            return Err(NetError::Dimension {
                name: "packed bytes",
                value: packed.len(),
                reason: "are too few for readers to believe; write the net unpacked".to_owned(),
            });
        }
        out.extend((packed.len() as u32).to_le_bytes());
        out.extend(packed);
        out.extend(crc32fast::hash(&out).to_le_bytes());
        Ok(out)
    }

    /// Returns all that stands before the weights.
    fn header(&self, version: u32) -> Result<Vec<u8>, NetError> {
        let (arch, metadata) = (self.arch(), self.metadata());
        if metadata.len() > MAX_METADATA_BYTES {
            return Err(NetError::Dimension {
                name: "metadata bytes",
                value: metadata.len(),
                reason: format!("has to be at most {MAX_METADATA_BYTES}"),
            });
        }
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(version.to_le_bytes());
        for dimension in [
            arch.players,
            arch.features,
            arch.max_active,
            arch.policy_rows,
            arch.width,
            arch.hidden,
            arch.policy,
            arch.value_hidden,
        ] {
            out.extend((dimension as u32).to_le_bytes());
        }
        for name in [&arch.game, &arch.feature_set] {
            out.push(name.len() as u8);
            out.extend(name.as_bytes());
        }
        out.extend((metadata.len() as u32).to_le_bytes());
        out.extend(metadata.as_bytes());
        Ok(out)
    }

    /// Returns the weights as a file of version 2 has them.
    fn weights(&self) -> Vec<u8> {
        let tensors = self.tensors();
        let mut out = Vec::with_capacity(self.bytes());
        out.extend(tensors.embedding_bias.iter().flat_map(|value| value.to_le_bytes()));
        out.extend(tensors.embedding.iter().flat_map(|value| value.to_le_bytes()));
        for (bias, weights) in [
            (&tensors.l1_bias, &tensors.l1),
            (&tensors.l2_bias, &tensors.l2),
            (&tensors.l3_bias, &tensors.l3),
            (&tensors.policy_bias, &tensors.policy),
        ] {
            out.extend(bias.iter().flat_map(|value| value.to_le_bytes()));
            out.extend(weights.iter().flat_map(|value| value.to_le_bytes()));
        }
        out
    }

    /// Returns the checksum in the net's file of version 2, whatever file it was read from. Unlike a checksum over the
    /// whole file, which would be the same for every net because the file ends with its own, it tells nets apart.
    ///
    /// # Errors
    /// As [`to_bytes`](Net::to_bytes).
    pub fn checksum(&self) -> Result<u32, NetError> {
        if let Some(checksum) = self.provenance.checksum {
            return Ok(checksum);
        }
        let bytes = self.to_bytes()?;
        let (_, last) = bytes.split_last_chunk().expect("a file ends with its checksum");
        Ok(u32::from_le_bytes(*last))
    }

    /// Writes the net; the file is whole or, after any failure, as it was.
    ///
    /// # Errors
    /// The file system refuses, or the metadata is too long.
    pub fn write(&self, path: &Path) -> Result<(), NetError> {
        let remedy = "check free space and permissions, then run the same command again";
        let failed =
            |error| NetError::Io { file: path.display().to_string(), action: "writing", remedy, error };
        atomic_file::write(path, &self.to_bytes()?).map_err(failed)
    }
}
