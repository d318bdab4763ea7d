//! Probabilities as 16-bit shares of one.

use damier_engine::{Value, Wdl, evaluation::value_classes};
use damier_numerics::double;
use damier_rules::player::MAX_PLAYERS;

/// The number that stands for probability one.
pub const ONE: u16 = u16::MAX;

/// The value of a root after its search, relative to the player to move: one number per class (win, draw and
/// loss for two players, one per player for more) in units of 1/[`ONE`]; they sum to [`ONE`] exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RootValue {
    players: u8,
    classes: [u16; MAX_PLAYERS],
}

impl RootValue {
    /// From the stored numbers of a game of two; `None` where they exceed one together.
    pub fn new(win: u16, draw: u16) -> Option<Self> {
        let loss = ONE - win.checked_add(draw)?;
        Some(Self { players: 2, classes: [win, draw, loss, 0, 0, 0] })
    }

    /// From the stored numbers of a game of more, one per player; `None` where there are too few or too many,
    /// or they do not sum to [`ONE`].
    pub fn of_shares(shares: &[u16]) -> Option<Self> {
        let sum: u32 = shares.iter().map(|share| u32::from(*share)).sum();
        if !(3..=MAX_PLAYERS).contains(&shares.len()) || sum != u32::from(ONE) {
            return None;
        }
        let mut classes = [0; MAX_PLAYERS];
        classes[..shares.len()].copy_from_slice(shares);
        Some(Self { players: shares.len() as u8, classes })
    }

    /// The nearest value. Anything that is not a distribution is brought to one first.
    pub fn from_value(value: &Value) -> Self {
        let players = match value {
            Value::Two(_) => 2,
            Value::Many(shares) => shares.as_slice().len() as u8,
        };
        let (exact, count) = value.classes();
        let mut classes = [0; MAX_PLAYERS];
        classes[..count].copy_from_slice(&shares_of_one(&exact[..count]));
        Self { players, classes }
    }

    /// The same for a game of two.
    pub fn from_wdl(wdl: Wdl) -> Self {
        Self::from_value(&Value::Two(wdl))
    }

    /// The number of players.
    pub fn players(self) -> usize {
        usize::from(self.players)
    }

    /// The stored numbers: one per class.
    pub fn classes(&self) -> &[u16] {
        &self.classes[..value_classes(self.players())]
    }

    /// As probabilities or shares.
    pub fn value(self) -> Value {
        let classes = self.classes.map(|class| f32::from(class) / f32::from(ONE));
        Value::from_classes(self.players(), &classes[..value_classes(self.players())])
    }
}

/// A probability per legal move in canonical order, in units of 1/[`ONE`]; they sum to [`ONE`] exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyTarget(Box<[u16]>);

impl PolicyTarget {
    /// From the stored numbers; `None` where they do not sum to [`ONE`].
    pub fn new(shares: Box<[u16]>) -> Option<Self> {
        let sum: u64 = shares.iter().map(|share| u64::from(*share)).sum();
        (sum == u64::from(ONE)).then_some(Self(shares))
    }

    /// The nearest policy; negative and non-finite numbers count as zero, and where nothing is left
    /// every move gets the same.
    ///
    /// # Panics
    /// If there is no move.
    pub fn from_probabilities(probabilities: &[f32]) -> Self {
        Self(shares_of_one(probabilities).into_boxed_slice())
    }

    /// The stored numbers, one per legal move.
    pub fn shares(&self) -> &[u16] {
        &self.0
    }

    /// The probability of a move.
    pub fn probability(&self, index: usize) -> f32 {
        f32::from(self.0[index]) / f32::from(ONE)
    }

    /// The probabilities, in canonical order.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.0.iter().map(|share| f32::from(*share) / f32::from(ONE))
    }

    /// The entropy in nats.
    pub fn entropy(&self) -> f64 {
        self.0
            .iter()
            .filter(|share| **share > 0)
            .map(|share| f64::from(*share) / f64::from(ONE))
            .map(|probability| -probability * double::ln(probability))
            .sum()
    }
}

/// Shares that sum to [`ONE`]: rounded down, and what is left goes to the largest remainders, the
/// earlier of equals first.
fn shares_of_one(weights: &[f32]) -> Vec<u16> {
    assert!(!weights.is_empty(), "a distribution over nothing");
    let clean = |weight: f32| if weight.is_finite() && weight > 0.0 { f64::from(weight) } else { 0.0 };
    let total: f64 = weights.iter().map(|weight| clean(*weight)).sum();
    let exact = |weight: f32| {
        let share = if total > 0.0 { clean(weight) / total } else { 1.0 / weights.len() as f64 };
        share * f64::from(ONE)
    };
    let mut shares: Vec<u16> = weights.iter().map(|weight| exact(*weight).floor() as u16).collect();
    let given: u32 = shares.iter().map(|share| u32::from(*share)).sum();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let remainder = |index: usize| exact(weights[index]).fract();
    order.sort_by(|a, b| remainder(*b).total_cmp(&remainder(*a)).then(a.cmp(b)));
    let mut left = u32::from(ONE).saturating_sub(given);
    for index in order.iter().cycle() {
        if left == 0 {
            break;
        }
        if shares[*index] < ONE {
            shares[*index] += 1;
            left -= 1;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_are_near() {
        for weights in
            [vec![1.0], vec![0.1; 10], vec![0.3, 0.3, 0.4], vec![1e-9, 1.0 - 1e-9], vec![0.0, 0.5, 0.5, 0.0]]
        {
            let policy = PolicyTarget::from_probabilities(&weights);
            assert_eq!(PolicyTarget::new(policy.shares().into()), Some(policy.clone()));
            let total: f32 = weights.iter().sum();
            for (index, weight) in weights.iter().enumerate() {
                assert!((policy.probability(index) - weight / total).abs() <= 1.0 / f32::from(ONE));
            }
        }
    }

    #[test]
    fn what_is_no_distribution_becomes_one() {
        let policy = PolicyTarget::from_probabilities(&[f32::NAN, -1.0, 0.0]);
        assert_eq!(policy.shares(), [ONE / 3; 3]);
        let policy = PolicyTarget::from_probabilities(&[f32::INFINITY, 2.0]);
        assert_eq!(policy.shares(), [0, ONE]);
    }

    #[test]
    fn a_value_survives() {
        for wdl in [Wdl::WIN, Wdl::DRAW, Wdl::LOSS] {
            assert_eq!(RootValue::from_wdl(wdl).value(), Value::Two(wdl));
        }
        assert_eq!(RootValue::new(ONE, 1), None);
        let value = RootValue::from_wdl(Wdl { win: 0.25, draw: 0.5, loss: 0.25 });
        assert!((value.value().score() - 0.5).abs() < 1e-4);
        let shares = Value::from_classes(4, &[0.5, 0.25, 0.25, 0.0]);
        let value = RootValue::from_value(&shares);
        assert_eq!(RootValue::of_shares(value.classes()), Some(value));
        assert!((value.value().score() - 0.5).abs() < 1e-4);
        assert_eq!(RootValue::of_shares(&[ONE, 0]), None, "two players have win and draw");
        assert_eq!(RootValue::of_shares(&[ONE, 0, 1]), None);
    }

    #[test]
    fn entropy_of_even_moves() {
        let policy = PolicyTarget::from_probabilities(&[0.25; 4]);
        assert!((policy.entropy() - double::ln(4.0)).abs() < 1e-4);
    }
}
