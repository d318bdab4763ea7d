//! Reading this program's binary files, believing nothing: errors name the place, the field and a remedy.
//!
//! Files of nets, endgame tables and opening books begin with magic bytes and a version, and end with a CRC-32 of all that
//! comes before. Numbers are little-endian.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::ByteReader;

/// Bytes of the checksum that ends a file.
pub const CHECKSUM_BYTES: usize = size_of::<u32>();

/// Fault in a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("byte {offset} ({field}): {reason}")]
pub struct Defect {
    /// Offset in the file, in bytes.
    pub offset: usize,
    /// Name of the field there in the specification of the format.
    pub field: &'static str,
    /// Fault and remedy.
    pub reason: String,
}

impl Defect {
    /// Returns an error at a place.
    ///
    /// # Errors
    /// Always.
    pub fn at<T>(offset: usize, field: &'static str, reason: impl Into<String>) -> Result<T, Self> {
        Err(Self { offset, field, reason: reason.into() })
    }
}

/// Reader of a file's fields, whose errors name the field and a remedy.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    content: &'a [u8],
    reader: ByteReader<'a>,
    /// Remedy for a damaged file.
    remedy: &'static str,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of `content`; errors about damage end in `remedy`.
    pub fn new(content: &'a [u8], remedy: &'static str) -> Self {
        Self { content, reader: ByteReader::new(content), remedy }
    }

    /// Returns the number of bytes read.
    pub fn offset(&self) -> usize {
        self.reader.offset()
    }

    /// Returns an error about damage at a place.
    ///
    /// # Errors
    /// Always.
    pub fn damaged<T>(&self, offset: usize, field: &'static str, what: &str) -> Result<T, Defect> {
        Defect::at(offset, field, format!("{what}; {}", self.remedy))
    }

    /// Reads the next `length` bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn take(&mut self, length: usize, field: &'static str) -> Result<&'a [u8], Defect> {
        let bytes = self.reader.take(length);
        bytes.or_else(|_| self.cut_short(self.offset(), field))
    }

    /// Reads the next number, which `of` makes of its bytes: `u32::from_le_bytes`, say.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub fn number<const N: usize, T>(
        &mut self,
        field: &'static str,
        of: impl Fn([u8; N]) -> T,
    ) -> Result<T, Defect> {
        let bytes = self.reader.array();
        bytes.map(of).or_else(|_| self.cut_short(self.offset(), field))
    }

    /// Reads the next 32-bit number.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub fn u32(&mut self, field: &'static str) -> Result<u32, Defect> {
        self.number(field, u32::from_le_bytes)
    }

    /// Reads the next 64-bit number.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub fn u64(&mut self, field: &'static str) -> Result<u64, Defect> {
        self.number(field, u64::from_le_bytes)
    }

    /// Reads the next `length` bytes, which are text.
    ///
    /// # Errors
    /// Fewer are left, or they are not UTF-8.
    pub fn text(&mut self, length: usize, field: &'static str) -> Result<&'a str, Defect> {
        let offset = self.offset();
        match std::str::from_utf8(self.take(length, field)?) {
            Ok(text) => Ok(text),
            Err(_) => self.damaged(offset, field, "not UTF-8: the file is damaged"),
        }
    }

    /// Reads a text whose length is the byte before it.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn name(&mut self, field: &'static str) -> Result<&'a str, Defect> {
        let length = self.take(1, field)?[0];
        self.text(usize::from(length), field)
    }

    /// Passes the magic bytes with which every file of a kind begins.
    ///
    /// # Errors
    /// The file begins with others; `otherwise` is the message.
    pub fn magic(&mut self, magic: &[u8], otherwise: &str) -> Result<(), Defect> {
        if !self.content.starts_with(magic) {
            return Defect::at(0, "magic", otherwise);
        }
        self.take(magic.len(), "magic").map(|_| ())
    }

    /// Reads the version of the format, which has to be one of `readable`.
    ///
    /// # Errors
    /// It is another, and `otherwise` the remedy; or the file ends.
    pub fn version(&mut self, readable: RangeInclusive<u32>, otherwise: &str) -> Result<u32, Defect> {
        let (offset, version) = (self.offset(), self.u32("version")?);
        if !readable.contains(&version) {
            let (oldest, newest) = readable.into_inner();
            let known = if oldest == newest { newest.to_string() } else { format!("{oldest} to {newest}") };
            let reason = format!("version {version}, and this program reads {known}; {otherwise}");
            return Defect::at(offset, "version", reason);
        }
        Ok(version)
    }

    /// Compares the length of the file with the one that its header asks for.
    ///
    /// # Errors
    /// The file is shorter or longer.
    pub fn length(&self, expected: u64, field: &'static str) -> Result<(), Defect> {
        let found = self.content.len() as u64;
        if found != expected {
            let what = if found < expected { "is cut short" } else { "goes on too long" };
            let what = format!("the file {what}: {found} bytes instead of {expected}");
            return self.damaged(found.min(expected) as usize, field, &what);
        }
        Ok(())
    }

    /// Compares the checksum at the end of the file with the content, and returns it.
    ///
    /// # Errors
    /// The content is another, or has no room for a checksum.
    pub fn checksum(&self) -> Result<u32, Defect> {
        let Some((body, stored)) = self.content.split_last_chunk::<CHECKSUM_BYTES>() else {
            return self.cut_short(0, "checksum");
        };
        let computed = crc32fast::hash(body);
        if computed.to_le_bytes() != *stored {
            let what = format!("the content has {computed:08x}: the file is cut short or damaged");
            return self.damaged(body.len(), "checksum", &what);
        }
        Ok(computed)
    }

    fn cut_short<T>(&self, offset: usize, field: &'static str) -> Result<T, Defect> {
        let what = format!("the file ends after {} bytes", self.content.len());
        self.damaged(offset, field, &what)
    }
}
