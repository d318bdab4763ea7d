//! What each machine played of a match in which time bounds moves.

use std::{collections::BTreeMap, fmt};

use crate::rating::ChiSquared;

/// Pairs of a machine below which its outcomes are not compared with those of the others.
const FEWEST_PAIRS: u64 = 10;
/// Pairs of a match below which no outcomes are compared: too few are expected of each kind.
const FEWEST_COMPARED: u64 = 40;

/// What one machine played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorkerShare {
    /// Games that count or were played beyond the end of a test.
    pub games: u64,
    /// The least and the most time that it gave a move, for that of the match.
    pub scales: [f64; 2],
    /// Pairs of games by what the first competitor got of both: less than half, half, more.
    pub pairs: [u64; 3],
}

/// What each machine played, by its name: the games of one call, without those that a directory had before.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerShares(pub BTreeMap<String, WorkerShare>);

impl WorkerShares {
    /// Adds games of a machine that gave moves `scale` times the time of the match; `pairs` as in [`WorkerShare`].
    pub(crate) fn add(&mut self, worker: &str, scale: f64, games: u64, pairs: [u64; 3]) {
        let new = WorkerShare { games: 0, scales: [scale; 2], pairs: [0; 3] };
        let share = self.0.entry(worker.to_owned()).or_insert(new);
        share.games += games;
        share.scales = [share.scales[0].min(scale), share.scales[1].max(scale)];
        share.pairs.iter_mut().zip(pairs).for_each(|(sum, more)| *sum += more);
    }

    /// Returns what each machine played, in a line for people; `None` where there are none.
    pub(crate) fn fact(&self) -> Option<String> {
        let told: Vec<String> = self.0.iter().map(|(worker, share)| format!("{worker} {share}")).collect();
        (!told.is_empty()).then(|| format!("workers: {}", told.join("; ")))
    }

    /// Compares the outcomes of the machines; `None` where too few are known.
    pub fn outcomes(&self) -> Option<ChiSquared> {
        let pairs = self.0.values().map(|share| share.pairs);
        let compared: Vec<[u64; 3]> =
            pairs.filter(|pairs| pairs.iter().sum::<u64>() >= FEWEST_PAIRS).collect();
        let all: u64 = compared.iter().flatten().sum();
        if all < FEWEST_COMPARED { None } else { ChiSquared::of(&compared) }
    }
}

impl fmt::Display for WorkerShare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, scales: [least, most], .. } = self;
        let [least, most] = [least, most].map(|scale| format!("{scale:.2}"));
        write!(out, "{games} games, {least}")?;
        if least != most {
            write!(out, " to {most}")?;
        }
        out.write_str(" times the time")
    }
}

impl fmt::Display for WorkerShares {
    /// Writes lines of a report, each after a line break; nothing without games.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (worker, share)) in self.0.iter().enumerate() {
            let head = if place == 0 { "workers" } else { "" };
            write!(out, "\n  {head:10} {worker}: {share}")?;
        }
        if let Some(test) = self.outcomes() {
            let ChiSquared { statistic, degrees } = test;
            write!(
                out,
                "\n  outcomes   of the workers: chi-squared {statistic:.2}, {degrees} degrees of freedom, p = {:.3}",
                test.probability()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_with_the_time_and_outcomes_are_compared() {
        let mut shares = WorkerShares::default();
        assert_eq!(shares.to_string(), "");
        shares.add("anna", 1.0, 20, [5, 0, 5]);
        shares.add("anna", 1.253, 20, [0, 10, 0]);
        shares.add("bob", 0.5, 8, [4, 0, 0]);
        let text = "\n  workers    anna: 40 games, 1.00 to 1.25 times the time\n             bob: 8 games, 0.50 times \
                    the time";
        assert_eq!(shares.to_string(), text, "bob played too few to be compared");
        shares.add("bob", 0.5, 40, [16, 0, 4]);
        let test = shares.outcomes().expect("enough of both");
        assert_eq!(test.degrees, 2);
        assert!(test.probability() < 0.01, "{test:?}");
        assert!(shares.to_string().contains("\n  outcomes   of the workers: chi-squared "), "{shares}");
    }
}
