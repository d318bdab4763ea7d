//! A search's findings in the units of protocols.

use std::time::Duration;

use damier_engine::{
    Wdl,
    search::{Line, Proof, SearchReport},
    time::Clock,
};
use damier_numerics::{double, single};

/// Hundredths of a pawn or a man that multiply the odds by *e*, as in the built-in judgement.
const ODDS_UNIT: f32 = 300.0;
/// Shares nearer to 0 or 1 than this are reported as this far.
const NEAREST: f32 = 1.0e-6;
/// A proven result without a known length, in hundredths.
const CERTAIN: i32 = 10_000;
/// Thousandths.
const MILLE: f32 = 1000.0;

/// What a line is worth to the player to move, in hundredths of a pawn or a man.
pub(super) fn hundredths<M>(line: &Line<M>) -> i32 {
    match line.proof {
        Proof::Win => CERTAIN,
        Proof::Loss => -CERTAIN,
        Proof::Between => 0,
        Proof::Unknown => of_share(line.score.unwrap_or(0.5)),
    }
}

fn of_share(share: f32) -> i32 {
    let share = share.clamp(NEAREST, 1.0 - NEAREST);
    (ODDS_UNIT * single::ln(share / (1.0 - share))).round() as i32
}

/// The same, where a proven end is worth a hundredth less for every ply to it: 99.93 is a win in seven plies, as for Scan.
pub(super) fn hundredths_by_distance<M>(line: &Line<M>) -> i32 {
    let worth = hundredths(line);
    let plies = line.proof_plies.map_or(0, |plies| i32::try_from(plies).unwrap_or(CERTAIN).min(CERTAIN / 2));
    match line.proof {
        Proof::Win | Proof::Loss => worth - plies * worth.signum(),
        Proof::Between | Proof::Unknown => worth,
    }
}

/// In how many moves of its own the player to move wins (above 0) or loses (below), where that is proven.
pub(super) fn moves_to_end<M>(line: &Line<M>) -> Option<i32> {
    let plies = i32::try_from(line.proof_plies?).ok()?;
    match line.proof {
        Proof::Win => Some((plies + 1) / 2),
        Proof::Loss => Some(-(plies / 2).max(1)),
        Proof::Between | Proof::Unknown => None,
    }
}

/// Chances in thousandths that sum to 1000.
pub(super) fn per_mille(wdl: Wdl) -> [u32; 3] {
    let [win, loss] = [wdl.win, wdl.loss].map(|share| (share.clamp(0.0, 1.0) * MILLE).round() as u32);
    let win = win.min(MILLE as u32);
    let loss = loss.min(MILLE as u32 - win);
    [win, MILLE as u32 - win - loss, loss]
}

/// Simulations per second.
pub(super) fn rate<M>(report: &SearchReport<M>) -> u64 {
    (report.simulations as f64 / report.elapsed.as_secs_f64().max(1.0e-3)) as u64
}

/// How much of the memory is used, in thousandths.
pub(super) fn fullness<M>(report: &SearchReport<M>, memory_mib: usize) -> u32 {
    const MIB: f64 = 1_048_576.0;
    let share = report.bytes as f64 / (memory_mib as f64 * MIB);
    (share * f64::from(MILLE)).min(f64::from(MILLE)) as u32
}

/// Milliseconds that may be below 0.
pub(super) fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.max(0) as u64)
}

/// Longest time that differs from no limit, in seconds.
const LONGEST: f64 = 1.0e9;

/// Seconds that may be below 0 or beyond reason.
pub(super) fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value.clamp(0.0, LONGEST))
}

/// Returns a clock; 0 moves to go means that their number is unknown.
pub(super) fn clock(remaining: Duration, increment: Option<Duration>, moves_to_go: Option<u32>) -> Clock {
    Clock {
        remaining,
        increment: increment.unwrap_or_default(),
        moves_to_go: moves_to_go.filter(|moves| *moves > 0),
        ..Clock::default()
    }
}

/// Rounds a number to `decimals` decimals.
pub(super) fn rounded(value: f64, decimals: i32) -> f64 {
    let factor = double::powi(10.0, decimals);
    (value * factor).round() / factor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(proof: Proof, score: f32, plies: Option<u32>) -> Line<u8> {
        Line {
            moves: vec![],
            visits: 1,
            score: Some(score),
            wdl: None,
            moves_left: None,
            proof,
            proof_plies: plies,
        }
    }

    #[test]
    fn scores_are_level_at_half_and_grow() {
        let score = |share| hundredths(&line(Proof::Unknown, share, None));
        assert_eq!(score(0.5), 0);
        assert_eq!(score(0.7), -score(0.3));
        assert!(score(0.9) > score(0.8) && score(1.0) < CERTAIN && score(0.0) > -CERTAIN);
        assert_eq!(score(f32::NAN), score(f32::NAN));
        assert_eq!(hundredths(&line(Proof::Win, 0.1, None)), CERTAIN);
        assert_eq!(hundredths(&line(Proof::Between, 0.1, None)), 0);
    }

    #[test]
    fn nearer_ends_are_worth_more() {
        let worth = |proof, plies| hundredths_by_distance(&line(proof, 0.5, plies));
        assert_eq!([Some(7), Some(1), None].map(|plies| worth(Proof::Win, plies)), [9_993, 9_999, 10_000]);
        assert_eq!([Some(8), None].map(|plies| worth(Proof::Loss, plies)), [-9_992, -10_000]);
        assert_eq!((worth(Proof::Unknown, Some(3)), worth(Proof::Between, Some(3))), (0, 0));
        assert!(worth(Proof::Win, Some(u32::MAX)) > 0, "a win, however far");
    }

    #[test]
    fn proven_ends_count_moves() {
        let moves = |proof, plies| moves_to_end(&line(proof, 0.5, plies));
        assert_eq!([1, 2, 3, 5].map(|plies| moves(Proof::Win, Some(plies))), [1, 1, 2, 3].map(Some));
        assert_eq!([1, 2, 4].map(|plies| moves(Proof::Loss, Some(plies))), [-1, -1, -2].map(Some));
        assert_eq!((moves(Proof::Win, None), moves(Proof::Unknown, Some(3))), (None, None));
    }

    #[test]
    fn chances_sum_to_a_thousand() {
        for (win, loss) in [(0.3333, 0.3333), (0.9996, 0.0004), (1.0, 1.0), (0.0, 0.0), (-0.1, 1.1)] {
            let [win, draw, loss] = per_mille(Wdl { win, draw: 1.0 - win - loss, loss });
            assert_eq!(win + draw + loss, 1000);
        }
    }

    #[test]
    fn times_beyond_reason_are_times() {
        assert_eq!((seconds(-1.0), seconds(0.25)), (Duration::ZERO, Duration::from_millis(250)));
        assert!(seconds(f64::MAX) > Duration::from_secs(1 << 20));
        assert_eq!(milliseconds(i64::MIN), Duration::ZERO);
    }
}
