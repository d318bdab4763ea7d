//! Bytes of a table's file.

use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use damier_files::binary_file::Defect;

/// Files up to this size, in bytes, are read whole when they are first asked.
const WHOLE: u64 = 1 << 20;
/// What to do about a damaged file.
const REMEDY: &str = "copy it again, or download it again and compare its checksum with the published one";

/// The bytes of a file, in memory or on disk.
#[derive(Debug)]
enum Bytes {
    Memory(Box<[u8]>),
    Disk(File),
}

/// A file that is opened when it is first asked: folders can have more tables than a process may have open files.
///
/// The file is not mapped into memory: one that is cut while it is in use answers nothing, where a mapped one would end
/// the process.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    bytes: OnceLock<Option<Bytes>>,
}

impl Source {
    /// Returns the bytes of the file at `path`.
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), bytes: OnceLock::new() }
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Fills `buffer` with what is at `offset`; `None` where the file does not reach so far, or cannot be read.
    pub(super) fn read(&self, offset: u64, buffer: &mut [u8]) -> Option<()> {
        match self.bytes.get_or_init(|| opened(&self.path).ok()).as_ref()? {
            Bytes::Memory(bytes) => {
                let start = usize::try_from(offset).ok()?;
                buffer.copy_from_slice(bytes.get(start..start.checked_add(buffer.len())?)?);
            }
            Bytes::Disk(file) => read_exact_at(file, offset, buffer).ok()?,
        }
        Some(())
    }
}

fn opened(path: &Path) -> io::Result<Bytes> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() > WHOLE {
        return Ok(Bytes::Disk(file));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Bytes::Memory(bytes.into_boxed_slice()))
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt as _;
    while !buffer.is_empty() {
        let count = file.seek_read(buffer, offset)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[count..];
        offset += count as u64;
    }
    Ok(())
}

/// Reads the fields of a header one after the other.
pub(super) struct Fields {
    reader: BufReader<File>,
    offset: u64,
}

impl Fields {
    /// Returns the fields of a file, from its first byte on.
    pub(super) fn new(file: File) -> Self {
        Self { reader: BufReader::new(file), offset: 0 }
    }

    /// Returns the number of bytes read.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns an error about damage at the byte `offset`.
    ///
    /// # Errors
    /// Always.
    pub(super) fn damaged<T>(offset: u64, field: &'static str, what: &str) -> Result<T, Defect> {
        Defect::at(offset as usize, field, format!("{what}; {REMEDY}"))
    }

    /// Reads the next `count` bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub(super) fn bytes(&mut self, count: usize, field: &'static str) -> Result<Vec<u8>, Defect> {
        let mut bytes = vec![0; count];
        if self.reader.read_exact(&mut bytes).is_err() {
            return Self::damaged(self.offset, field, "the file is cut off here");
        }
        self.offset += count as u64;
        Ok(bytes)
    }

    /// Reads the next bytes, as many as the result has.
    ///
    /// # Errors
    /// Fewer are left.
    pub(super) fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], Defect> {
        let mut array = [0; N];
        array.copy_from_slice(&self.bytes(N, field)?);
        Ok(array)
    }

    /// Reads the next numbers of two bytes each.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub(super) fn words(&mut self, count: usize, field: &'static str) -> Result<Vec<u16>, Defect> {
        let bytes = self.bytes(2 * count, field)?;
        Ok(bytes.as_chunks().0.iter().map(|word| u16::from_le_bytes(*word)).collect())
    }

    /// Passes a byte where the next is not at an even place.
    ///
    /// # Errors
    /// The file ends there.
    pub(super) fn align(&mut self) -> Result<(), Defect> {
        if !self.offset.is_multiple_of(2) {
            self.array::<1>("padding")?;
        }
        Ok(())
    }
}
