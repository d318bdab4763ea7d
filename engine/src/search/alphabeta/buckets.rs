//! Memory of the transposition table: cache-line buckets in huge pages.

// The slots lie in memory mapped from the system.
#![allow(unsafe_code)]

use std::{
    ops::Deref,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use memmap2::{MmapMut, MmapRaw};

use super::prefetch::prefetch;
use crate::search::memory::available_bytes;

const WAYS: usize = 4;

/// A value and its check word: half-written slots of two threads do not match.
#[derive(Debug)]
pub(super) struct Slot {
    /// Key of the position XOR the value.
    check: AtomicU64,
    value: AtomicU64,
}

impl Slot {
    /// Returns key and value. A torn write of two threads gives a wrong key. Both are 0 in an empty slot.
    pub(super) fn read(&self) -> (u64, u64) {
        let value = self.value.load(Relaxed);
        (self.check.load(Relaxed) ^ value, value)
    }

    /// Writes key and value.
    pub(super) fn write(&self, key: u64, value: u64) {
        self.value.store(value, Relaxed);
        self.check.store(key ^ value, Relaxed);
    }

    /// Writes only the value: a torn write.
    #[cfg(test)]
    pub(super) fn write_value_only(&self, value: u64) {
        self.value.store(value, Relaxed);
    }
}

/// The slots of one cache line.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Slot; WAYS]);

/// Buckets in huge pages where the system has them, which spares TLB misses of random accesses.
#[derive(Debug)]
pub(super) struct Buckets {
    /// `None` without buckets.
    memory: Option<MmapRaw>,
    count: usize,
}

impl Buckets {
    /// Returns `count` empty buckets, or as many as the memory of the system allows.
    pub(super) fn new(count: usize) -> Self {
        let count = available_bytes(count.saturating_mul(size_of::<Bucket>())) / size_of::<Bucket>();
        let memory = if count > 0 { MmapMut::map_anon(count * size_of::<Bucket>()).ok() } else { None };
        let memory = memory.map(|memory| {
            // Without huge pages the table works too, only slower.
            #[cfg(target_os = "linux")]
            let _ = memory.advise(memmap2::Advice::HugePage);
            MmapRaw::from(memory)
        });
        let count = if memory.is_some() { count } else { 0 };
        let mut buckets = Self { memory, count };
        // The system maps pages at their first write; that must not fall into the time of a search.
        buckets.clear();
        buckets
    }

    /// Empties all buckets.
    pub(super) fn clear(&mut self) {
        if let Some(memory) = &self.memory {
            // SAFETY: the mapping has this length and is borrowed mutably; all-zero bytes are a valid `Bucket`.
            unsafe { memory.as_mut_ptr().write_bytes(0, self.count * size_of::<Bucket>()) };
        }
    }

    /// Prefetches the bucket at `index`.
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
            // SAFETY: the mapping holds `count` buckets, is page-aligned and owned by this value; all-zero bytes are a
            // valid `Bucket`, and threads write atomics only.
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
