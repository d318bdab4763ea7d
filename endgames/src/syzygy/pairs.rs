//! The compressed values of a part: recursive pairing of symbols (Larsson and Moffat 1999), whose results are coded by
//! canonical Huffman codes, in blocks that are found through a sparse index.

use damier_files::binary_file::Defect;
use rayon::prelude::*;

use super::source::{Fields, Source};

/// The bit of the flags that says that all values are the same.
const CONSTANT: u8 = 0x80;
/// The longest code, in bits.
const LONGEST_CODE: u8 = 32;
/// The most symbols and one; the last would stand for the absence of a second half.
const NO_SYMBOL: u16 = 0x0fff;
/// The largest blocks, as a power of two of bytes, and the largest spans of index entries, likewise of values.
const LARGEST_BLOCK: u8 = 16;
const LARGEST_SPAN: u8 = 31;
/// Bytes of an entry of the index.
const ENTRY_BYTES: u64 = 6;
/// Bytes of the size of a block.
const SIZE_BYTES: u64 = 2;
/// Blocks begin at multiples of this.
const ALIGNMENT: u64 = 64;

/// Values of a part.
#[derive(Debug)]
pub(super) struct Pairs {
    /// Flags of the values, which distances use.
    pub(super) flags: u8,
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// All are this one.
    All(u16),
    Compressed(Compressed),
}

#[derive(Debug)]
struct Compressed {
    /// Bytes of a block, as a power of two.
    block_bits: u8,
    /// Values to an entry of the index, as a power of two.
    span_bits: u8,
    /// Bits of the shortest code.
    shortest: u8,
    /// The first symbols of the code lengths.
    first_symbols: Vec<u16>,
    /// The smallest codes of the lengths, as the highest bits.
    first_codes: Vec<u64>,
    symbols: Vec<Symbol>,
    /// Entries of the index, sizes of blocks, and blocks: how many, and where the first is.
    entries: u64,
    sizes: u64,
    blocks: u64,
    index_at: u64,
    sizes_at: u64,
    blocks_at: u64,
}

/// A symbol: a value, or two symbols one after the other.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The value, or the first symbol.
    first: u16,
    /// The second symbol; [`NO_SYMBOL`] for a value.
    second: u16,
    /// How many values it stands for, less one.
    more: u8,
}

impl Pairs {
    /// Reads the head of the values of a part with `size` numbers.
    ///
    /// # Errors
    /// The file is cut, or what it says cannot be.
    pub(super) fn read(fields: &mut Fields, size: u64) -> Result<Self, Defect> {
        let [flags, first] = fields.array("values")?;
        if flags & CONSTANT != 0 {
            return Ok(Self { flags, values: Values::All(first.into()) });
        }
        let offset = fields.offset();
        let [span_bits, spare, blocks @ .., longest, shortest] = fields.array::<8>("values")?;
        let blocks = u64::from(u32::from_le_bytes(blocks));
        let wrong = first > LARGEST_BLOCK
            || !(1..=LARGEST_SPAN).contains(&span_bits)
            || shortest == 0
            || shortest > longest
            || longest > LONGEST_CODE;
        if wrong {
            return Fields::damaged(offset, "values", "sizes of blocks or codes that no table has");
        }
        let lengths = usize::from(longest - shortest) + 1;
        let first_symbols = fields.words(lengths, "codes")?;
        let offset = fields.offset();
        let count = fields.words(1, "symbols")?[0];
        if count > NO_SYMBOL {
            return Fields::damaged(offset, "symbols", "more symbols than there can be");
        }
        let patterns = fields.bytes(3 * usize::from(count), "symbols")?;
        fields.align()?;
        let Some(symbols) = symbols(&patterns) else {
            return Fields::damaged(
                offset,
                "symbols",
                "a symbol that contains itself or one that is not there",
            );
        };
        let compressed = Compressed {
            block_bits: first,
            span_bits,
            shortest,
            first_codes: first_codes(&first_symbols, shortest),
            first_symbols,
            symbols,
            entries: size.div_ceil(1 << span_bits),
            sizes: blocks + u64::from(spare),
            blocks,
            index_at: 0,
            sizes_at: 0,
            blocks_at: 0,
        };
        Ok(Self { flags, values: Values::Compressed(compressed) })
    }

    /// Places the index at `offset`; returns where it ends.
    pub(super) fn place_index(&mut self, offset: u64) -> u64 {
        let Values::Compressed(values) = &mut self.values else { return offset };
        values.index_at = offset;
        offset + ENTRY_BYTES * values.entries
    }

    /// Places the sizes of blocks, likewise.
    pub(super) fn place_sizes(&mut self, offset: u64) -> u64 {
        let Values::Compressed(values) = &mut self.values else { return offset };
        values.sizes_at = offset;
        offset + SIZE_BYTES * values.sizes
    }

    /// Places the blocks, likewise.
    pub(super) fn place_blocks(&mut self, offset: u64) -> u64 {
        let offset = offset.next_multiple_of(ALIGNMENT);
        let Values::Compressed(values) = &mut self.values else { return offset };
        values.blocks_at = offset;
        offset + (values.blocks << values.block_bits)
    }

