//! Reading and writing the primitive fields of records.

/// Why bytes are not what they should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {offset} of the block: {reason}")]
pub struct Malformed {
    /// From the start of the bytes that were read.
    pub offset: usize,
    /// What is wrong.
    pub reason: &'static str,
}

/// The bits of a varint that each byte carries.
const VARINT_BITS: u32 = 7;
/// The bit that says that another byte follows.
const VARINT_MORE: u8 = 1 << VARINT_BITS;

/// Appends a number, little end first, seven bits a byte, the top bit set on all bytes but the last.
pub fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= u64::from(VARINT_MORE) {
        out.push(number as u8 | VARINT_MORE);
        number >>= VARINT_BITS;
    }
    out.push(number as u8);
}

/// A place in a run of bytes. Every read checks what is left, so no input can make it panic or make its
/// caller allocate more than a small multiple of the input.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// At the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes read so far.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Bytes left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// An error at this place.
    pub fn malformed(&self, reason: &'static str) -> Malformed {
        Malformed { offset: self.at, reason }
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        if count > self.left() {
            return Err(self.malformed("it ends in the middle of a field"));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// The next `N` bytes as an array.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// One byte.
    ///
    /// # Errors
    /// If none is left.
    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    /// Two bytes, the low one first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    /// Four bytes, the lowest first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes, the lowest first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number as [`put_varint`] writes it.
    ///
    /// # Errors
    /// If it ends early, exceeds 64 bits, or is longer than need be.
    pub fn varint(&mut self) -> Result<u64, Malformed> {
        let mut number = 0u64;
        for shift in (0..u64::BITS).step_by(VARINT_BITS as usize) {
            let byte = self.u8()?;
            let bits = u64::from(byte & !VARINT_MORE);
            if bits << shift >> shift != bits {
                return Err(self.malformed("a number exceeds 64 bits"));
            }
            number |= bits << shift;
            if byte & VARINT_MORE == 0 {
                if byte == 0 && shift > 0 {
                    return Err(self.malformed("a number is longer than need be"));
                }
                return Ok(number);
            }
        }
        Err(self.malformed("a number exceeds 64 bits"))
    }

    /// A [varint](Self::varint) below 2³².
    ///
    /// # Errors
    /// As for [`varint`](Self::varint), or if it is larger.
    pub fn varint32(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.varint()?).map_err(|_| self.malformed("a number exceeds 32 bits"))
    }

    /// A count of things that take at least `size` bytes each, all of them still to come.
    ///
    /// # Errors
    /// As for [`varint`](Self::varint), or if there is no room for that number.
    pub fn count(&mut self, size: usize) -> Result<usize, Malformed> {
        let count = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        if count > self.left() / size {
            return Err(self.malformed("a count exceeds what is left"));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_survive_and_have_one_form() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            let mut reader = ByteReader::new(&bytes);
            assert_eq!(reader.varint(), Ok(number));
            assert_eq!(reader.left(), 0);
            for end in 0..bytes.len() {
                assert!(ByteReader::new(&bytes[..end]).varint().is_err());
            }
        }
        assert!(ByteReader::new(&[0x80, 0]).varint().is_err());
        assert!(ByteReader::new(&[0xff; 9]).varint().is_err());
        assert!(
            ByteReader::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).varint().is_err()
        );
        assert!(ByteReader::new(&[0xff; 11]).varint().is_err());
    }

    #[test]
    fn a_count_fits_what_is_left() {
        assert_eq!(ByteReader::new(&[2, 0, 0, 0, 0]).count(2), Ok(2));
        assert!(ByteReader::new(&[3, 0, 0, 0, 0]).count(2).is_err());
    }
}
