//! Numbers and runs of bytes, as the fields of binary formats hold them.

/// Fault in a run of bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {offset} of the block: {reason}")]
pub struct Malformed {
    /// Offset from the start of the bytes.
    pub offset: usize,
    /// Fault.
    pub reason: &'static str,
}

/// Bits of a varint in each of its bytes.
const VARINT_BITS: u32 = 7;
/// Bit of a byte of a varint after which another byte follows.
const VARINT_MORE: u8 = 1 << VARINT_BITS;

/// Appends a varint: seven bits a byte, the lowest first, the top bit set on all bytes but the last (LEB128).
pub fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= u64::from(VARINT_MORE) {
        out.push(number as u8 | VARINT_MORE);
        number >>= VARINT_BITS;
    }
    out.push(number as u8);
}

/// Reader of a run of bytes.
///
/// Every read checks what is left, so that no input makes it panic, or its caller allocate more than a small multiple of
/// the input.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// Returns a reader at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the number of bytes read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the number of bytes left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns an error at this place.
    pub fn malformed(&self, reason: &'static str) -> Malformed {
        Malformed { offset: self.at, reason }
    }

    /// Reads the next `count` bytes.
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

    /// Reads the next `N` bytes as an array.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// If none is left.
    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    /// Reads two bytes, the low one first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads four bytes, the lowest first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads eight bytes, the lowest first.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads a number as [`put_varint`] writes it.
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

    /// Reads a [varint](Self::varint) below 2³².
    ///
    /// # Errors
    /// As for [`varint`](Self::varint), or if it is larger.
    pub fn varint32(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.varint()?).map_err(|_| self.malformed("a number exceeds 32 bits"))
    }

    /// Reads the count of things that follow, each of at least `size` bytes.
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
