//! Reading a net, believing nothing.

use std::{fs::File, io::Read, path::Path};

use damier_rules::Game;

use super::{
    super::{
        arch::Arch,
        error::NetError,
        origin::{Origin, Provenance},
        quantised::Net,
        tensor::{Tensor, Tensors},
    },
    MAGIC, MAX_BYTES, MAX_METADATA_BYTES, PACKED_VERSION, TWO_PLAYERS_VERSION, VERSION, packed,
};
use damier_files::binary_file::{CHECKSUM_BYTES, Cursor, Defect};

impl Net {
    /// Reads a net for any game.
    ///
    /// # Errors
    /// It cannot be read, or is not a whole, sound net of a version that this program knows.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let name = path.display().to_string();
        let remedy = "check that it is a net's file and may be read";
        let failed = |error| NetError::Io { file: name.clone(), action: "reading", remedy, error };
        let mut file = File::open(path).map_err(failed)?;
        // The start alone tells whether the rest is worth reading.
        let mut content = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut content).map_err(failed)?;
        magic(&mut Cursor::new(&content, REMEDY))
            .map_err(|defect| NetError::File { file: name.clone(), defect })?;
        file.take((MAX_BYTES - content.len()) as u64 + 1).read_to_end(&mut content).map_err(failed)?;
        Self::from_bytes(&content, &name)
    }

    /// Reads a net for `game`.
    ///
    /// # Errors
    /// As [`read`](Net::read); or the net is for another game, feature set or size of either.
    pub fn read_for<G: Game>(path: &Path, game: &G) -> Result<Self, NetError> {
        let net = Self::read(path)?;
        net.arch().check_fits(game, &path.display().to_string())?;
        Ok(net)
    }

    /// Reads the content of a net's file; `file` names it in errors.
    ///
    /// # Errors
    /// It is not a whole, sound net of a version that this program knows.
    pub fn from_bytes(content: &[u8], file: &str) -> Result<Self, NetError> {
        let (arch, tensors, metadata, checksum) =
            parts(content).map_err(|defect| NetError::File { file: file.to_owned(), defect })?;
        let mut net = Self::new(arch, tensors, metadata)?;
        net.provenance = Provenance { origin: Origin::File(file.to_owned()), checksum };
        Ok(net)
    }
}

/// What to do about a damaged file.
const REMEDY: &str = "copy it again";

type Parts = (Arch, Tensors, String, Option<u32>);

fn parts(content: &[u8]) -> Result<Parts, Defect> {
    let mut cursor = Cursor::new(content, REMEDY);
    magic(&mut cursor)?;
    let version = version(&mut cursor)?;
    let arch = arch(&mut cursor, version)?;
    let metadata = metadata(&mut cursor)?;
    // Before anything of the file's say is allocated.
    if (cursor.offset() as u64 + Tensor::bytes_of_all(&arch)).max(content.len() as u64) > MAX_BYTES as u64 {
        return Defect::at(cursor.offset(), "weights", format!("larger than {MAX_BYTES} bytes"));
    }
    if version == PACKED_VERSION {
        let header = &content[..cursor.offset()];
        let weights = packed_weights(&mut cursor, &arch)?;
        let tensors = tensors(&mut Cursor::new(&weights, REMEDY), &arch)?;
        return Ok((arch, tensors, metadata, Some(unpacked_checksum(header, &weights))));
    }
    let length = cursor.offset() as u64 + Tensor::bytes_of_all(&arch) + CHECKSUM_BYTES as u64;
    cursor.length(length, "weights")?;
    let checksum = cursor.checksum()?;
    let tensors = tensors(&mut cursor, &arch)?;
    // A file of version 1 has another checksum than the file that is written of it.
    Ok((arch, tensors, metadata, (version == VERSION).then_some(checksum)))
}

/// Reads the packed weights of a file and returns them as they stand in one of version 2.
fn packed_weights(cursor: &mut Cursor<'_>, arch: &Arch) -> Result<Vec<u8>, Defect> {
    let length = cursor.u32("packed weights")? as usize;
    let offset = cursor.offset();
    cursor.length((offset + length + CHECKSUM_BYTES) as u64, "packed weights")?;
    cursor.checksum()?;
    if !packed::is_plausible(length, Tensor::bytes_of_all(arch)) {
        return cursor.damaged(offset, "packed weights", "too few bytes for the weights of this size");
    }
    let bytes = cursor.take(length, "packed weights")?;
    match packed::unpack(bytes, arch) {
        Ok(Some(weights)) => Ok(weights),
        Ok(None) => {
            cursor.damaged(offset, "packed weights", "they are not the weights of a net of this size")
        }
        Err(error) => cursor.damaged(offset, "packed weights", &format!("they cannot be unpacked ({error})")),
    }
}

