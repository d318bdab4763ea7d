//! Writing a net.

use std::path::Path;

use super::{
    super::{error::NetError, quantised::Net},
    MAGIC, MAX_METADATA_BYTES, VERSION,
};
use damier_files::atomic_file;

impl Net {
    /// The content of the net's file.
    ///
    /// # Errors
    /// The metadata is longer than [`MAX_METADATA_BYTES`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetError> {
        let (arch, tensors, metadata) = (self.arch(), self.tensors(), self.metadata());
        if metadata.len() > MAX_METADATA_BYTES {
            return Err(NetError::Dimension {
                name: "metadata bytes",
                value: metadata.len(),
                reason: format!("has to be at most {MAX_METADATA_BYTES}"),
            });
        }
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
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
        out.extend(crc32fast::hash(&out).to_le_bytes());
        Ok(out)
    }

    /// The checksum in the net's file. Unlike a checksum over the whole file, which would be the same for every
    /// net because the file ends with its own, it tells nets apart.
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
