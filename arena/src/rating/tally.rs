//! Counts of results.

use std::ops::AddAssign;

/// What the first competitor got from one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GamePoint {
    /// It lost.
    Loss,
    /// A draw.
    Draw,
    /// It won.
    Win,
}

impl GamePoint {
    /// In half points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// Returns the share of the point that the nearest result stands for; anything but 0 and 1 is a draw.
    pub fn of_share(share: f32) -> Self {
        match share {
            share if share >= 1.0 => Self::Win,
            share if share <= 0.0 => Self::Loss,
            _ => Self::Draw,
        }
    }
}

/// The results of a match, seen by the first competitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Pairs of games from one opening with the seats exchanged, by the half points won in both: from 0
    /// (both lost) to 4 (both won).
    pub pairs: [u64; 5],
    /// Pairs with two draws; the others of two half points are a win and a loss.
    pub drawn_pairs: u64,
}

impl Tally {
    /// Counts a game; `partner` is the other game of its pair if that one was counted before.
    pub fn add(&mut self, game: GamePoint, partner: Option<GamePoint>) {
        self.games[game.half_points()] += 1;
        if let Some(partner) = partner {
            self.pairs[game.half_points() + partner.half_points()] += 1;
            self.drawn_pairs += u64::from([game, partner] == [GamePoint::Draw; 2]);
        }
    }

    /// Counts both games of a pair.
    pub fn add_pair(&mut self, [one, other]: [GamePoint; 2]) {
        self.add(one, None);
        self.add(other, Some(one));
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Complete pairs played.
    pub fn paired(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the first competitor's points.
    pub fn points(&self) -> f64 {
        self.games[GamePoint::Win.half_points()] as f64
            + self.games[GamePoint::Draw.half_points()] as f64 / 2.0
    }

    /// Returns its share of all points, `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        (self.played() > 0).then(|| self.points() / self.played() as f64)
    }

    /// Returns the share of drawn games, `None` before the first game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.played() > 0).then(|| self.games[GamePoint::Draw.half_points()] as f64 / self.played() as f64)
    }

    /// Returns the same results seen by the second competitor.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.games.reverse();
        self.pairs.reverse();
        self
    }
}

impl AddAssign for Tally {
    /// The results of both; pairs stay with the match they were played in.
    fn add_assign(&mut self, other: Self) {
        for (sum, part) in self.games.iter_mut().zip(other.games) {
            *sum += part;
        }
        for (sum, part) in self.pairs.iter_mut().zip(other.pairs) {
            *sum += part;
        }
        self.drawn_pairs += other.drawn_pairs;
    }
}

#[cfg(test)]
mod tests {
    use super::{GamePoint::*, *};

    #[test]
    fn pairs_count_their_games() {
        let mut tally = Tally::default();
        tally.add_pair([Win, Loss]);
        tally.add_pair([Draw, Draw]);
        tally.add_pair([Win, Draw]);
        tally.add(Loss, None);
        assert_eq!(tally.games, [2, 3, 2]);
        assert_eq!((tally.pairs, tally.drawn_pairs), ([0, 0, 2, 1, 0], 1));
        assert_eq!(tally.score(), Some(0.5));
        assert_eq!(tally.draw_ratio(), Some(3.0 / 7.0));
        assert_eq!(tally.reversed().reversed(), tally);
    }

    #[test]
    fn two_matches_count_as_one() {
        let (mut one, mut other, mut both) = (Tally::default(), Tally::default(), Tally::default());
        one.add_pair([Win, Draw]);
        other.add_pair([Draw, Draw]);
        for pair in [[Win, Draw], [Draw, Draw]] {
            both.add_pair(pair);
        }
        one += other;
        assert_eq!(one, both);
    }
}
