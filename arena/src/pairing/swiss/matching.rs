//! The lightest complete pairing, exactly.
//!
//! The blossom algorithm is that of the crate integer-blossom; the tests compare it with all pairings there are.

use integer_blossom::min_weight_perfect_matching;

/// Returns the pairs, the lower number first, of the complete pairing of `vertices` (an even number) with the smallest
/// sum of weights; `None` where every complete pairing holds a pair without a weight.
pub(super) fn lightest(
    vertices: usize,
    weight: impl Fn(usize, usize) -> Option<i128>,
) -> Option<Vec<(usize, usize)>> {
    let pairs = || (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| (one, other)));
    let heaviest = pairs().filter_map(|(one, other)| weight(one, other)).max().unwrap_or(0);
    // Heavier than any complete pairing of possible pairs.
    let impossible = (heaviest + 1) * (vertices as i128 / 2 + 1);
    let weights: Vec<i128> = (0..vertices * vertices)
        .map(|at| {
            let (one, other) = (at / vertices, at % vertices);
            if one == other { 0 } else { weight(one.min(other), one.max(other)).unwrap_or(impossible) }
        })
        .collect();
    let mates = min_weight_perfect_matching(&weights, vertices);
    let found: Vec<_> = mates
        .iter()
        .enumerate()
        .filter(|(one, other)| one < *other)
        .map(|(one, other)| (one, *other))
        .collect();
    found.iter().all(|(one, other)| weight(*one, *other).is_some()).then_some(found)
}
