//! Reading what a batch was packed into.

use burn_cubecl::cubecl::{self, prelude::*};

/// A number of a table; see [`number`](crate::packed::number).
#[cube]
pub(super) fn number(words: &Tensor<u32>, base: usize, index: usize, #[comptime] half: bool) -> usize {
    if half {
        let word = words[base + index / 2];
        ((word >> (16u32 * (index % 2) as u32)) & 0xFFFFu32) as usize
    } else {
        words[base + index] as usize
    }
}

/// A number that is not whole.
#[cube]
pub(super) fn float(words: &Tensor<u32>, base: usize, index: usize) -> f32 {
    f32::reinterpret(words[base + index])
}

/// Where the settings of a weight begin.
#[cube]
pub(super) fn settings_of(settings: &Tensor<u32>, weight: usize) -> usize {
    let mut base = 0usize;
    while settings[base + comptime!(crate::parameter_layout::END)] as usize <= weight {
        base += comptime!(crate::parameter_layout::SETTINGS);
    }
    base
}
