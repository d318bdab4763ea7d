//! Reading a net, believing nothing.

use std::{fs::File, io::Read, path::Path};

use damier_rules::Game;

use super::{
    super::{
        arch::Arch,
        error::NetError,
        quantised::{Net, Tensors},
        tensor::Tensor,
    },
    CHECKSUM_BYTES, MAGIC, MAX_BYTES, MAX_METADATA_BYTES, TWO_PLAYERS_VERSION, VERSION,
};

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
        Cursor::new(&content, &name).magic()?;
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
        let mut cursor = Cursor::new(content, file);
        cursor.magic()?;
        let version = cursor.version()?;
        let arch = cursor.arch(version)?;
        let metadata = cursor.metadata()?;
        cursor.size(&arch)?;
        cursor.checksum()?;
        let tensors = Tensors {
            embedding_bias: cursor.tensor(Tensor::EmbeddingBias, &arch, i16::from_le_bytes)?,
            embedding: cursor.tensor(Tensor::Embedding, &arch, i16::from_le_bytes)?,
            l1_bias: cursor.tensor(Tensor::L1Bias, &arch, i32::from_le_bytes)?,
            l1: cursor.tensor(Tensor::L1, &arch, i8::from_le_bytes)?,
            l2_bias: cursor.tensor(Tensor::L2Bias, &arch, i32::from_le_bytes)?,
            l2: cursor.tensor(Tensor::L2, &arch, i8::from_le_bytes)?,
            l3_bias: cursor.tensor(Tensor::L3Bias, &arch, i32::from_le_bytes)?,
            l3: cursor.tensor(Tensor::L3, &arch, i8::from_le_bytes)?,
            policy_bias: cursor.tensor(Tensor::PolicyBias, &arch, i32::from_le_bytes)?,
            policy: cursor.tensor(Tensor::Policy, &arch, i8::from_le_bytes)?,
        };
        Self::new(arch, tensors, metadata)
    }
}

/// A place in the content.
struct Cursor<'a> {
    content: &'a [u8],
    file: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    fn new(content: &'a [u8], file: &'a str) -> Self {
        Self { content, file, offset: 0 }
    }

    fn refuse<T>(&self, offset: usize, field: &'static str, reason: String) -> Result<T, NetError> {
        Err(NetError::File { file: self.file.to_owned(), offset, field, reason })
    }

    fn take(&mut self, length: usize, field: &'static str) -> Result<&'a [u8], NetError> {
        let Some(bytes) = self.content[self.offset..].get(..length) else {
            let reason = format!("the file ends after {} bytes; copy it again", self.content.len());
            return self.refuse(self.offset, field, reason);
        };
        self.offset += length;
        Ok(bytes)
    }

    fn u32(&mut self, field: &'static str) -> Result<u32, NetError> {
        let bytes = self.take(size_of::<u32>(), field)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn text(&mut self, length: usize, field: &'static str) -> Result<String, NetError> {
        let offset = self.offset;
        let bytes = self.take(length, field)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => self.refuse(offset, field, "not UTF-8: the file is damaged; copy it again".to_owned()),
        }
    }

    fn magic(&mut self) -> Result<(), NetError> {
        if !self.content.starts_with(&MAGIC) {
            return self.refuse(0, "magic", "not a net of this program; give the path of one".to_owned());
        }
        self.offset = MAGIC.len();
        Ok(())
    }

    fn version(&mut self) -> Result<u32, NetError> {
        let offset = self.offset;
        let version = self.u32("version")?;
        if version == 0 || version > VERSION {
            let reason =
                format!("version {version}, and this program reads up to {VERSION}; use a newer program");
            return self.refuse(offset, "version", reason);
        }
        Ok(version)
    }

    fn arch(&mut self, version: u32) -> Result<Arch, NetError> {
        let offset = self.offset;
        let players = if version > TWO_PLAYERS_VERSION { self.u32("players")? as usize } else { 2 };
        let features = self.u32("features")? as usize;
        let max_active = self.u32("max_active")? as usize;
        let policy_rows = self.u32("policy_rows")? as usize;
        let width = self.u32("width")? as usize;
        let hidden = self.u32("hidden")? as usize;
        let policy = self.u32("policy")? as usize;
        let value_hidden = self.u32("value_hidden")? as usize;
        let game = self.name("game")?;
        let feature_set = self.name("feature set")?;
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
            Err(error) => self.refuse(offset, "dimensions", format!("{error}; the file is damaged")),
        }
    }

    fn name(&mut self, field: &'static str) -> Result<String, NetError> {
        let length = self.take(1, field)?[0];
        self.text(usize::from(length), field)
    }

    fn metadata(&mut self) -> Result<String, NetError> {
        let offset = self.offset;
        let length = self.u32("metadata")? as usize;
        if length > MAX_METADATA_BYTES {
            let reason = format!("{length} bytes, at most {MAX_METADATA_BYTES} are allowed");
            return self.refuse(offset, "metadata", reason);
        }
        self.text(length, "metadata")
    }

    /// Compares the size of the file with what the dimensions ask for, before anything is allocated.
    fn size(&self, arch: &Arch) -> Result<(), NetError> {
        let expected = self.offset as u64 + Tensor::bytes_of_all(arch) + CHECKSUM_BYTES as u64;
        let found = self.content.len();
        if found > MAX_BYTES || expected > MAX_BYTES as u64 {
            return self.refuse(self.offset, "weights", format!("larger than {MAX_BYTES} bytes"));
        }
        if found as u64 != expected {
            let what = if (found as u64) < expected { "is cut short" } else { "goes on too long" };
            let reason = format!("the file {what}: {found} bytes instead of {expected}; copy it again");
            return self.refuse(found.min(expected as usize), "weights", reason);
        }
        Ok(())
    }

    /// Compares the checksum; the size is known to be right.
    fn checksum(&self) -> Result<(), NetError> {
        let offset = self.content.len() - CHECKSUM_BYTES;
        let (body, stored) = self.content.split_at(offset);
        let computed = crc32fast::hash(body);
        if computed.to_le_bytes() != stored {
            let reason = format!("the content has {computed:08x}: the file is damaged; copy it again");
            return self.refuse(offset, "checksum", reason);
        }
        Ok(())
    }

    fn tensor<T, const BYTES: usize>(
        &mut self,
        tensor: Tensor,
        arch: &Arch,
        read: impl Fn([u8; BYTES]) -> T,
    ) -> Result<Vec<T>, NetError> {
        let bytes = self.take(tensor.len(arch) * BYTES, tensor.name())?;
        let (values, _) = bytes.as_chunks::<BYTES>();
        Ok(values.iter().map(|value| read(*value)).collect())
    }
}
