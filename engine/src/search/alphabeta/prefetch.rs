//! Bringing memory near before it is read.

// The processor's hint has no safe name.
#![allow(unsafe_code)]

/// Has what is at `place` brought near while something else is done.
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: it is a hint that changes nothing, and what is referred to is there.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
