//! The finished games of a match, as far as its report needs them.

use super::{Effort, MatchGame, Standing};
use crate::rating::{GamePoint, Sprt, Tally, Verdict};

/// What a report needs of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSummary {
    /// Its place in the match.
    pub(super) index: usize,
    /// What the first competitor got.
    pub(super) point: GamePoint,
    /// What searching has cost, by competitor.
    pub(super) effort: [Effort; 2],
    /// Its plies, those of the opening included.
    pub(super) plies: usize,
    /// The key of the position in which the competitors took over.
    pub(super) opening: u64,
    /// Whether a competitor failed.
    pub(super) forfeit: bool,
    /// The kind of its ending, a place in [`Summaries::endings`].
    pub(super) ending: usize,
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
pub(super) struct Scoreboard {
    games: Vec<Option<GameSummary>>,
    endings: Vec<String>,
    finished: usize,
    forfeits: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    /// The pairs from the first one on that are complete without a gap: their number and results.
    in_order: (usize, Tally),
    /// The number of pairs after which the sequential test was decided.
    decided_after: Option<usize>,
}

impl Scoreboard {
    pub(super) fn new(games: usize, sprt: Option<Sprt>) -> Self {
        Self {
            games: vec![None; games],
            endings: Vec::new(),
            finished: 0,
            forfeits: 0,
            tally: Tally::default(),
            sprt,
            in_order: (0, Tally::default()),
            decided_after: None,
        }
    }

    /// Adds a finished game.
    pub(super) fn enter(&mut self, played: &MatchGame) {
        let index = played.index;
        self.tally.add(played.point(), self.point(index ^ 1));
        self.forfeits += usize::from(played.ending.is_failure());
        self.games[index] = Some(self.summary(played));
        self.finished += 1;
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

    fn summary(&mut self, played: &MatchGame) -> GameSummary {
        let kind = played.ending.kind();
        let ending = self.endings.iter().position(|other| *other == kind).unwrap_or_else(|| {
            self.endings.push(kind);
            self.endings.len() - 1
        });
        GameSummary {
            index: played.index,
            point: played.point(),
            effort: played.effort,
            plies: played.moves.len(),
            opening: played.opening_key(),
            forfeit: played.ending.is_failure(),
            ending,
        }
    }

    fn point(&self, index: usize) -> Option<GamePoint> {
        Some(self.games.get(index)?.as_ref()?.point)
    }

    /// Returns whether a game is one of the match and not finished.
    pub(super) fn lacks(&self, index: usize) -> bool {
        self.games.get(index).is_some_and(Option::is_none)
    }

    /// Returns the places of the games that are not finished.
    pub(super) fn left(&self) -> Vec<usize> {
        (0..self.games.len()).filter(|index| self.lacks(*index)).collect()
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
        self.decided_after.map_or(self.games.len(), |pairs| 2 * pairs)
    }

    /// Returns where the match stands.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            finished: self.finished,
            games: self.games.len(),
            forfeits: self.forfeits,
            tally: self.tally,
            sprt: self.sprt.map(|sprt| sprt.state(&self.in_order.1)),
        }
    }

    /// Returns what the report needs of the games that count.
    pub(super) fn summaries(self) -> Summaries {
        let end = self.end();
        Summaries { games: self.games.into_iter().take(end).flatten().collect(), endings: self.endings }
    }
}
