//! The finished games of a match, as far as its reports need them.

use std::collections::BTreeMap;

use damier_rules::{AnyGame, Outcome, Player};

use super::{MatchGame, Standing};
use crate::{
    play::{Effort, Ending, GameLine, LineSummary},
    rating::{GamePoint, Ranking, Sprt, Tally, Verdict},
};

/// What a report needs of a game.
#[derive(Clone, Debug)]
pub(super) struct GameSummary {
    /// Its place in the match.
    pub(super) index: usize,
    /// The competitor of each seat.
    pub(super) seats: Vec<usize>,
    /// The outcome.
    pub(super) outcome: Outcome,
    /// What the first competitor got, in a game of two.
    pub(super) point: GamePoint,
    /// What searching has cost, by seat.
    pub(super) effort: Vec<Effort>,
    /// Its plies, those of the opening included.
    pub(super) plies: usize,
    /// The key of the position in which the competitors took over.
    pub(super) opening: u64,
    /// Whether a competitor failed.
    pub(super) forfeit: bool,
    /// The kind of its ending, a place in [`Summaries::endings`].
    pub(super) ending: usize,
}

impl GameSummary {
    /// Returns the share of the point that `seat` got.
    pub(super) fn share(&self, seat: usize) -> f64 {
        f64::from(self.outcome.share(Player::new(seat), self.seats.len()))
    }

    /// Returns the part of the first place that `seat` has.
    pub(super) fn first_place(&self, seat: usize) -> f64 {
        let players = self.seats.len();
        match self.outcome {
            Outcome::Win(winner) => f64::from(u8::from(winner.index() == seat)),
            Outcome::Draw => 1.0 / players as f64,
            Outcome::Places(places) => {
                let best = places[..players].iter().min().expect("players");
                let sharing = places[..players].iter().filter(|place| *place == best).count();
                if places[seat] == *best { 1.0 / sharing as f64 } else { 0.0 }
            }
        }
    }

    /// Returns the places of the game.
    pub(super) fn ranking(&self) -> Ranking {
        let shares: Vec<f64> = (0..self.seats.len()).map(|seat| self.share(seat)).collect();
        Ranking::of_shares(&self.seats, &shares)
    }

    /// Returns the seats of a competitor.
    pub(super) fn seats_of(&self, competitor: usize) -> impl Iterator<Item = usize> {
        let own = self.seats.iter().enumerate().filter(move |(_, other)| **other == competitor);
        own.map(|(seat, _)| seat)
    }
}

/// A finished game without its moves.
#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    /// Its place in the match.
    pub(super) index: usize,
    /// The competitor of each seat.
    pub(super) seats: Vec<usize>,
    /// The outcome.
    pub(super) outcome: Outcome,
    /// How it ended.
    pub(super) ending: Ending,
    /// What searching has cost, by seat.
    pub(super) effort: Vec<Effort>,
    /// Its plies, those of the opening included.
    pub(super) plies: usize,
    /// The key of the position in which the competitors took over.
    pub(super) opening: u64,
}

impl FinishedGame {
    /// Returns those of a game.
    pub(super) fn of(finished: &MatchGame) -> Self {
        let MatchGame { index, seats, game } = finished;
        Self {
            index: *index,
            seats: seats.clone(),
            outcome: game.outcome,
            ending: game.ending.clone(),
            effort: game.effort.clone(),
            plies: game.moves.len(),
            opening: game.opening_key(),
        }
    }

    /// Returns that of a line of the log; `seats_of` tells the competitor of each seat of a game.
    ///
    /// # Errors
    /// Why the line is no game.
    pub(super) fn of_line(
        line: GameLine,
        game: &AnyGame,
        seats_of: &dyn Fn(usize) -> Vec<usize>,
    ) -> Result<Self, String> {
        let LineSummary { index, outcome, ending, effort, plies, opening } = line.summary(game)?;
        Ok(Self { index, seats: seats_of(index), outcome, ending, effort, plies, opening })
    }

    /// Returns what the first competitor got, in a game of two.
    fn point(&self) -> GamePoint {
        GamePoint::of_share(self.outcome.share(first_seat(&self.seats), self.seats.len()))
    }
}

/// What a report needs of all games.
#[derive(Debug)]
pub(super) struct Summaries {
    /// The games in the order of their places.
    pub(super) games: Vec<GameSummary>,
    /// The kinds of endings.
    pub(super) endings: Vec<String>,
}

