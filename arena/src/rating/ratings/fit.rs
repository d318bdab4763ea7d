//! The likeliest unknowns, by Newton's method: the logarithm of the likelihood is concave.

use damier_numerics::double;

use super::{
    Ranking,
    choice::{Choice, Layout},
    symmetric::Matrix,
};

/// Newton's method takes a handful of steps; more only where something is infinite.
const MOST_STEPS: usize = 60;
/// A step is halved at most so often.
const MOST_HALVINGS: usize = 30;
/// The largest change of an unknown at which the steps end.
const PRECISION: f64 = 1e-10;
/// Even games that steady the spread seen in few results.
const STEADYING_GAMES: f64 = 4.0;
/// The information of an even game about both ratings together.
const INFORMATION_OF_EVEN_GAME: f64 = 0.5;
/// No unknown changes by more in a step.
const LONGEST_STEP: f64 = 3.0;

/// What fixes the zero of the strengths, of which games show only the differences.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The mean strength of this number of competitors is 0.
    Mean(usize),
    /// Normal priors on some strengths.
    Known(Vec<Prior>),
}

/// A normal prior on one strength, in logarithms of odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prior {
    /// The number of the strength.
    pub(super) competitor: usize,
    /// Its mean.
    pub(super) mean: f64,
    /// One over its variance.
    pub(super) precision: f64,
}

impl Origin {
    /// Returns the logarithm of the density at `values`, up to a constant.
    fn log_density(&self, values: &[f64]) -> f64 {
        match self {
            Self::Mean(count) => -0.5 * double::powi(values[..*count].iter().sum::<f64>(), 2),
            Self::Known(priors) => {
                let square = |prior: &Prior| double::powi(values[prior.competitor] - prior.mean, 2);
                priors.iter().map(|prior| -0.5 * prior.precision * square(prior)).sum()
            }
        }
    }

    /// Adds the gradient and the information of the density.
    fn add_slope(&self, values: &[f64], slope: &mut Slope) {
        match self {
            Self::Mean(count) => {
                let sum: f64 = values[..*count].iter().sum();
                for one in 0..*count {
                    slope.gradient[one] -= sum;
                    for other in 0..*count {
                        slope.information[(one, other)] += 1.0;
                    }
                }
            }
            Self::Known(priors) => {
                for &Prior { competitor, mean, precision } in priors {
                    slope.gradient[competitor] += precision * (mean - values[competitor]);
                    slope.information[(competitor, competitor)] += precision;
                }
            }
        }
    }
}

/// What the games say.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The likeliest values.
    pub(super) values: Vec<f64>,
    /// The inverse of the information about them, the prior's included.
    pub(super) covariance: Matrix,
    /// The trace of the information of the games about the strengths of the competitors.
    pub(super) information: f64,
    /// What that trace would be if it were seen in how the groups of games really spread.
    pub(super) spread: f64,
}

impl Fit {
    pub(super) fn new(layout: &Layout, groups: &[Vec<Ranking>], prior: f64, origin: &Origin) -> Self {
        let groups: Vec<Vec<Choice>> = groups
            .iter()
            .map(|group| group.iter().flat_map(|ranking| layout.choices(ranking)).collect())
            .collect();
        let imagined = imagined(layout, prior);
        let mut slope = Slope::new(layout.unknowns());
        let mut values = vec![0.0; layout.unknowns()];
        let all = || groups.iter().flatten().chain(&imagined);
        let density = |values: &[f64]| likelihood(all(), values) + origin.log_density(values);
        let mut reached = density(&values);
        for _ in 0..MOST_STEPS {
            slope.measure(origin, all(), &values);
            let mut step = slope.information.solve(&slope.gradient);
            let longest = step.iter().fold(0.0_f64, |longest, change| longest.max(change.abs()));
            let shortened = (LONGEST_STEP / longest).min(1.0);
            step.iter_mut().for_each(|change| *change *= shortened);
            for _ in 0..MOST_HALVINGS {
                let there: Vec<f64> =
                    values.iter().zip(&step).map(|(value, change)| value + change).collect();
                let found = density(&there);
                if found >= reached - PRECISION {
                    (values, reached) = (there, found);
                    break;
                }
                step.iter_mut().for_each(|change| *change /= 2.0);
            }
            if longest < PRECISION {
                break;
            }
        }
        let (information, spread) = dispersion(layout, &groups, &values);
        slope.measure(origin, all(), &values);
        Self { covariance: slope.information.inverse(), values, information, spread }
    }

    /// Returns the factor by which the groups spread more than the model says (quasi-likelihood).
    pub(super) fn dispersion(&self) -> f64 {
        let steadying = STEADYING_GAMES * INFORMATION_OF_EVEN_GAME;
        (self.spread + steadying) / (self.information + steadying)
    }
}

