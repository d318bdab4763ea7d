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
    /// The share of results that a second worker plays, too, 0 to 1.
    pub crossed: f64,
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
    /// What they were of, in their order.
    titles: Vec<String>,
    refused: bool,
}

/// What is drawn by the secret.
#[derive(Clone, Copy)]
enum Draw {
    Replayed,
    Crossed,
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
            let place = self.draw(Draw::Replayed, order, games.start) % count.max(1);
            return vec![games.start + place];
        }
        games.filter(|game| self.hits(self.checks.share, Draw::Replayed, order, *game)).collect()
    }

    /// Whether a second worker is to play the games of a result, too.
    pub fn crossed(&self, order: &str, games: &Range<u64>) -> bool {
        self.hits(self.checks.crossed, Draw::Crossed, order, games.start)
    }

    /// Whether nothing of a worker is taken any more.
    pub fn is_refused(&self, worker: &str) -> bool {
        self.workers.get(worker).is_some_and(|history| history.refused)
    }

    /// Remembers a result that was right, with what its games are of, and returns whether it is the first one.
    pub fn took(&mut self, worker: &str, title: &str) -> bool {
        let history = self.workers.entry(worker.to_owned()).or_default();
        if history.titles.last().is_none_or(|last| last != title) {
            history.titles.push(title.to_owned());
        }
        history.results = history.results.saturating_add(1);
        history.results == 1
    }

    /// Returns what the results of a worker were of that were taken, in their order, without those of `title`.
    pub fn others_than(&self, title: &str, worker: &str) -> Vec<String> {
        let titles = self.workers.get(worker).map_or(&[][..], |history| &history.titles);
        titles.iter().filter(|other| *other != title).cloned().collect()
    }

    /// Remembers a result that was wrong: nothing of that worker is taken from now on.
    pub fn refuse(&mut self, worker: &str) {
        self.workers.entry(worker.to_owned()).or_default().refused = true;
    }

    /// Whether a game is among a share of all, 0 to 1.
    fn hits(&self, share: f64, what: Draw, order: &str, game: u64) -> bool {
        // Of all numbers of 64 bits the share that is below; 1 takes them all.
        let limit = share * u64::MAX as f64;
        limit > 0.0 && self.draw(what, order, game) as f64 <= limit
    }

    fn draw(&self, what: Draw, order: &str, game: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(&self.secret);
        if let Draw::Crossed = what {
            hash.update("crossed");
        }
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
        Trust::new(Checks { first: 2, share, crossed: 0.0 }, b"secret")
    }

    #[test]
    fn a_game_of_each_first_result_is_played_again() {
        let mut trust = trust(0.0);
        for result in 0..5 {
            let games = result * 10..result * 10 + 10;
            let replayed = trust.replayed("anna", "order", games.clone());
            assert_eq!(replayed.len(), usize::from(result < 2));
            assert!(replayed.iter().all(|game| games.contains(game)));
            assert_eq!(trust.took("anna", "title"), result == 0);
        }
        assert_eq!(trust.replayed("berta", "order", 0..10).len(), 1);
    }

    #[test]
    fn later_ones_are_played_again_by_their_share_and_by_the_secret() {
        let mut one = trust(0.1);
        one.took("anna", "title");
        one.took("anna", "title");
        let chosen = one.replayed("anna", "order", 0..10_000);
        assert!((800..1200).contains(&chosen.len()), "{}", chosen.len());
        let mut other = Trust::new(Checks { first: 0, share: 0.1, crossed: 0.0 }, b"another");
        assert_ne!(other.replayed("anna", "order", 0..10_000), chosen);
        other.refuse("anna");
        assert!(other.is_refused("anna") && !other.is_refused("berta"));
    }

    #[test]
    fn a_share_of_results_is_crossed_whoever_sent_them() {
        let crossed = |share| {
            let trust = Trust::new(Checks { first: 2, share: 0.0, crossed: share }, b"secret");
            (0..10_000).filter(|place| trust.crossed("order", &(place * 10..place * 10 + 10))).count()
        };
        assert_eq!((crossed(0.0), crossed(1.0)), (0, 10_000));
        assert!((800..1200).contains(&crossed(0.1)), "{}", crossed(0.1));
    }

    #[test]
    fn earlier_games_of_a_worker_are_known() {
        let mut trust = trust(0.0);
        for title in ["generation 0", "generation 0", "generation 1", "generation 2"] {
            trust.took("anna", title);
        }
        assert_eq!(trust.others_than("generation 2", "anna"), ["generation 0", "generation 1"]);
        assert!(trust.others_than("generation 2", "berta").is_empty());
    }
}
