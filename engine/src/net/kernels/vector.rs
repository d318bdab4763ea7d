//! What the forward pass needs of a vector register.

/// A vector register.
///
/// # Safety
/// Every method: the processor has the instructions of the implementation, and each pointer is valid for
/// the bytes that the method says it touches. No pointer needs any alignment.
pub(super) trait Vector: Copy {
    /// Lanes of 32 bits; a divisor of 16.
    const LANES: usize;

    /// All bits zero.
    unsafe fn zero() -> Self;

    /// Reads a whole register.
    unsafe fn load<T>(from: *const T) -> Self;

    /// Writes a whole register.
    unsafe fn store<T>(self, to: *mut T);

    /// Sums of lanes of 16 bits, wrapping.
    unsafe fn add_i16(self, other: Self) -> Self;

    /// Differences of lanes of 16 bits, wrapping.
    unsafe fn sub_i16(self, other: Self) -> Self;

    /// Sums of lanes of 32 bits, wrapping.
    unsafe fn add_i32(self, other: Self) -> Self;

    /// The four bytes at `from` in every lane of 32 bits.
    unsafe fn splat4(from: *const u8) -> Self;

    /// To each lane of 32 bits of `self` adds the dot product of the four unsigned bytes of `values`
    /// (each at most 127) with the four signed bytes of `weights`, wrapping.
    unsafe fn dot4(self, values: Self, weights: Self) -> Self;

    /// To the sum of `first` and `second` adds two such products. The implementation chooses which of
    /// the two takes what: two chains hide the latency of the products.
    ///
    /// Neither pair of `weights` has two neighbouring bytes that would overflow 16 bits together, see
    /// [`Chunks`](super::chunks::Chunks).
    unsafe fn dot4_twice(first: &mut Self, second: &mut Self, values: [Self; 2], weights: [Self; 2]);

    /// The activations of 32 accumulator values: clips, squares, rounds; writes 32 bytes at `to` and
    /// returns one bit for each four of them, set where one is not zero.
    unsafe fn activate32(from: *const i16, to: *mut u8) -> u64;

    /// Clips 16 sums of 32 bits, `16 / LANES` registers, to activations and writes 16 bytes.
    unsafe fn clip16(sums: &[Self], to: *mut u8);

    /// The dot products of `length` bytes at `values` (unsigned, each at most 127; `length` is a multiple
    /// of 16) with as many at each of `rows` (signed), wrapping.
    unsafe fn dot_rows(values: *const u8, rows: [*const i8; 4], length: usize) -> [i32; 4];
}