/// The drawn games that everybody is given, and as much about the strength of ties: without it they would be
/// infinitely strong where everything is drawn.
fn imagined(layout: &Layout, prior: f64) -> Vec<Choice> {
    if prior <= 0.0 {
        return Vec::new();
    }
    let even = |unknown: usize| Choice {
        alternatives: vec![vec![(unknown, 1.0)], Vec::new()],
        chosen: vec![prior / 2.0; 2],
    };
    (0..layout.competitors).chain(layout.ties()).map(even).collect()
}

/// Returns the probabilities of the alternatives of a choice, and the logarithm of the sum that they are taken from.
fn probabilities(choice: &Choice, values: &[f64], out: &mut Vec<f64>) -> f64 {
    out.clear();
    out.extend(
        choice
            .alternatives
            .iter()
            .map(|terms| terms.iter().map(|(unknown, factor)| factor * values[*unknown]).sum::<f64>()),
    );
    let highest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = out.iter().map(|height| double::exp(height - highest)).sum();
    let whole = highest + double::ln(sum);
    out.iter_mut().for_each(|height| *height = double::exp(*height - whole));
    whole
}

/// Returns the logarithm of the likelihood of the choices.
fn likelihood<'c>(choices: impl Iterator<Item = &'c Choice>, values: &[f64]) -> f64 {
    let mut shares = Vec::new();
    let mut total = 0.0;
    for choice in choices {
        probabilities(choice, values, &mut shares);
        let terms = choice.chosen.iter().zip(&shares).filter(|(weight, _)| **weight > 0.0);
        total += terms.map(|(weight, share)| weight * double::ln(share.max(f64::MIN_POSITIVE))).sum::<f64>();
    }
    total
}

/// The gradient of the likelihood and the information (the negative second derivatives).
struct Slope {
    gradient: Vec<f64>,
    information: Matrix,
}

impl Slope {
    fn new(unknowns: usize) -> Self {
        Self { gradient: vec![0.0; unknowns], information: Matrix::zero(unknowns) }
    }

    fn measure<'c>(&mut self, origin: &Origin, choices: impl Iterator<Item = &'c Choice>, values: &[f64]) {
        self.gradient.fill(0.0);
        self.information.clear();
        origin.add_slope(values, self);
        let (mut shares, mut mean) = (Vec::new(), Vec::new());
        for choice in choices {
            let weight: f64 = choice.chosen.iter().sum();
            probabilities(choice, values, &mut shares);
            for ((terms, chosen), share) in choice.alternatives.iter().zip(&choice.chosen).zip(&shares) {
                for (unknown, factor) in terms {
                    self.gradient[*unknown] += (chosen - weight * share) * factor;
                    for (other, other_factor) in terms {
                        self.information[(*unknown, *other)] += weight * share * factor * other_factor;
                    }
                }
            }
            mean_terms(choice, &shares, &mut mean);
            for (unknown, factor) in &mean {
                for (other, other_factor) in &mean {
                    self.information[(*unknown, *other)] -= weight * factor * other_factor;
                }
            }
        }
    }
}

/// The expected terms of a choice.
fn mean_terms(choice: &Choice, shares: &[f64], out: &mut Vec<(usize, f64)>) {
    out.clear();
    for (terms, share) in choice.alternatives.iter().zip(shares) {
        for (unknown, factor) in terms {
            match out.iter_mut().find(|(known, _)| known == unknown) {
                Some((_, sum)) => *sum += share * factor,
                None => out.push((*unknown, share * factor)),
            }
        }
    }
}

/// Returns how much the games tell about the strengths by the model, and how much the groups really spread: the sum of
/// the squares of what each group adds to the gradient.
fn dispersion(layout: &Layout, groups: &[Vec<Choice>], values: &[f64]) -> (f64, f64) {
    let (mut information, mut spread) = (0.0, 0.0);
    let (mut shares, mut mean) = (Vec::new(), Vec::new());
    for group in groups {
        let mut added: Vec<(usize, f64)> = Vec::new();
        for choice in group {
            let weight: f64 = choice.chosen.iter().sum();
            probabilities(choice, values, &mut shares);
            mean_terms(choice, &shares, &mut mean);
            let square = |terms: &[(usize, f64)]| -> f64 {
                let strengths = terms.iter().filter(|(unknown, _)| *unknown < layout.competitors);
                strengths.map(|(_, factor)| factor * factor).sum()
            };
            let squares: f64 =
                choice.alternatives.iter().zip(&shares).map(|(terms, share)| share * square(terms)).sum();
            information += weight * (squares - square(&mean));
            for ((terms, chosen), share) in choice.alternatives.iter().zip(&choice.chosen).zip(&shares) {
                for (unknown, factor) in terms.iter().filter(|(unknown, _)| *unknown < layout.competitors) {
                    let change = (chosen - weight * share) * factor;
                    match added.iter_mut().find(|(known, _)| known == unknown) {
                        Some((_, sum)) => *sum += change,
                        None => added.push((*unknown, change)),
                    }
                }
            }
        }
        spread += added.iter().map(|(_, sum)| sum * sum).sum::<f64>();
    }
    (information, spread)
}
