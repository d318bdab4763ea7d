//! Blocks of values: what is compressed and looked up by itself.
//!
//! A block of one value takes no bytes; the directory says which. Any other is written in the shortest of three
//! ways, after a byte that says which; see `docs/reference/endgame-format.md`.

use damier_rules::EndingValue;

/// Values of a block; the last of a part may have fewer.
pub(crate) const BLOCK: usize = 256;

/// Values in a byte of a packed block: 3⁵ = 243.
const PACKED: usize = 5;
/// Powers of the number of values.
const POWERS: [u8; PACKED] = [1, 3, 9, 27, 81];

/// Tag: five values in a byte.
const TAG_PACKED: u8 = 0;
/// Tags from 1: one bit a value.
const PAIRS: [[EndingValue; 2]; 3] = [
    [EndingValue::Loss, EndingValue::Draw],
    [EndingValue::Loss, EndingValue::Win],
    [EndingValue::Draw, EndingValue::Win],
];
const TAG_FIRST_PAIR: u8 = 1;
/// Tag: runs of one value.
const TAG_RUNS: u8 = 4;
/// Values in a byte of the list of a block's runs.
const RUN_VALUES: usize = 4;
/// Bits of each.
const RUN_BITS: usize = 2;
const RUN_MASK: u8 = 3;

/// A block in its written form.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Encoded {
    /// All values are this one.
    Constant(EndingValue),
    /// Bytes were appended.
    Bytes,
}

/// Appends a block of at most [`BLOCK`] values; `None` stands for numbers without a position, whose values are
/// whatever suits.
pub(crate) fn encode(values: &[Option<EndingValue>], out: &mut Vec<u8>) -> Encoded {
    let mut last = values.iter().copied().flatten().next().unwrap_or(EndingValue::Draw);
    let mut filled = [last; BLOCK];
    let filled = &mut filled[..values.len()];
    let mut starts = Vec::new();
    let mut runs = vec![last];
    for (at, value) in values.iter().enumerate() {
        if let Some(value) = *value
            && value != last
        {
            starts.push(at as u8);
            runs.push(value);
            last = value;
        }
        filled[at] = last;
    }
    if starts.is_empty() {
        return Encoded::Constant(last);
    }
    let pair = PAIRS.iter().position(|pair| runs.iter().all(|value| pair.contains(value)));
    let runs_bytes = 1 + starts.len() + runs.len().div_ceil(RUN_VALUES);
    let other_bytes = match pair {
        Some(_) => values.len().div_ceil(u8::BITS as usize),
        None => values.len().div_ceil(PACKED),
    };
    if runs_bytes <= other_bytes {
        out.extend([TAG_RUNS, starts.len() as u8]);
        out.extend(starts);
        let byte = |values: &[EndingValue]| {
            values.iter().rev().fold(0, |byte, value| byte << RUN_BITS | *value as u8)
        };
        out.extend(runs.chunks(RUN_VALUES).map(byte));
    } else if let Some(pair) = pair {
        out.push(TAG_FIRST_PAIR + pair as u8);
        let high = PAIRS[pair][1];
        let byte = |values: &[EndingValue]| {
            values.iter().rev().fold(0, |byte, value| byte << 1 | u8::from(*value == high))
        };
        out.extend(filled.chunks(u8::BITS as usize).map(byte));
    } else {
        out.push(TAG_PACKED);
        let byte = |values: &[EndingValue]| {
            values.iter().zip(POWERS).map(|(value, power)| *value as u8 * power).sum::<u8>()
        };
        out.extend(filled.chunks(PACKED).map(byte));
    }
    Encoded::Bytes
}

/// The value at a place of an encoded block that `bytes` begins with; `None` where the bytes are not a block that
/// has the place.
#[inline]
pub(crate) fn decode(bytes: &[u8], at: u8) -> Option<EndingValue> {
    let (tag, rest) = bytes.split_first()?;
    let place = usize::from(at);
    match *tag {
        TAG_PACKED => {
            let byte = *rest.get(place / PACKED)?;
            EndingValue::ALL.get(usize::from(byte / POWERS[place % PACKED] % POWERS[1])).copied()
        }
        TAG_RUNS => {
            let (changes, rest) = rest.split_first()?;
            let (starts, values) = rest.split_at_checked(usize::from(*changes))?;
            let run = starts.iter().map(|start| u8::from(*start <= at)).sum::<u8>();
            let run = usize::from(run);
            let byte = *values.get(run / RUN_VALUES)?;
            EndingValue::ALL.get(usize::from(byte >> (run % RUN_VALUES * RUN_BITS) & RUN_MASK)).copied()
        }
        tag => {
            let pair = PAIRS.get(usize::from(tag - TAG_FIRST_PAIR))?;
            let byte = *rest.get(place / u8::BITS as usize)?;
            Some(pair[usize::from(byte >> (place % u8::BITS as usize) & 1)])
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Values of these kinds in runs of about `length`, a few numbers without a position among them.
    fn values(seed: u64, length: usize, kinds: &[EndingValue], size: usize) -> Vec<Option<EndingValue>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut value = kinds[0];
        (0..size)
            .map(|_| {
                if random.random_range(0..length) == 0 {
                    value = kinds[random.random_range(0..kinds.len())];
                }
                (random.random_range(0..10) != 0).then_some(value)
            })
            .collect()
    }

    #[test]
    fn what_is_written_is_read_whatever_the_block_looks_like() {
        let mut tags = [0; 5];
        for seed in 0..600 {
            let length = [1, 2, 5, 20, 80, 1000][seed as usize % 6];
            let kinds = [&PAIRS[0][..], &PAIRS[1], &PAIRS[2], &EndingValue::ALL, &PAIRS[1][..1]];
            let values =
                values(seed, length, kinds[seed as usize % 5], [BLOCK, 1, 77][seed as usize % 7 / 3]);
            let mut bytes = Vec::new();
            let encoded = encode(&values, &mut bytes);
            if encoded == Encoded::Bytes {
                tags[usize::from(bytes[0])] += 1;
                assert!(bytes.len() <= 1 + values.len().div_ceil(PACKED));
            }
            for (at, value) in values.iter().enumerate() {
                let read = match encoded {
                    Encoded::Constant(value) => Some(value),
                    Encoded::Bytes => decode(&bytes, at as u8),
                };
                assert!(read.is_some() && (value.is_none() || read == *value), "seed {seed}, place {at}");
            }
        }
        assert!(tags.iter().all(|count| *count > 0), "{tags:?}");
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20_000 {
            let length = random.random_range(0..80);
            let mut bytes: Vec<u8> = (0..length).map(|_| random.random()).collect();
            if let Some(tag) = bytes.first_mut() {
                *tag %= 6;
            }
            decode(&bytes, random.random());
        }
    }
}
