//! Seeded changes to bytes.

use rand::{Rng, RngExt};

/// Pieces that parsers care about.
const TOKENS: [&[u8]; 36] = [
    b"(;GM[4]",
    b";W[",
    b"\\]",
    b"Piskvorky 15x15, 11:11, 0\n",
    b"moves ",
    b"[%eval ",
    b"W:",
    b":B",
    b"K",
    b"-",
    b"x",
    b"x1x2x3",
    b",",
    b"=",
    b"|",
    b"\n",
    b"#",
    b"[",
    b"\"",
    b"0",
    b"50",
    b"99999999999999999999",
    b"-1",
    b"1e309",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\xff\xff\xff\x7f",
    b"\x80",
    "é⛂".as_bytes(),
    b"net=a",
    b"{",
    b"}",
    b" ( ",
    b" ) ",
    b"!? $5 *",
    b"\n\n[Event \"x\"]\n",
];
/// The most changes to one input.
const CHANGES: usize = 6;
/// The most bytes that one change takes out, repeats or brings in.
const SPAN: usize = 64;
/// Mutations stop growing here.
const LONGEST: usize = 1 << 17;

/// A copy of an input of the corpus with a few changes.
pub(crate) fn mutate(corpus: &[Vec<u8>], random: &mut impl Rng) -> Vec<u8> {
    let mut bytes = corpus[random.random_range(0..corpus.len())].clone();
    for _ in 0..random.random_range(1..=CHANGES) {
        change(&mut bytes, corpus, random);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut impl Rng) {
    // Headers are short and matter most: half of the changes are near the start.
    let reach = if random.random_bool(0.5) { bytes.len().min(SPAN) } else { bytes.len() };
    let at = random.random_range(0..=reach);
    let end = (at + random.random_range(0..=SPAN)).min(bytes.len());
    match random.random_range(0..9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = random.random(),
        2 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(if random.random() { 1 } else { 255 }),
        3 => drop(bytes.drain(at..end)),
        4 => bytes.truncate(at),
        5 => {
            let repeated = bytes[at..end].to_vec();
            drop(bytes.splice(at..at, repeated));
        }
        6 => {
            let other = &corpus[random.random_range(0..corpus.len())];
            let from = random.random_range(0..=other.len());
            let to = (from + random.random_range(0..=SPAN)).min(other.len());
            drop(bytes.splice(at..end, other[from..to].iter().copied()));
        }
        7 => {
            let token = TOKENS[random.random_range(0..TOKENS.len())];
            drop(bytes.splice(at..at, token.iter().copied()));
        }
        _ => {
            let token = TOKENS[random.random_range(0..TOKENS.len())];
            let end = (at + token.len()).min(bytes.len());
            drop(bytes.splice(at..end, token.iter().copied()));
        }
    }
}
