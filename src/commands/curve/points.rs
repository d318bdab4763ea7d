//! Which nets of a run are rated.

use std::path::{Path, PathBuf};

use anyhow::bail;
use damier_arena::tournament::CurveNet;
use damier_train::{
    config::DeviceChoice,
    run::{RunConfig, RunDirectory, RunState},
};

/// Computing grows at least by this factor from point to point.
const GROWTH: f64 = 2.0;
const SECONDS_PER_MINUTE: f64 = 60.0;

/// Returns the nets of the run in `root` that are there, in ascending order of computing, beginning with random weights.
///
/// # Errors
/// There are fewer than two of them, or their computing was not counted.
pub(super) fn nets_of(root: &Path, config: &RunConfig, state: &RunState) -> anyhow::Result<Vec<CurveNet>> {
    let name = root.display();
    if config.train.device != DeviceChoice::Cpu {
        bail!(
            "{name}: was trained on a GPU, whose computing no core-minutes count; give a run with device = \"cpu\""
        );
    }
    if RunDirectory::fleet_log_of(root).exists() {
        bail!(
            "{name}: a fleet played its games, whose computing the run does not count; give a run of one machine"
        );
    }
    let mut sum = CurveNet { generation: 0, core_minutes: 0.0, games: 0, positions: 0 };
    let mut nets = vec![sum];
    for generation in &state.generations {
        let Some(seconds) = generation.learning_seconds() else {
            bail!(
                "{name}: generation {} has no processor time, as in runs of older versions; give a run that was begun \
                 with this version",
                generation.generation
            );
        };
        sum = CurveNet {
            generation: generation.generation,
            core_minutes: sum.core_minutes + seconds / SECONDS_PER_MINUTE,
            games: sum.games + generation.games,
            positions: sum.positions + generation.positions,
        };
        nets.push(sum);
    }
    nets.retain(|net| net_file(root, net).is_file());
    if nets.len() < 2 {
        let folder = RunDirectory::net_of(root, 0);
        bail!(
            "{}: has {} of the nets of {} finished generations, and a curve takes two; wait for the run, or let `damier run \
             {name}` make lost nets again",
            folder.parent().unwrap_or(root).display(),
            nets.len(),
            state.generations.len()
        );
    }
    Ok(nets)
}

/// Returns where a net of the run in `root` lies.
pub(super) fn net_file(root: &Path, net: &CurveNet) -> PathBuf {
    RunDirectory::net_of(root, net.generation)
}

/// Returns at most `most` of `nets`, which are in ascending order of computing: the first, the last, and between them those
/// at about double the computing of the one before, or more where there are too many. `most` is at least 2.
pub(super) fn doubling(nets: &[CurveNet], most: usize) -> Vec<CurveNet> {
    // Nothing is the double of no computing.
    let (untrained, trained) = match nets {
        [first, rest @ ..] if first.core_minutes == 0.0 => (Some(*first), rest),
        all => (None, all),
    };
    let (Some(first), Some(last)) = (trained.first(), trained.last()) else { return nets.to_vec() };
    let mut chosen = vec![*last];
    let mut bound = last.core_minutes / GROWTH;
    while let Some(next) = trained.iter().rev().find(|net| net.core_minutes <= bound) {
        chosen.push(*next);
        bound = next.core_minutes / GROWTH;
    }
    let earliest = chosen.len() - 1;
    if chosen[earliest].generation != first.generation {
        // It is within the factor of the earliest one.
        if earliest > 0 {
            chosen[earliest] = *first;
        } else {
            chosen.push(*first);
        }
    }
    chosen.extend(untrained);
    chosen.reverse();
    thinned(&chosen, most)
}

/// Returns `most` of `nets` at even distances, the first and the last among them; all where they are not more.
fn thinned(nets: &[CurveNet], most: usize) -> Vec<CurveNet> {
    let count = nets.len().min(most);
    let place = |at: usize| at * (nets.len() - 1) / (count - 1).max(1);
    (0..count).map(|at| nets[place(at)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nets of generations that cost that many minutes each, after the one of random weights.
    fn nets(minutes: &[f64]) -> Vec<CurveNet> {
        let mut sum = CurveNet { generation: 0, core_minutes: 0.0, games: 0, positions: 0 };
        let mut nets = vec![sum];
        for own in minutes {
            sum = CurveNet { generation: sum.generation + 1, core_minutes: sum.core_minutes + own, ..sum };
            nets.push(sum);
        }
        nets
    }

    fn generations(nets: &[CurveNet]) -> Vec<u32> {
        nets.iter().map(|net| net.generation).collect()
    }

    #[test]
    fn computing_doubles_from_point_to_point() {
        assert_eq!(generations(&doubling(&nets(&[1.0; 12]), 6)), [0, 1, 3, 6, 12]);
        assert_eq!(generations(&doubling(&nets(&[1.0; 16]), 6)), [0, 1, 2, 4, 8, 16]);
        assert_eq!(generations(&doubling(&nets(&[1.0; 16]), 4)), [0, 1, 4, 16]);
        assert_eq!(generations(&doubling(&nets(&[8.0, 1.0, 1.0]), 6)), [0, 1, 3], "two are kept at least");
        assert_eq!(generations(&doubling(&nets(&[1.0]), 6)), [0, 1]);
    }

    #[test]
    fn first_and_last_are_kept_and_no_more_than_asked_for() {
        let growing: Vec<f64> = (1..40_i32).map(|number| f64::from(number * 37 % 11 + number)).collect();
        for count in 1..growing.len() {
            let all = nets(&growing[..count]);
            for without in 0..all.len() - 1 {
                // Some nets are gone.
                let there = &all[without..];
                for most in 2..9 {
                    let chosen = doubling(there, most);
                    assert!(chosen.len() >= 2 && chosen.len() <= most);
                    assert_eq!(chosen.first(), there.first());
                    assert_eq!(chosen.last(), there.last());
                    for [one, next] in chosen.array_windows() {
                        let doubles = next.core_minutes >= GROWTH * one.core_minutes;
                        let trained = chosen.iter().filter(|net| net.core_minutes > 0.0).count();
                        assert!(doubles || trained == 2, "{chosen:?}");
                        assert!(next.generation > one.generation);
                    }
                }
            }
        }
    }
}
