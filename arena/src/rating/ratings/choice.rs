//! Places as choices: who takes the next place among those who are left.

use std::collections::BTreeSet;

use super::{FirstSeat, Ranking, RatingModel, Ties};

/// Which unknown stands where: the strengths of the competitors (logarithms), the strengths of ties by their size,
/// the advantage of the first seat.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) competitors: usize,
    ties: Ties,
    /// The sizes of shared places that occur; only where they have a strength of their own.
    sizes: Vec<usize>,
    first_seat: FirstSeat,
}

/// One choice. The probability of an alternative is proportional to the exponential of the sum of
/// `factor · unknown` over its terms.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The terms of each alternative: numbers of unknowns, and factors.
    pub(super) alternatives: Vec<Vec<(usize, f64)>>,
    /// How much of a choice each alternative has been.
    pub(super) chosen: Vec<f64>,
}

impl Layout {
    pub(super) fn of(competitors: usize, groups: &[Vec<Ranking>], model: &RatingModel) -> Self {
        let mut sizes = BTreeSet::new();
        if model.ties == Ties::Davidson {
            for ranking in groups.iter().flatten() {
                sizes.extend(shared_places(ranking).iter().map(Vec::len).filter(|size| *size > 1));
            }
        }
        let sizes = sizes.into_iter().collect();
        Self { competitors, ties: model.ties, sizes, first_seat: model.first_seat }
    }

    /// Returns how many unknowns there are.
    pub(super) fn unknowns(&self) -> usize {
        self.competitors + self.sizes.len() + usize::from(self.first_seat == FirstSeat::Estimated)
    }

    /// Returns the number of the unknown that is the strength of ties of `size`.
    pub(super) fn tie_of(&self, size: usize) -> Option<usize> {
        Some(self.competitors + self.sizes.iter().position(|known| *known == size)?)
    }

    /// Returns the numbers of the strengths of all ties.
    pub(super) fn ties(&self) -> std::ops::Range<usize> {
        self.competitors..self.competitors + self.sizes.len()
    }

    /// Returns the number of the unknown that is the advantage of the first seat.
    pub(super) fn first_seat(&self) -> Option<usize> {
        (self.first_seat == FirstSeat::Estimated).then(|| self.unknowns() - 1)
    }

    /// Returns the choices that led to the places of a game.
    pub(super) fn choices(&self, ranking: &Ranking) -> Vec<Choice> {
        let groups = shared_places(ranking);
        let mut choices = Vec::new();
        for (at, tied) in groups.iter().enumerate() {
            let rest: Vec<usize> = groups[at + 1..].concat();
            match self.ties {
                Ties::EqualParts => self.in_equal_parts(ranking, tied, &rest, &mut choices),
                Ties::Davidson => choices.extend(self.as_a_tie(ranking, tied, &rest)),
            }
        }
        choices
    }

    /// Every order of the `tied` seats counts alike. Whatever part of them is left is equally often followed by
    /// each one of it.
    fn in_equal_parts(&self, ranking: &Ranking, tied: &[usize], rest: &[usize], choices: &mut Vec<Choice>) {
        for left in subsets(tied).filter(|left| left.len() + rest.len() > 1) {
            let weight = 1.0 / (binomial(tied.len(), left.len()) * left.len() as f64);
            let seats = left.iter().chain(rest);
            choices.push(Choice {
                alternatives: seats.map(|seat| self.terms(ranking, &[*seat])).collect(),
                chosen: (0..left.len() + rest.len())
                    .map(|index| if index < left.len() { weight } else { 0.0 })
                    .collect(),
            });
        }
    }

    /// The `tied` seats take the place together, where any set of a size that occurs could have taken it.
    fn as_a_tie(&self, ranking: &Ranking, tied: &[usize], rest: &[usize]) -> Option<Choice> {
        let seats = [tied, rest].concat();
        if seats.len() < 2 {
            return None;
        }
        let possible = subsets(&seats)
            .filter(|set| set.len() == 1 || self.sizes.contains(&set.len()))
            .collect::<Vec<_>>();
        Some(Choice {
            alternatives: possible.iter().map(|set| self.terms(ranking, set)).collect(),
            chosen: possible.iter().map(|set| f64::from(u8::from(set == tied))).collect(),
        })
    }

    /// Returns the terms of the seats of `set` taking a place together: the mean of their strengths, and that of the
    /// tie.
    fn terms(&self, ranking: &Ranking, set: &[usize]) -> Vec<(usize, f64)> {
        let part = 1.0 / set.len() as f64;
        let mut terms: Vec<_> = set.iter().map(|seat| (ranking.seats[*seat], part)).collect();
        terms.extend(self.tie_of(set.len()).map(|at| (at, 1.0)));
        terms.extend(self.first_seat().filter(|_| set.contains(&0)).map(|at| (at, part)));
        terms
    }
}

/// Returns the seats of each place, the best place first.
fn shared_places(ranking: &Ranking) -> Vec<Vec<usize>> {
    let places: BTreeSet<u8> = ranking.places.iter().copied().collect();
    let seats_at =
        |place: u8| (0..ranking.seats.len()).filter(|seat| ranking.places[*seat] == place).collect();
    places.into_iter().map(seats_at).collect()
}

/// Returns every part of `seats` but the empty one, each in the order of `seats`.
fn subsets(seats: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (1_u32..1 << seats.len()).map(|mask| {
        let chosen = seats.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        chosen.map(|(_, seat)| *seat).collect()
    })
}

/// Returns the number of ways to choose `part` of `whole`.
fn binomial(whole: usize, part: usize) -> f64 {
    (0..part).map(|step| (whole - step) as f64 / (step + 1) as f64).product()
}