/// Returns the checksum of the file of version 2 with the header and the weights of a packed one.
fn unpacked_checksum(header: &[u8], weights: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&MAGIC);
    hasher.update(&VERSION.to_le_bytes());
    hasher.update(&header[MAGIC.len() + size_of_val(&VERSION)..]);
    hasher.update(weights);
    hasher.finalize()
}

fn tensors(cursor: &mut Cursor<'_>, arch: &Arch) -> Result<Tensors, Defect> {
    Ok(Tensors {
        embedding_bias: tensor(cursor, Tensor::EmbeddingBias, arch, i16::from_le_bytes)?,
        embedding: tensor(cursor, Tensor::Embedding, arch, i16::from_le_bytes)?,
        l1_bias: tensor(cursor, Tensor::L1Bias, arch, i32::from_le_bytes)?,
        l1: tensor(cursor, Tensor::L1, arch, i8::from_le_bytes)?,
        l2_bias: tensor(cursor, Tensor::L2Bias, arch, i32::from_le_bytes)?,
        l2: tensor(cursor, Tensor::L2, arch, i8::from_le_bytes)?,
        l3_bias: tensor(cursor, Tensor::L3Bias, arch, i32::from_le_bytes)?,
        l3: tensor(cursor, Tensor::L3, arch, i8::from_le_bytes)?,
        policy_bias: tensor(cursor, Tensor::PolicyBias, arch, i32::from_le_bytes)?,
        policy: tensor(cursor, Tensor::Policy, arch, i8::from_le_bytes)?,
    })
}

fn magic(cursor: &mut Cursor<'_>) -> Result<(), Defect> {
    cursor.magic(&MAGIC, "not a net of this program; give the path of one")
}

fn version(cursor: &mut Cursor<'_>) -> Result<u32, Defect> {
    cursor.version(1..=PACKED_VERSION, "use a newer program")
}

fn arch(cursor: &mut Cursor<'_>, version: u32) -> Result<Arch, Defect> {
    let offset = cursor.offset();
    let players = if version > TWO_PLAYERS_VERSION { cursor.u32("players")? as usize } else { 2 };
    let features = cursor.u32("features")? as usize;
    let max_active = cursor.u32("max_active")? as usize;
    let policy_rows = cursor.u32("policy_rows")? as usize;
    let width = cursor.u32("width")? as usize;
    let hidden = cursor.u32("hidden")? as usize;
    let policy = cursor.u32("policy")? as usize;
    let value_hidden = cursor.u32("value_hidden")? as usize;
    let game = cursor.name("game")?.to_owned();
    let feature_set = cursor.name("feature set")?.to_owned();
    let arch = Arch {
        game,
        players,
        feature_set,
        features,
        max_active,
        policy_rows,
        width,
        hidden,
        policy,
        value_hidden,
    };
    match arch.validate() {
        Ok(()) => Ok(arch),
        Err(error) => Defect::at(offset, "dimensions", format!("{error}; the file is damaged")),
    }
}

fn metadata(cursor: &mut Cursor<'_>) -> Result<String, Defect> {
    let (offset, length) = (cursor.offset(), cursor.u32("metadata")? as usize);
    if length > MAX_METADATA_BYTES {
        let reason = format!("{length} bytes, at most {MAX_METADATA_BYTES} are allowed");
        return Defect::at(offset, "metadata", reason);
    }
    Ok(cursor.text(length, "metadata")?.to_owned())
}

fn tensor<T, const BYTES: usize>(
    cursor: &mut Cursor<'_>,
    tensor: Tensor,
    arch: &Arch,
    of: impl Fn([u8; BYTES]) -> T,
) -> Result<Vec<T>, Defect> {
    let bytes = cursor.take(tensor.len(arch) * BYTES, tensor.name())?;
    let (values, _) = bytes.as_chunks::<BYTES>();
    Ok(values.iter().map(|value| of(*value)).collect())
}
