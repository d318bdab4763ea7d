//! Ratings of many competitors at once, on Elo's scale, from the places of games between any number of them.
//!
//! The model is that of Plackett and Luce: the first place goes to each with a probability in proportion to its
//! strength, the second in the same way among those left, and so on. Between two it is the model of Bradley and
//! Terry, which is Elo's. Shared places count as [`Ties`] says. The ratings are the likeliest ones, with a touch
//! of a prior, so the order of the games does not matter: rating systems that follow players through time (Elo's
//! own updating, Glicko, TrueSkill, Weng and Lin, as in the crate skillratings) answer another question.
//!
//! Hunter, "MM algorithms for generalized Bradley–Terry models" (Annals of Statistics 32, 2004); Turner, van Etten,
//! Firth and Kosmidis, "Modelling rankings in R: the PlackettLuce package" (Computational Statistics 35, 2020).

mod choice;
mod fit;
mod symmetric;
#[cfg(test)]
mod tests;

use damier_numerics::double;

use self::{
    choice::Layout,
    fit::{Fit, Origin, Prior},
    symmetric::Matrix,
};
use super::{Interval, normal::HALF_WIDTH_OF_95_PERCENT};

/// The places of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The competitor of each seat, by number; the same one may have several seats.
    pub seats: Vec<usize>,
    /// The place of each seat; smaller is better, and equal numbers share a place.
    pub places: Vec<u8>,
}

impl Ranking {
    /// Returns the places by what each seat got: the more the better.
    pub fn of_shares(seats: &[usize], shares: &[f64]) -> Self {
        let better = |own: f64| shares.iter().filter(|share| **share > own).count() as u8;
        Self { seats: seats.to_vec(), places: shares.iter().map(|own| better(*own)).collect() }
    }
}

/// What a shared place says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// As much as each order of those who share it, in equal parts: a draw is half a win and half a loss. The
    /// differences are those of `damier match`, whatever the draw ratio.
    #[default]
    EqualParts,
    /// Ties have a strength of their own, which is estimated too (Davidson, "On extending the Bradley–Terry
    /// model to accommodate ties", 1970, and Turner et al. for more than two). Many draws stretch the differences.
    Davidson,
}

/// Whether the first seat helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstSeat {
    /// Not, or everybody had it as often.
    #[default]
    Ignored,
    /// By an amount that is estimated too.
    Estimated,
}

/// How ratings are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingModel {
    /// What shared places say.
    pub ties: Ties,
    /// Whether the first seat helps.
    pub first_seat: FirstSeat,
    /// Drawn games against an imaginary competitor of mean strength that everybody is given beforehand, so that
    /// no rating is infinite. With 0 everyone has to be connected with everyone by wins and by losses.
    pub prior: f64,
}

impl Default for RatingModel {
    /// Draws are half a win, the first seat is ignored, one drawn game beforehand.
    fn default() -> Self {
        Self { ties: Ties::default(), first_seat: FirstSeat::default(), prior: 1.0 }
    }
}

/// Ratings with their 95 % intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo by competitor; the mean, or the anchor, is 0.
    pub elo: Vec<Interval>,
    /// What the first seat is worth in Elo, where it is estimated.
    pub first_seat: Option<Interval>,
    /// Of two equal competitors, the share of games that they draw, where ties have a strength of their own and
    /// there are some.
    pub draws: Option<f64>,
}

/// A rating that is known before any game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownRating {
    /// The number of the competitor.
    pub competitor: usize,
    /// Its rating in Elo.
    pub elo: f64,
    /// The standard deviation of that rating in Elo; above 0.
    pub deviation: f64,
}

/// Elo per unit of the natural logarithm of the odds.
const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// Returns the ratings of `competitors` from groups of games; the games of a group (a pair from one opening, a
    /// round of a table) need not be independent of each other, those of different groups are. Their mean is 0; with
    /// `anchor` that competitor has 0, and the intervals are those of the differences from it.
    ///
    /// The intervals take the curvature of the likelihood, widened or narrowed by how the groups really spread
    /// (quasi-likelihood): draws and well-balanced pairs narrow them, repeated games widen them.
    pub fn of(
        competitors: usize,
        groups: &[Vec<Ranking>],
        model: &RatingModel,
        anchor: Option<usize>,
    ) -> Self {
        let layout = Layout::of(competitors, groups, model);
        let fit = Fit::new(&layout, groups, model.prior, &Origin::Mean(competitors));
        let dispersion = fit.dispersion();
        let interval = |value: f64, variance: f64| interval(value, dispersion * variance);
        let (values, covariance) = (&fit.values, &fit.covariance);
        let elo = (0..competitors).map(|one| match anchor {
            Some(anchor) => {
                let variance =
                    covariance[(one, one)] + covariance[(anchor, anchor)] - 2.0 * covariance[(one, anchor)];
                interval(values[one] - values[anchor], variance)
            }
            None => interval(values[one], variance_from_mean(covariance, competitors, one)),
        });
        Self {
            elo: elo.collect(),
            first_seat: layout.first_seat().map(|at| interval(values[at], covariance[(at, at)])),
            draws: draws(&layout, values),
        }
    }

    /// The ratings of `competitors` on the scale of those that are `known`, of which there has to be one at least.
    ///
    /// A known rating is a normal prior with its deviation: where the games contradict several of them, all give way
    /// in proportion. The intervals hold the deviations of the known ratings, too. Games that spread less than the
    /// model says do not narrow them.
    pub fn on_scale(
        competitors: usize,
        groups: &[Vec<Ranking>],
        model: &RatingModel,
        known: &[KnownRating],
    ) -> Self {
        let layout = Layout::of(competitors, groups, model);
        let centre = known.iter().map(|known| known.elo).sum::<f64>() / known.len() as f64;
        let prior = |known: &KnownRating| Prior {
            competitor: known.competitor,
            mean: (known.elo - centre) / ELO_PER_LOG_ODDS,
            precision: double::powi(ELO_PER_LOG_ODDS / known.deviation, 2),
        };
        let origin = Origin::Known(known.iter().map(prior).collect());
        let fit = Fit::new(&layout, groups, model.prior, &origin);
        let dispersion = fit.dispersion().max(1.0);
        let of = |at: usize| interval(fit.values[at], dispersion * fit.covariance[(at, at)]);
        Self {
            elo: (0..competitors).map(|one| of(one).shifted(centre)).collect(),
            first_seat: layout.first_seat().map(of),
            draws: draws(&layout, &fit.values),
        }
    }
}

/// Returns the interval in Elo of a value with a variance, both in logarithms of odds.
fn interval(value: f64, variance: f64) -> Interval {
    let margin = HALF_WIDTH_OF_95_PERCENT * variance.max(0.0).sqrt() * ELO_PER_LOG_ODDS;
    let value = value * ELO_PER_LOG_ODDS;
    Interval { value, low: value - margin, high: value + margin }
}

/// Returns the share of games that two equal competitors draw. They win with a weight of 1 each and draw with that of
/// the ties.
fn draws(layout: &Layout, values: &[f64]) -> Option<f64> {
    layout.tie_of(2).map(|at| double::exp(values[at]) / (2.0 + double::exp(values[at])))
}

/// Returns the variance of the difference of one competitor from the mean of all.
fn variance_from_mean(covariance: &Matrix, competitors: usize, one: usize) -> f64 {
    let with_all = |one: usize| (0..competitors).map(|other| covariance[(one, other)]).sum::<f64>();
    let among_all: f64 = (0..competitors).map(with_all).sum();
    let count = competitors as f64;
    covariance[(one, one)] - 2.0 * with_all(one) / count + among_all / (count * count)
}
