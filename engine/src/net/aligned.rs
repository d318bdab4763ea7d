//! Vectors that start at a cache line.

use std::ops::{Deref, DerefMut};

/// The size of a cache line in bytes, which is also the widest vector register.
const LINE: usize = 64;

/// A slice of fixed length whose first element lies at the start of a cache line, so that vector loads of
/// whole rows never straddle two lines. Alignment is for speed only; nothing relies on it.
#[derive(Debug)]
pub struct Aligned<T> {
    buffer: Vec<T>,
    start: usize,
    length: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// `length` default elements.
    pub fn new(length: usize) -> Self {
        let buffer = vec![T::default(); length + LINE / size_of::<T>()];
        let start = buffer.as_ptr().align_offset(LINE).min(LINE / size_of::<T>());
        Self { buffer, start, length }
    }

    /// A copy of `content`.
    pub fn from_slice(content: &[T]) -> Self {
        let mut aligned = Self::new(content.len());
        aligned.copy_from_slice(content);
        aligned
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        Self::from_slice(self)
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.buffer[self.start..self.start + self.length]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.start..self.start + self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_at_a_cache_line_and_keeps_its_content() {
        for length in [0, 1, 31, 64, 1000] {
            let content: Vec<i16> = (0..length).collect();
            let aligned = Aligned::from_slice(&content).clone();
            assert_eq!(*aligned, content);
            assert_eq!(aligned.as_ptr().align_offset(LINE), 0);
        }
    }
}
