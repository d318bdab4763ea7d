//! What records hold, in numbers.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
};

use damier_numerics::double;
use damier_rules::{Game, Outcome, Position, player::MAX_PLAYERS};

use crate::{
    error::RecordError,
    record::{Ending, GameRecord, PlyKind},
    replay::Replay,
};

/// Statistics over records, added one by one.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Plies of all kinds.
    pub plies: u64,
    /// Opening plies.
    pub opening: u64,
    /// Forced plies.
    pub forced: u64,
    /// Plies with a search too short for a target.
    pub fast: u64,
    /// Training targets.
    pub targets: u64,
    /// Simulations spent.
    pub simulations: u64,
    /// Games won, by seat; with more than two players those with the first place alone.
    pub wins: BTreeMap<usize, u64>,
    /// Games drawn; with more than two players those with a shared first place.
    pub draws: u64,
    /// Games by the way they ended.
    pub endings: [u64; Ending::ALL.len()],
    /// Games that were played on although a player wished to resign.
    pub played_on: u64,
    /// Of those, the games that the player did not lose.
    pub false_resignations: u64,
    lengths: BTreeMap<usize, u64>,
    entropy: f64,
    legal: u64,
    squared_error: f64,
    judged: u64,
    distinct: HashSet<u64>,
}

impl Summary {
    /// The statistics of some records.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r GameRecord>) -> Self {
        let mut summary = Self::default();
        records.into_iter().for_each(|record| summary.add(record));
        summary
    }

    /// Adds a record.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.plies += record.plies.len() as u64;
        *self.lengths.entry(record.plies.len()).or_default() += 1;
        match record.outcome {
            Outcome::Win(winner) => *self.wins.entry(winner.index()).or_default() += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Places(places) => match sole_first(record, places) {
                Some(seat) => *self.wins.entry(seat).or_default() += 1,
                None => self.draws += 1,
            },
        }
        let ending = Ending::ALL.iter().position(|ending| *ending == record.ending).expect("one of all");
        self.endings[ending] += 1;
        if let Some(false_one) = record.false_resignation() {
            self.played_on += 1;
            self.false_resignations += u64::from(false_one);
        }
        for ply in &record.plies {
            self.simulations += u64::from(ply.kind.simulations());
            match &ply.kind {
                PlyKind::Opening => self.opening += 1,
                PlyKind::Forced => self.forced += 1,
                PlyKind::Fast { .. } => self.fast += 1,
                PlyKind::Searched { policy, .. } => {
                    self.targets += 1;
                    self.entropy += policy.entropy();
                    self.legal += policy.shares().len() as u64;
                }
            }
        }
        let mut hasher = DefaultHasher::new();
        record.start.hash(&mut hasher);
        record.plies.iter().for_each(|ply| ply.index.hash(&mut hasher));
        self.distinct.insert(hasher.finish());
    }

    /// Adds a record and, replaying it, how far its root values were from its outcome.
    ///
    /// # Errors
    /// If the record cannot be replayed; it is then counted without its values.
    pub fn add_replayed<G: Game>(&mut self, game: &G, record: &GameRecord) -> Result<(), RecordError> {
        self.add(record);
        let mut replay = Replay::new(game, record)?;
        while let Some(step) = replay.step()? {
            if let Some(value) = step.ply.kind.value() {
                let share = record.outcome.share(step.position.to_move(), step.position.players());
                self.squared_error += double::powi(f64::from(value.value().score() - share), 2);
                self.judged += 1;
            }
        }
        Ok(())
    }

    /// Games with a start position and moves that no other game has.
    pub fn distinct_games(&self) -> usize {
        self.distinct.len()
    }

    /// The mean entropy of the policy targets, in nats; `None` without targets.
    pub fn policy_entropy(&self) -> Option<f64> {
        ratio(self.entropy, self.targets)
    }

    /// The mean number of legal moves at the training targets; `None` without targets.
    pub fn legal_moves(&self) -> Option<f64> {
        ratio(self.legal as f64, self.targets)
    }

    /// The mean squared distance of root value and outcome, both as shares of the point; `None` where
    /// [`add_replayed`](Self::add_replayed) saw no search.
    pub fn value_error(&self) -> Option<f64> {
        ratio(self.squared_error, self.judged)
    }

    /// The mean number of plies of a game; `None` without games.
    pub fn mean_length(&self) -> Option<f64> {
        ratio(self.plies as f64, self.games)
    }

    /// The number of plies that a `share` (0..=1) of the games do not exceed; `None` without games.
    pub fn length_quantile(&self, share: f64) -> Option<usize> {
        let wanted = (share * self.games as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.lengths.iter().find_map(|(length, games)| {
            seen += games;
            (seen >= wanted).then_some(*length)
        })
    }
}

/// The seat that has the first place alone. The values of the searches give the number of players.
fn sole_first(record: &GameRecord, places: [u8; MAX_PLAYERS]) -> Option<usize> {
    let players = record.plies.iter().find_map(|ply| ply.kind.value())?.players();
    let mut first = (0..players).filter(|seat| places[*seat] == 0);
    let seat = first.next()?;
    first.next().is_none().then_some(seat)
}

fn ratio(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(out, "games              {} ({} distinct)", self.games, self.distinct_games())?;
        let (targets, fast, forced, opening) = (self.targets, self.fast, self.forced, self.opening);
        writeln!(
            out,
            "plies              {} ({targets} targets, {fast} fast, {forced} forced, {opening} opening)",
            self.plies
        )?;
        write!(out, "outcomes           ")?;
        for (seat, wins) in &self.wins {
            write!(out, "player {} won {wins} ({:.1} %), ", seat + 1, share(*wins, self.games))?;
        }
        writeln!(out, "drawn {} ({:.1} %)", self.draws, share(self.draws, self.games))?;
        write!(out, "ended              ")?;
        for (index, ending) in Ending::ALL.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(out, "{comma}{} {}", ending.name(), self.endings[index])?;
        }
        writeln!(out)?;
        if let (Some(mean), Some(least), Some(median), Some(most)) = (
            self.mean_length(),
            self.length_quantile(0.0),
            self.length_quantile(0.5),
            self.length_quantile(1.0),
        ) {
            writeln!(out, "length             {least} to {most} plies, median {median}, mean {mean:.1}")?;
        }
        let searched = self.targets + self.fast;
        if let Some(mean) = ratio(self.simulations as f64, searched) {
            writeln!(out, "simulations        {} ({mean:.1} a searched ply)", self.simulations)?;
        }
        if let (Some(entropy), Some(legal)) = (self.policy_entropy(), self.legal_moves()) {
            writeln!(out, "policy targets     entropy {entropy:.3} nats, {legal:.1} legal moves")?;
        }
        if let Some(error) = self.value_error() {
            writeln!(out, "root value         mean squared error {error:.4} against the outcome")?;
        }
        if self.played_on > 0 {
            let (bad, all) = (self.false_resignations, self.played_on);
            writeln!(
                out,
                "resignation check  {bad} of {all} played on were not lost ({:.1} %)",
                share(bad, all)
            )?;
        }
        Ok(())
    }
}
