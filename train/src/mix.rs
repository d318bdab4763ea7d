//! Random numbers that depend on nothing but numbers: what a step draws is a function of the run's seed
//! and the step, so a resumed run draws what an uninterrupted one would have drawn.

/// Mixes two numbers into a third that looks random (the finaliser of SplitMix64).
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