    /// Decodes all values of a part with `size` numbers and compares the index with the blocks, which finds nearly every
    /// change of the file. `done` is called with numbers of values that are sound, from several threads, and says whether to
    /// go on. `is_sound` says which values there are.
    ///
    /// # Errors
    /// The place, in bytes, of what cannot be.
    pub(super) fn check(
        &self,
        source: &Source,
        size: u64,
        is_sound: &dyn Fn(u16) -> bool,
        done: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(), u64> {
        match &self.values {
            Values::All(value) => {
                done(size);
                is_sound(*value).then_some(()).ok_or(0)
            }
            Values::Compressed(values) => values.check(source, size, is_sound, done),
        }
    }

    /// Returns the value of a number; `None` where the file is damaged there.
    pub(super) fn value(&self, source: &Source, number: u64) -> Option<u16> {
        match &self.values {
            Values::All(value) => Some(*value),
            Values::Compressed(values) => values.value(source, number),
        }
    }
}

/// Returns the symbols of patterns of three bytes: two numbers of twelve bits each. `None` where they are no sound set.
fn symbols(patterns: &[u8]) -> Option<Vec<Symbol>> {
    let pattern = |[low, middle, high]: &[u8; 3]| Symbol {
        first: u16::from(*low) | (u16::from(*middle) & 0x0f) << 8,
        second: u16::from(*high) << 4 | u16::from(*middle) >> 4,
        more: 0,
    };
    let mut symbols: Vec<Symbol> = patterns.as_chunks().0.iter().map(pattern).collect();
    let mut known: Vec<bool> = symbols.iter().map(|symbol| symbol.second == NO_SYMBOL).collect();
    // A symbol stands for more values than those that it contains, and for 256 at most.
    for _ in 0..=u8::MAX {
        let mut changed = false;
        for number in 0..symbols.len() {
            let Symbol { first, second, .. } = symbols[number];
            let [first, second] = [first, second].map(usize::from);
            if !known[number] && *known.get(first)? && *known.get(second)? {
                let more = u16::from(symbols[first].more) + u16::from(symbols[second].more) + 1;
                symbols[number].more = more.try_into().ok()?;
                (known[number], changed) = (true, true);
            }
        }
        if !changed {
            break;
        }
    }
    known.iter().all(|known| *known).then_some(symbols)
}

/// Returns the smallest code of each length as the highest bits of a word: those of longer codes are smaller.
fn first_codes(first_symbols: &[u16], shortest: u8) -> Vec<u64> {
    let mut codes = vec![0_u64; first_symbols.len()];
    for length in (0..codes.len() - 1).rev() {
        let more = u64::from(first_symbols[length]).wrapping_sub(first_symbols[length + 1].into());
        codes[length] = codes[length + 1].wrapping_add(more) / 2;
    }
    let mut shift = u64::BITS - u32::from(shortest);
    for code in &mut codes {
        *code <<= shift;
        shift -= 1;
    }
    codes
}

impl Compressed {
    fn value(&self, source: &Source, number: u64) -> Option<u16> {
        let (block, value) = self.find(source, number)?;
        let mut bytes = vec![0; 1 << self.block_bits];
        source.read(self.blocks_at + (block << self.block_bits), &mut bytes)?;
        self.decode(&bytes, value)
    }

    /// Returns the block of a number, and its place among the values there.
    fn find(&self, source: &Source, number: u64) -> Option<(u64, u32)> {
        let entry = number >> self.span_bits;
        if entry >= self.entries {
            return None;
        }
        let mut bytes = [0; ENTRY_BYTES as usize];
        source.read(self.index_at + ENTRY_BYTES * entry, &mut bytes)?;
        let [block @ .., low, high] = bytes;
        // Entries are about the middle of their spans.
        let within = (number & ((1 << self.span_bits) - 1)) as i64 - (1 << (self.span_bits - 1));
        let mut value = within + i64::from(u16::from_le_bytes([low, high]));
        let mut block = u64::from(u32::from_le_bytes(block));
        let values = |block: u64| {
            let mut size = [0; SIZE_BYTES as usize];
            source.read(self.sizes_at + SIZE_BYTES * (block < self.sizes).then_some(block)?, &mut size)?;
            Some(i64::from(u16::from_le_bytes(size)) + 1)
        };
        while value < 0 {
            block = block.checked_sub(1)?;
            value += values(block)?;
        }
        loop {
            let count = values(block)?;
            if value < count {
                break;
            }
            value -= count;
            block += 1;
        }
        (block < self.blocks).then_some((block, u32::try_from(value).ok()?))
    }

