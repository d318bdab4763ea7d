//! The likelihood ratio of two hypotheses about the strength, given counts of pair results.
//!
//! Each hypothesis fixes one number of an otherwise unknown distribution over the five results of a pair.
//! The generalised ratio compares the distributions that make the counts most likely under either: they have
//! the form `pᵢ / (1 + x·bᵢ)` with one unknown `x`. (Michel Van den Bergh, "A practical introduction to the
//! GSPRT" and "Normalized Elo"; this is the reckoning of fishtest and OpenBench.)

use std::f64::consts::{LN_10, SQRT_2};

use damier_numerics::double;

use super::{elo::score_of_elo, elo_model::EloModel};

const RESULTS: usize = 5;
/// The points of a pair's results, as shares.
const SHARES: [f64; RESULTS] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Stands in for a count of zero, which would make the distributions degenerate.
const NEVER_SEEN: f64 = 1e-3;
const MAX_ITERATIONS: usize = 50;
const ROOT_PRECISION: f64 = 1e-12;
const PRECISION: f64 = 1e-9;
/// Elo per natural unit of odds, near even: normalised Elo is (score − ½) / deviation of a game, in this unit.
pub(super) const ELO_PER_UNIT: f64 = 800.0 / LN_10;

type Distribution = [f64; RESULTS];

/// The natural logarithm of how much likelier the counts are at a difference of `elo1` than at `elo0`.
pub fn log_likelihood_ratio(pairs: &[u64; RESULTS], model: EloModel, elo0: f64, elo1: f64) -> f64 {
    let counts = pairs.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / total);
    let fitted = |elo: f64| match model {
        EloModel::Logistic => with_mean(&seen, score_of_elo(elo)),
        // A pair's mean varies by the root of two less than a game.
        EloModel::Normalised => with_deviations_from_even(&seen, elo / ELO_PER_UNIT * SQRT_2),
    };
    let (at0, at1) = (fitted(elo0), fitted(elo1));
    (0..RESULTS).map(|result| counts[result] * double::ln(at1[result] / at0[result])).sum()
}

/// Returns the likeliest distribution whose mean is `mean`.
fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    with_zero_expectation(seen, &SHARES.map(|share| share - mean))
}

/// Returns the likeliest distribution whose mean lies `deviations` standard deviations above one half, by repeated
/// linearisation.
fn with_deviations_from_even(seen: &Distribution, deviations: f64) -> Distribution {
    let mut current = [1.0 / RESULTS as f64; RESULTS];
    for _ in 0..MAX_ITERATIONS {
        let expectation =
            |values: Distribution| -> f64 { (0..RESULTS).map(|i| current[i] * values[i]).sum() };
        let mean = expectation(SHARES);
        let deviation = expectation(SHARES.map(|share| double::powi(share - mean, 2))).sqrt();
        let slopes = SHARES.map(|share| {
            let spread = 1.0 + double::powi((share - mean) / deviation, 2);
            share - 0.5 - 0.5 * deviations * deviation * spread
        });
        let next = with_zero_expectation(seen, &slopes);
        let moved = (0..RESULTS).map(|i| (next[i] - current[i]).abs()).fold(0.0, f64::max);
        current = next;
        if moved < PRECISION {
            break;
        }
    }
    current
}

/// Returns the likeliest distribution under which `values`, of both signs, average to zero.
fn with_zero_expectation(seen: &Distribution, values: &Distribution) -> Distribution {
    let largest = values.iter().copied().fold(f64::MIN, f64::max);
    let smallest = values.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    // Newton's method, within bounds that close in on the one zero of a falling function.
    let mut x = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let (mut expectation, mut slope) = (0.0, 0.0);
        for (seen, value) in seen.iter().zip(values) {
            let term = value / (1.0 + x * value);
            expectation += seen * term;
            slope -= seen * term * term;
        }
        if expectation > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let next = x - expectation / slope;
        let next = if next > low && next < high { next } else { (low + high) / 2.0 };
        let moved = (next - x).abs();
        x = next;
        if moved <= ROOT_PRECISION {
            break;
        }
    }
    std::array::from_fn(|i| seen[i] / (1.0 + x * values[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) -> bool {
        (left - right).abs() <= tolerance
    }

    /// Sources: issue 1737 of official-stockfish/fishtest (all digits), pull requests 426 and 783 of
    /// Disservin/fastchess, 87 of rektdie/Eleanor, 334 of Yoshie2000/PlentyChess, 39 of paulsonkoly/chess-3.
    #[test]
    fn agrees_with_published_tests() {
        for (counts, elo0, elo1, expected, tolerance) in [
            ([93, 18711, 58877, 18739, 100], -1.75, 0.25, 2.942_097_472, 1e-6),
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.25, 0.005),
            ([379, 10170, 21828, 10640, 343], 0.0, 2.0, 2.94598, 1e-3),
            ([74, 450, 987, 580, 85], 0.0, 5.0, 3.08, 0.005),
            ([5, 942, 2469, 1050, 5], -3.0, 1.0, 2.90, 0.005),
            ([214, 8992, 19871, 9102, 235], 0.0, 2.5, 0.16, 0.005),
            ([78, 64, 64, 14, 4], 0.0, 5.0, -2.95, 0.005),
        ] {
            let found = log_likelihood_ratio(&counts, EloModel::Normalised, elo0, elo1);
            assert!(close(found, expected, tolerance), "{counts:?}: {found}");
        }
    }

    #[test]
    fn the_sign_follows_the_results() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let ratio = |counts| log_likelihood_ratio(&counts, model, 0.0, 20.0);
            assert!(ratio([10, 20, 40, 60, 30]) > 0.0);
            assert!(ratio([30, 60, 40, 20, 10]) < 0.0);
            assert!(ratio([0, 0, 0, 0, 50]) > 0.0);
            assert!(close(ratio([0; 5]), 0.0, 0.1));
        }
    }

    #[test]
    fn exchanging_competitors_and_hypotheses_changes_nothing() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let one = log_likelihood_ratio(&[3, 14, 30, 21, 5], model, -2.0, 7.0);
            let other = log_likelihood_ratio(&[5, 21, 30, 14, 3], model, 2.0, -7.0);
            assert!(close(one, other, 1e-6));
            let swapped = log_likelihood_ratio(&[3, 14, 30, 21, 5], model, 7.0, -2.0);
            assert!(close(one, -swapped, 1e-6));
        }
    }

    #[test]
    fn independent_evidence_adds_up() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let once = log_likelihood_ratio(&[3, 14, 30, 21, 5], model, 0.0, 10.0);
            let twice = log_likelihood_ratio(&[6, 28, 60, 42, 10], model, 0.0, 10.0);
            assert!(close(twice, 2.0 * once, 1e-6));
        }
    }
}