/// The finished games.
#[derive(Clone, Debug)]
pub(super) struct Scoreboard {
    /// By their places.
    games: BTreeMap<usize, GameSummary>,
    /// Games of the whole match.
    total: usize,
    endings: Vec<String>,
    finished: usize,
    forfeits: usize,
    /// Games in which the first competitor had the first place.
    first_places: f64,
    /// Of a match of two.
    tally: Tally,
    sprt: Option<Sprt>,
    /// The pairs from the first one on that are complete without a gap: their number and results.
    in_order: (usize, Tally),
    /// The number of pairs after which the sequential test was decided.
    decided_after: Option<usize>,
}

impl Scoreboard {
    /// Creates the board of a match with that number of games.
    pub(super) fn new(total: usize, sprt: Option<Sprt>) -> Self {
        Self {
            games: BTreeMap::new(),
            total,
            endings: Vec::new(),
            finished: 0,
            forfeits: 0,
            first_places: 0.0,
            tally: Tally::default(),
            sprt,
            in_order: (0, Tally::default()),
            decided_after: None,
        }
    }

    /// Adds a finished game.
    pub(super) fn enter(&mut self, finished: FinishedGame) {
        let summary = self.summary(finished);
        self.finished += 1;
        self.forfeits += usize::from(summary.forfeit);
        self.first_places += summary.seats_of(0).map(|seat| summary.first_place(seat)).sum::<f64>();
        let is_of_two = summary.seats.len() == 2;
        if is_of_two {
            self.tally.add(summary.point, self.point(summary.index ^ 1));
        }
        self.games.insert(summary.index, summary);
        if is_of_two {
            self.decide();
        }
    }

    /// Looks at the pairs in their order until the sequential test is decided.
    fn decide(&mut self) {
        while self.decided_after.is_none()
            && let Some(one) = self.point(2 * self.in_order.0)
            && let Some(other) = self.point(2 * self.in_order.0 + 1)
        {
            self.in_order.0 += 1;
            self.in_order.1.add_pair([one, other]);
            if self.sprt.is_some_and(|sprt| sprt.state(&self.in_order.1).verdict != Verdict::Open) {
                self.decided_after = Some(self.in_order.0);
            }
        }
    }

    fn summary(&mut self, finished: FinishedGame) -> GameSummary {
        let point = finished.point();
        let FinishedGame { index, seats, outcome, ending, effort, plies, opening } = finished;
        let kind = ending.kind();
        let number = self.endings.iter().position(|other| *other == kind).unwrap_or_else(|| {
            self.endings.push(kind);
            self.endings.len() - 1
        });
        let forfeit = ending.is_failure();
        GameSummary { index, seats, outcome, point, effort, plies, opening, forfeit, ending: number }
    }

    fn point(&self, index: usize) -> Option<GamePoint> {
        Some(self.games.get(&index)?.point)
    }

    /// Returns whether a game is one of the match and not finished.
    pub(super) fn lacks(&self, index: usize) -> bool {
        index < self.total && !self.games.contains_key(&index)
    }

    /// Returns the places of the games that are not finished; none where the sequential test is decided.
    pub(super) fn left(&self) -> Vec<usize> {
        (0..self.total).filter(|index| self.lacks(*index) && !self.is_decided()).collect()
    }

    /// Returns a finished game, and the kind of its ending.
    pub(super) fn game(&self, index: usize) -> Option<(&GameSummary, &str)> {
        let game = self.games.get(&index)?;
        Some((game, &self.endings[game.ending]))
    }

    /// Returns the number of finished games.
    pub(super) fn finished(&self) -> usize {
        self.finished
    }

    /// Returns whether the sequential test is decided.
    pub(super) fn is_decided(&self) -> bool {
        self.decided_after.is_some()
    }

    /// Returns the place from which on games do not count.
    pub(super) fn end(&self) -> usize {
        self.decided_after.map_or(self.total, |pairs| 2 * pairs)
    }

    /// Returns where the match stands.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            finished: self.finished,
            games: self.total,
            forfeits: self.forfeits,
            first_places: self.first_places,
            tally: self.tally,
            sprt: self.sprt.map(|sprt| sprt.state(&self.in_order.1)),
        }
    }

    /// Returns what the reports need of the games that count.
    pub(super) fn summaries(self) -> Summaries {
        let end = self.end();
        let counted = self.games.into_iter().take_while(|(index, _)| *index < end);
        Summaries { games: counted.map(|(_, game)| game).collect(), endings: self.endings }
    }
}

/// Returns the seat of the first competitor, which has one in every game.
pub(super) fn first_seat(seats: &[usize]) -> Player {
    Player::new(seats.iter().position(|competitor| *competitor == 0).unwrap_or(0))
}