    fn check(
        &self,
        source: &Source,
        size: u64,
        is_sound: &dyn Fn(u16) -> bool,
        done: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(), u64> {
        let mut bytes = vec![0; (SIZE_BYTES * self.blocks) as usize];
        source.read(self.sizes_at, &mut bytes).ok_or(self.sizes_at)?;
        let values: Vec<u64> =
            bytes.as_chunks().0.iter().map(|size| u64::from(u16::from_le_bytes(*size)) + 1).collect();
        self.check_index(source, size, &values)?;
        let values_of_symbols = self.symbols.iter().filter(|symbol| symbol.second == NO_SYMBOL);
        if !values_of_symbols.map(|symbol| symbol.first).all(is_sound) {
            return Err(0);
        }
        let check = |(block, values): (usize, &u64)| {
            let offset = self.blocks_at + ((block as u64) << self.block_bits);
            let mut bytes = vec![0; 1 << self.block_bits];
            source.read(offset, &mut bytes).ok_or(offset)?;
            self.check_block(&bytes, *values).ok_or(offset)?;
            // Nothing is known of what comes after a stop.
            Ok(done(*values))
        };
        values
            .par_iter()
            .enumerate()
            .map(check)
            .try_for_each(|result: Result<bool, u64>| match result {
                Ok(true) => Ok(()),
                Ok(false) => Err(None),
                Err(offset) => Err(Some(offset)),
            })
            .or_else(|stopped| stopped.map_or(Ok(()), Err))
    }

    /// Compares the index with the numbers of values in the blocks.
    fn check_index(&self, source: &Source, size: u64, values: &[u64]) -> Result<(), u64> {
        let mut bytes = vec![0; (ENTRY_BYTES * self.entries) as usize];
        source.read(self.index_at, &mut bytes).ok_or(self.index_at)?;
        if values.iter().sum::<u64>() != size {
            return Err(self.sizes_at);
        }
        let (mut block, mut before) = (0, 0);
        for (entry, bytes) in bytes.as_chunks::<{ ENTRY_BYTES as usize }>().0.iter().enumerate() {
            let [named @ .., low, high] = *bytes;
            let middle = ((entry as u64) << self.span_bits) + (1 << (self.span_bits - 1));
            let named = u64::from(u32::from_le_bytes(named));
            while block < named.min(values.len() as u64) {
                before += values[block as usize];
                block += 1;
            }
            let is_right = block == named && before + u64::from(u16::from_le_bytes([low, high])) == middle;
            if !is_right && middle < size {
                return Err(self.index_at + ENTRY_BYTES * entry as u64);
            }
        }
        Ok(())
    }

    /// Decodes a block, which has to have at least `values` values.
    fn check_block(&self, block: &[u8], mut values: u64) -> Option<()> {
        let mut bits = Bits { bytes: block, code: 0, count: 0 };
        while values > 0 {
            let (number, size) = self.next_symbol(&mut bits)?;
            bits.skip(size)?;
            values = values.saturating_sub(u64::from(self.symbols[number].more) + 1);
        }
        Some(())
    }

    /// Returns the number of the next symbol, and the length of its code in bits.
    fn next_symbol(&self, bits: &mut Bits<'_>) -> Option<(usize, u32)> {
        bits.fill();
        let length = self.first_codes.iter().position(|first| bits.code >= *first)?;
        let size = u32::from(self.shortest) + length as u32;
        let behind = (bits.code - self.first_codes[length]) >> (u64::BITS - size);
        let number = usize::try_from(u64::from(self.first_symbols[length]).checked_add(behind)?).ok()?;
        (number < self.symbols.len()).then_some((number, size))
    }

    /// Returns a value of a block.
    fn decode(&self, block: &[u8], mut value: u32) -> Option<u16> {
        let mut bits = Bits { bytes: block, code: 0, count: 0 };
        let mut symbol = loop {
            let (number, size) = self.next_symbol(&mut bits)?;
            let symbol = &self.symbols[number];
            if value <= symbol.more.into() {
                break symbol;
            }
            value -= u32::from(symbol.more) + 1;
            bits.skip(size)?;
        };
        while symbol.second != NO_SYMBOL {
            let first = self.symbols.get(usize::from(symbol.first))?;
            symbol = if value <= first.more.into() {
                first
            } else {
                value -= u32::from(first.more) + 1;
                self.symbols.get(usize::from(symbol.second))?
            };
        }
        Some(symbol.first)
    }
}

/// The bits of a block, the highest of each byte first.
struct Bits<'b> {
    bytes: &'b [u8],
    /// The next bits, from the highest on.
    code: u64,
    /// How many of them are of the block.
    count: u32,
}

impl Bits<'_> {
    /// Takes over bytes until the longest code is there, or the block ends.
    fn fill(&mut self) {
        while self.count <= u64::BITS - 8
            && let Some((byte, rest)) = self.bytes.split_first()
        {
            self.code |= u64::from(*byte) << (u64::BITS - 8 - self.count);
            self.count += 8;
            self.bytes = rest;
        }
    }

    /// Passes some bits; `None` where the block has fewer.
    fn skip(&mut self, bits: u32) -> Option<()> {
        self.count = self.count.checked_sub(bits)?;
        self.code <<= bits;
        Some(())
    }
}
