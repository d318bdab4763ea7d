//! The forward pass over any vector unit.

use super::{
    super::arch::{OUTPUTS_MAX, WIDTH_MAX},
    chunks::{Chunks, INTERLEAVE, WORD},
    table::{Heads, Scratch, real},
    vector::Vector,
    weights::Weights,
};

/// Registers that a block of outputs or of accumulator values takes; more would not stay in registers.
const BLOCK: usize = 8;

/// Rows whose products with one vector are summed together.
const ROWS: usize = 4;

/// Words of chunks that the widest accumulator has.
const WORDS_MAX: usize = WIDTH_MAX / INTERLEAVE / WORD;

/// See `Table`.
// SAFETY: the caller has the instructions of `V` and has checked lengths and features as `Kernel` does.
#[inline(always)]
pub(super) unsafe fn accumulate<V: Vector>(
    weights: &Weights,
    from: &[i16],
    to: &mut [i16],
    added: &[u32],
    removed: &[u32],
) {
    let step = 2 * V::LANES;
    let mut at = 0;
    while at < to.len() {
        // SAFETY: a block is as long as what is left, or shorter; `step` divides the width.
        unsafe {
            if at + BLOCK * step <= to.len() {
                accumulate_block::<V, BLOCK>(weights, from, to, added, removed, at);
                at += BLOCK * step;
            } else {
                accumulate_block::<V, 1>(weights, from, to, added, removed, at);
                at += step;
            }
        }
    }
}

/// `REGISTERS` registers of accumulator values from `at`, which are read and written once however many
/// rows there are.
// SAFETY: as `accumulate`, and the block lies inside the width.
#[inline(always)]
unsafe fn accumulate_block<V: Vector, const REGISTERS: usize>(
    weights: &Weights,
    from: &[i16],
    to: &mut [i16],
    added: &[u32],
    removed: &[u32],
    at: usize,
) {
    let (width, step) = (to.len(), 2 * V::LANES);
    // SAFETY: features are in range, so every row lies inside the embedding, and the block inside the row.
    unsafe {
        let row = |feature: &u32| weights.embedding.as_ptr().add(*feature as usize * width + at);
        let mut sums = [V::zero(); REGISTERS];
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = V::load(from.as_ptr().add(at + index * step));
        }
        for feature in removed {
            let row = row(feature);
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = sum.sub_i16(V::load(row.add(index * step)));
            }
        }
        for feature in added {
            let row = row(feature);
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = sum.add_i16(V::load(row.add(index * step)));
            }
        }
        for (index, sum) in sums.iter().enumerate() {
            sum.store(to.as_mut_ptr().add(at + index * step));
        }
    }
}

/// See `Table`.
// SAFETY: the caller has the instructions of `V` and has checked lengths as `Kernel` does.
#[inline(always)]
pub(super) unsafe fn value<V: Vector>(
    weights: &Weights,
    accumulator: &[i16],
    heads: Heads,
    scratch: &mut Scratch,
) -> [i32; OUTPUTS_MAX] {
    let arch = &weights.arch;
    let Scratch { activations, first, second } = scratch;
    let mut alive = [0_u64; WORDS_MAX];
    // SAFETY: `Kernel` checked the lengths of all slices; the width is a multiple of 32, all other sizes
    // of 16, and the net's tensors have the lengths that its dimensions ask for.
    unsafe {
        const CHUNKS: usize = 32 / INTERLEAVE;
        for (block, _) in accumulator.chunks_exact(32).enumerate() {
            let at = 32 * block;
            let bits = V::activate32(accumulator.as_ptr().add(at), activations.as_mut_ptr().add(at));
            let chunk = block * CHUNKS;
            alive[chunk / WORD] |= bits << (chunk % WORD);
        }
        let wanted = match heads {
            Heads::Value => arch.hidden,
            Heads::ValueAndPolicy => first.len(),
        };
        let l1 = Layer { weights: &weights.l1_interleaved, bias: &weights.l1_bias, small: &weights.l1_small };
        l1.run::<V>(activations, &alive[..arch.width.div_ceil(INTERLEAVE * WORD)], &mut first[..wanted]);

        let l2 = Layer { weights: &weights.l2_interleaved, bias: &weights.l2_bias, small: &weights.l2_small };
        let chunks = arch.hidden / INTERLEAVE;
        let mut all = [u64::MAX; WORDS_MAX];
        let words = chunks.div_ceil(WORD);
        if !chunks.is_multiple_of(WORD) {
            all[words - 1] = (1 << (chunks % WORD)) - 1;
        }
        l2.run::<V>(&first[..arch.hidden], &all[..words], second);

        let mut outputs = [0; OUTPUTS_MAX];
        let count = weights.l3_bias.len();
        for (block, outputs) in outputs.chunks_mut(ROWS).enumerate().take(count.div_ceil(ROWS)) {
            // The places of rows that are missing at the end repeat the last one.
            let row = |index: usize| (block * ROWS + index).min(count - 1);
            let start = |index: usize| weights.l3.as_ptr().add(row(index) * arch.value_hidden);
            let sums = V::dot_rows(second.as_ptr(), std::array::from_fn(start), arch.value_hidden);
            for (index, output) in outputs.iter_mut().enumerate().take(count - block * ROWS) {
                *output = sums[index].wrapping_add(weights.l3_bias[row(index)]);
            }
        }
        outputs
    }
}

