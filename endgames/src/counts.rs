//! How many positions have which value.

use damier_rules::EndingValue;

/// How many positions have which value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// By [`EndingValue`].
    pub by_value: [u64; EndingValue::ALL.len()],
}

impl Counts {
    /// Positions of that value.
    pub fn of(&self, value: EndingValue) -> u64 {
        self.by_value[value as usize]
    }

    /// All positions.
    pub fn total(&self) -> u64 {
        self.by_value.iter().sum()
    }

    /// One more.
    pub(crate) fn note(&mut self, value: EndingValue) {
        self.by_value[value as usize] += 1;
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.by_value.iter_mut().zip(other.by_value).for_each(|(sum, count)| *sum += count);
    }
}
