//! Which games of which worker are played again.

use std::{collections::HashMap, ops::Range};

use sha2::{Digest as _, Sha256};

/// How much of what workers send is played again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checks {
    /// The number of first results of a worker of which a game is played again.
    pub first: u32,
    /// The share of games after those, 0 to 1.
    pub share: f64,
}

/// The workers of a coordinator, and what became of their results.
#[derive(Debug)]
pub struct Trust {
    checks: Checks,
    /// Without it a worker would know which games are played again.
    secret: Vec<u8>,
    workers: HashMap<String, History>,
}

#[derive(Clone, Debug, Default)]
struct History {
    results: u32,
    refused: bool,
}

impl Trust {
    /// Returns the trust of a coordinator that has seen no worker yet; `secret` is known to no worker.
    pub fn new(checks: Checks, secret: &[u8]) -> Self {
        Self { checks, secret: secret.to_owned(), workers: HashMap::new() }
    }

    /// Returns the games of a result that are to be played again.
    pub fn replayed(&self, worker: &str, order: &str, games: Range<u64>) -> Vec<u64> {
        let results = self.workers.get(worker).map_or(0, |history| history.results);
        if results < self.checks.first {
            let count = games.end - games.start;
            let place = self.draw(order, games.start) % count.max(1);
            return vec![games.start + place];
        }
        // Of all numbers of 64 bits the share that is below; 1 takes them all.
        let limit = self.checks.share * u64::MAX as f64;
        games.filter(|game| self.draw(order, *game) as f64 <= limit && limit > 0.0).collect()
    }

    /// Whether nothing of a worker is taken any more.
    pub fn is_refused(&self, worker: &str) -> bool {
        self.workers.get(worker).is_some_and(|history| history.refused)
    }

    /// Remembers a result that was right, and returns whether it is the first one.
    pub fn took(&mut self, worker: &str) -> bool {
        let history = self.workers.entry(worker.to_owned()).or_default();
        history.results = history.results.saturating_add(1);
        history.results == 1
    }

    /// Remembers a result that was wrong: nothing of that worker is taken from now on.
    pub fn refuse(&mut self, worker: &str) {
        self.workers.entry(worker.to_owned()).or_default().refused = true;
    }

    fn draw(&self, order: &str, game: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(&self.secret);
        hash.update(order);
        hash.update(game.to_le_bytes());
        let digest = hash.finalize();
        u64::from_le_bytes(std::array::from_fn(|place| digest[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trust(share: f64) -> Trust {
        Trust::new(Checks { first: 2, share }, b"secret")
    }

    #[test]
    fn a_game_of_each_first_result_is_played_again() {
        let mut trust = trust(0.0);
        for result in 0..5 {
            let games = result * 10..result * 10 + 10;
            let replayed = trust.replayed("anna", "order", games.clone());
            assert_eq!(replayed.len(), usize::from(result < 2));
            assert!(replayed.iter().all(|game| games.contains(game)));
            assert_eq!(trust.took("anna"), result == 0);
        }
        assert_eq!(trust.replayed("berta", "order", 0..10).len(), 1);
    }

    #[test]
    fn later_ones_are_played_again_by_their_share_and_by_the_secret() {
        let mut one = trust(0.1);
        one.took("anna");
        one.took("anna");
        let chosen = one.replayed("anna", "order", 0..10_000);
        assert!((800..1200).contains(&chosen.len()), "{}", chosen.len());
        let mut other = Trust::new(Checks { first: 0, share: 0.1 }, b"another");
        assert_ne!(other.replayed("anna", "order", 0..10_000), chosen);
        other.refuse("anna");
        assert!(other.is_refused("anna") && !other.is_refused("berta"));
    }
}