/// See `Table`.
// SAFETY: the caller has the instructions of `V` and has checked lengths and rows as `Kernel` does.
#[inline(always)]
pub(super) unsafe fn policy<V: Vector>(weights: &Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]) {
    let first = weights.policy.as_ptr();
    for (rows, logits) in rows.chunks(ROWS).zip(logits.chunks_mut(ROWS)) {
        // The places of rows that are missing at the end repeat the first one.
        let row = |index: usize| *rows.get(index).unwrap_or(&rows[0]) as usize;
        // SAFETY: rows are in range, so each lies inside the weights.
        let sums = unsafe {
            let start = |index: usize| first.add(row(index) * vector.len());
            V::dot_rows(vector.as_ptr(), std::array::from_fn(start), vector.len())
        };
        for (index, logit) in logits.iter_mut().enumerate() {
            *logit = real(sums[index].wrapping_add(weights.policy_bias[row(index)]));
        }
    }
}

/// An interleaved layer.
struct Layer<'a> {
    weights: &'a [i8],
    bias: &'a [i32],
    small: &'a Chunks,
}

impl Layer<'_> {
    /// The first `out.len()` outputs, clipped to activations, from the chunks of `input` whose bit is set
    /// in `alive`; all others are zero.
    // SAFETY: the caller has the instructions of `V`; `alive` has bits of existing chunks only; `out` is
    // not longer than the bias, and its length a multiple of 16.
    #[inline(always)]
    unsafe fn run<V: Vector>(&self, input: &[u8], alive: &[u64], out: &mut [u8]) {
        let mut from = 0;
        while from < out.len() {
            let registers = ((out.len() - from) / V::LANES).min(BLOCK);
            // SAFETY: the caller's promise, and the block ends where the outputs end, or before.
            unsafe {
                match registers {
                    1 => self.block::<V, 1>(input, alive, from, out),
                    2 => self.block::<V, 2>(input, alive, from, out),
                    3 => self.block::<V, 3>(input, alive, from, out),
                    4 => self.block::<V, 4>(input, alive, from, out),
                    5 => self.block::<V, 5>(input, alive, from, out),
                    6 => self.block::<V, 6>(input, alive, from, out),
                    7 => self.block::<V, 7>(input, alive, from, out),
                    _ => self.block::<V, BLOCK>(input, alive, from, out),
                }
            }
            from += registers * V::LANES;
        }
    }

    /// `REGISTERS` registers of outputs.
    // SAFETY: as `run`, and the block from `from` lies inside `out`.
    #[inline(always)]
    unsafe fn block<V: Vector, const REGISTERS: usize>(
        &self,
        input: &[u8],
        alive: &[u64],
        from: usize,
        out: &mut [u8],
    ) {
        let row = self.bias.len() * INTERLEAVE;
        // SAFETY: the chunks exist, so their inputs and weights lie inside the slices; a whole block of
        // outputs lies inside the bias, each row of weights and `out`.
        unsafe {
            let weights = self.weights.as_ptr().add(from * INTERLEAVE);
            let values_of = |chunk: usize| V::splat4(input.as_ptr().add(chunk * INTERLEAVE));
            let weights_of = |chunk: usize, register: usize| {
                V::load(weights.add(chunk * row + register * V::LANES * INTERLEAVE))
            };
            let mut sums = [V::zero(); REGISTERS];
            let mut more = [V::zero(); REGISTERS];
            for (register, sum) in sums.iter_mut().enumerate() {
                *sum = V::load(self.bias.as_ptr().add(from + register * V::LANES));
            }
            for (word, (alive, small)) in alive.iter().zip(self.small.words()).enumerate() {
                let mut pairs = Bits(alive & small);
                let mut rest = Bits(alive & !small);
                while let Some(left) = pairs.next() {
                    let Some(right) = pairs.next() else {
                        rest.0 |= 1 << left;
                        break;
                    };
                    let (left, right) = (word * WORD + left, word * WORD + right);
                    let values = [values_of(left), values_of(right)];
                    for register in 0..REGISTERS {
                        let weights = [weights_of(left, register), weights_of(right, register)];
                        V::dot4_twice(&mut sums[register], &mut more[register], values, weights);
                    }
                }
                for chunk in rest {
                    let chunk = word * WORD + chunk;
                    let values = values_of(chunk);
                    for (register, sum) in sums.iter_mut().enumerate() {
                        *sum = sum.dot4(values, weights_of(chunk, register));
                    }
                }
            }
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum = sum.add_i32(more);
            }
            let group = 16 / V::LANES;
            for (index, sums) in sums.chunks_exact(group).enumerate() {
                V::clip16(sums, out.as_mut_ptr().add(from + index * 16));
            }
        }
    }
}

/// The places of the bits that are set, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}
