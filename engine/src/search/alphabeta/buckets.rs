//! The memory of the transposition table.

// The slots are in memory that comes from the system as it is.
#![allow(unsafe_code)]

use std::{
    ops::Deref,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use memmap2::{MmapMut, MmapRaw};

use super::prefetch::prefetch;
use crate::search::memory::available_bytes;

const WAYS: usize = 4;

/// A number and its check: what two threads have written half each does not match.
#[derive(Debug)]
pub(super) struct Slot {
    /// The position's key, exclusive-or the value.
    check: AtomicU64,
    value: AtomicU64,
}

impl Slot {
    /// The key and the value; they belong together unless two threads have written at once. Both are 0 at first.
    pub(super) fn read(&self) -> (u64, u64) {
        let value = self.value.load(Relaxed);
        (self.check.load(Relaxed) ^ value, value)
    }

    pub(super) fn write(&self, key: u64, value: u64) {
        self.value.store(value, Relaxed);
        self.check.store(key ^ value, Relaxed);
    }

    /// Writes half a slot, as a thread does that another one overtakes.
    #[cfg(test)]
    pub(super) fn write_value_only(&self, value: u64) {
        self.value.store(value, Relaxed);
    }
}

/// What one look at memory brings.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Slot; WAYS]);

/// Buckets in large pages where the system has them: looks at random places miss the table of small pages nearly
/// every time.
#[derive(Debug)]
pub(super) struct Buckets {
    /// None where there are no buckets.
    memory: Option<MmapRaw>,
    count: usize,
}

impl Buckets {
    /// Returns `count` empty buckets, or as many as the system has memory for.
    pub(super) fn new(count: usize) -> Self {
        let count = available_bytes(count.saturating_mul(size_of::<Bucket>())) / size_of::<Bucket>();
        let memory = if count > 0 { MmapMut::map_anon(count * size_of::<Bucket>()).ok() } else { None };
        let memory = memory.map(|memory| {
            // Small pages do as well, only slower.
            #[cfg(target_os = "linux")]
            let _ = memory.advise(memmap2::Advice::HugePage);
            MmapRaw::from(memory)
        });
        let count = if memory.is_some() { count } else { 0 };
        let mut buckets = Self { memory, count };
        // The system gives pages when they are written first, which takes longer than a search may have.
        buckets.clear();
        buckets
    }

    /// Makes all of them empty.
    pub(super) fn clear(&mut self) {
        if let Some(memory) = &self.memory {
            // SAFETY: nobody else looks at the mapping now, which is so long, and zero is a value of every number.
            unsafe { memory.as_mut_ptr().write_bytes(0, self.count * size_of::<Bucket>()) };
        }
    }

    /// Has a bucket brought near while something else is done.
    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        if let Some(bucket) = self.get(index) {
            prefetch(bucket);
        }
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        match &self.memory {
            // SAFETY: the mapping has room for so many, begins with a page and so is aligned, belongs to this value
            // alone, and zero is a value of every number; numbers that threads write are atomic.
            Some(memory) => unsafe { std::slice::from_raw_parts(memory.as_ptr().cast(), self.count) },
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_stays_until_it_is_cleared() {
        let mut buckets = Buckets::new(1000);
        buckets[999].0[3].write(5, 7);
        buckets.prefetch(999);
        buckets.prefetch(1000);
        assert_eq!(buckets[999].0[3].read(), (5, 7));
        assert_eq!(buckets[0].0[0].read(), (0, 0));
        buckets.clear();
        assert_eq!(buckets.len(), 1000);
        assert_eq!(buckets[999].0[3].read(), (0, 0));
    }

    #[test]
    fn there_may_be_none() {
        let mut buckets = Buckets::new(0);
        buckets.clear();
        buckets.prefetch(0);
        assert!(buckets.is_empty());
    }
}
