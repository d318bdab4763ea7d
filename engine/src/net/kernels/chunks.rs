//! Which inputs of a layer lie together, and how they may be summed.

/// Consecutive inputs that lie side by side in the interleaved layers.
pub(super) const INTERLEAVE: usize = 4;
/// Chunks of inputs per word of a [`Chunks`].
pub(super) const WORD: usize = u64::BITS as usize;

/// The largest sum of two neighbouring positive (or negative) weights such that two products of them
/// with the largest activations fit 16 bits together: `2 · 127 · 129 < 2¹⁵`.
const PAIR_MAX: i32 = 129;

/// A set of chunks of a layer's inputs (a chunk is four consecutive inputs): those whose products may be
/// summed two chunks at a time in 16 bits, for every output, whatever the activations are. Most weights
/// are far smaller than the largest possible ones, so these are nearly all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunks(Vec<u64>);

impl Chunks {
    /// Returns the chunks of an interleaved layer with `outputs` outputs.
    pub(super) fn small(interleaved: &[i8], outputs: usize) -> Self {
        let chunks = interleaved.chunks_exact(outputs * INTERLEAVE);
        let mut words = vec![0; chunks.len().div_ceil(WORD)];
        for (index, chunk) in chunks.enumerate() {
            let (pairs, _) = chunk.as_chunks::<2>();
            let is_small = pairs.iter().all(|pair| {
                let [left, right] = pair.map(i32::from);
                left.max(0) + right.max(0) <= PAIR_MAX && left.min(0) + right.min(0) >= -PAIR_MAX
            });
            words[index / WORD] |= u64::from(is_small) << (index % WORD);
        }
        Self(words)
    }

    /// One bit per chunk, the first lowest.
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }
}
