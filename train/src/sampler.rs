//! Which positions a step learns: all of the window in random order, then all again in another order. Where positions have
//! weights, an order has each as often as its weight says.

use std::{iter, thread};

use crossbeam_channel::{Receiver, bounded};
use damier_numerics::seed::draw;
use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::window::Window;

/// Where a sampler is; with the window it determines everything that it will draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SamplerState {
    /// Orders begun.
    pub epoch: u64,
    /// Positions taken from the current order.
    pub taken: u64,
    /// The window of the current order.
    pub fingerprint: u64,
}

/// Positions from which on an order is made while the one before it is still drawn from: a device that learns millions
/// of positions a second would have to wait for it.
const WORTH_A_THREAD: usize = 1 << 18;

/// Separates the draw that rounds weights from that of the order.
const WEIGHT_SALT: u64 = 0x7765_6967_6874_7321;

/// Draws positions without replacement, those with a weight as often as that says.
#[derive(Clone, Debug)]
pub struct Sampler {
    seed: u64,
    state: SamplerState,
    order: Vec<u32>,
    next: Option<Next>,
}

/// An order that another thread makes.
#[derive(Clone, Debug)]
struct Next {
    epoch: u64,
    len: usize,
    /// The window whose weights it has.
    fingerprint: u64,
    order: Receiver<Vec<u32>>,
}

impl Sampler {
    /// A sampler at `state` (the default to begin with).
    pub fn new(seed: u64, state: SamplerState) -> Self {
        Self { seed, state, order: Vec::new(), next: None }
    }

    /// Where it is.
    pub fn state(&self) -> SamplerState {
        self.state
    }

    /// Whether it can go on with a window.
    ///
    /// # Errors
    /// It says that it has taken more positions from that window than there are.
    pub fn check(&self, window: &Window) -> Result<(), String> {
        let SamplerState { epoch, taken, fingerprint } = self.state;
        let goes_on = epoch > 0 && fingerprint == window.fingerprint();
        if goes_on && taken > window.len() as u64 {
            return Err(format!("{taken} positions are taken from a window of {}", window.len()));
        }
        Ok(())
    }

    /// The next `count` positions. A window that has changed since the last call begins a new order.
    ///
    /// # Panics
    /// If the window is empty, or [`check`](Self::check) fails.
    pub fn draw(&mut self, window: &Window, count: usize) -> Vec<usize> {
        assert!(!window.is_empty(), "an empty window has nothing to draw");
        if self.state.epoch == 0 || self.state.fingerprint != window.fingerprint() {
            self.begin(window);
        } else if self.order.len() != window.len() {
            self.shuffle(window.len(), window.weights());
        }
        let mut drawn = Vec::with_capacity(count);
        while drawn.len() < count {
            if self.state.taken as usize == self.order.len() {
                self.begin(window);
            }
            let from = self.state.taken as usize;
            let to = (from + count - drawn.len()).min(self.order.len());
            drawn.extend(self.order[from..to].iter().map(|index| *index as usize));
            self.state.taken = to as u64;
        }
        drawn
    }

    fn begin(&mut self, window: &Window) {
        self.state = SamplerState {
            epoch: self.state.epoch.wrapping_add(1).max(1),
            taken: 0,
            fingerprint: window.fingerprint(),
        };
        self.shuffle(window.len(), window.weights());
    }

    /// Has the order of the epoch, of a number of positions, and lets another thread make the one after it.
    fn shuffle(&mut self, len: usize, weights: Option<Vec<f32>>) {
        let SamplerState { epoch, fingerprint, .. } = self.state;
        let asked = (epoch, len, fingerprint);
        let made = self.next.take().filter(|next| (next.epoch, next.len, next.fingerprint) == asked);
        // A clone may have taken what the thread made.
        let made = made.and_then(|next| next.order.recv().ok());
        self.order = made.unwrap_or_else(|| order(self.seed, epoch, len, weights.as_deref()));
        if len >= WORTH_A_THREAD {
            let (done, made) = bounded(1);
            let (seed, epoch) = (self.seed, epoch.wrapping_add(1));
            // The receiver is gone where the window changes.
            let make = move || drop(done.send(order(seed, epoch, len, weights.as_deref())));
            let maker = thread::Builder::new().spawn(make);
            // Without a thread the order is made when it is needed.
            self.next = maker.ok().map(|_| Next { epoch, len, fingerprint, order: made });
        }
    }
}

/// The order of an epoch: `len` positions, each once or as often as its weight says.
fn order(seed: u64, epoch: u64, len: usize, weights: Option<&[f32]>) -> Vec<u32> {
    let seed = draw(seed, epoch);
    let mut order: Vec<u32> = match weights {
        None => (0..len as u32).collect(),
        Some(weights) => repeated(weights, unit(draw(seed, WEIGHT_SALT))),
    };
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    order
}

/// Returns the number below 1 that the upper half of a draw stands for; sums with a number of positions are exact.
fn unit(draw: u64) -> f64 {
    f64::from((draw >> u32::BITS) as u32) / (f64::from(u32::MAX) + 1.0)
}

/// Systematic sampling: returns as many numbers of positions as there are weights, each as often as its weight in units of
/// the mean, rounded up or down. Over all values of `offset` (0..1) the mean is exact.
fn repeated(weights: &[f32], offset: f64) -> Vec<u32> {
    let len = weights.len() as f64;
    let total: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
    let mut order = Vec::with_capacity(weights.len());
    let mut sum = 0.0;
    for (index, weight) in (0..).zip(weights) {
        sum += f64::from(*weight);
        let until = if index as usize + 1 == weights.len() { len } else { len * (sum / total) };
        let until = (until + offset).floor() as usize;
        order.extend(iter::repeat_n(index, until.saturating_sub(order.len())));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TrainConfig;

    #[test]
    fn a_counter_beyond_its_window_is_an_error() {
        let window = Window::new(&TrainConfig::default());
        let state = SamplerState { epoch: 1, taken: 0, fingerprint: window.fingerprint() };
        let beyond = SamplerState { taken: 1, ..state };
        let other = SamplerState { fingerprint: !state.fingerprint, ..beyond };
        let fits = |state| Sampler::new(1, state).check(&window).is_ok();
        assert_eq!([state, beyond, other].map(fits), [true, false, true]);
    }

    #[test]
    fn a_position_is_drawn_as_often_as_its_weight_says() {
        const EPOCHS: u64 = 4000;
        let weights = [0.5, 1.0, 2.0, 0.25, 1.25];
        let mut counts = [0; 5];
        for epoch in 0..EPOCHS {
            let order = order(3, epoch, weights.len(), Some(&weights));
            assert_eq!(order.len(), weights.len());
            order.iter().for_each(|index| counts[*index as usize] += 1);
        }
        for (count, weight) in counts.into_iter().zip(weights) {
            let mean = f64::from(count) / EPOCHS as f64;
            assert!((mean - f64::from(weight)).abs() < 0.03, "{counts:?}");
        }
    }

    #[test]
    fn equal_weights_draw_as_none_do() {
        let orders = [None, Some(&[1.0; 1000][..])].map(|weights| order(3, 4, 1000, weights));
        assert_eq!(orders[0], orders[1]);
    }

    #[test]
    fn an_order_made_ahead_is_the_one_that_is_asked_for() {
        const SEED: u64 = 3;
        const LARGE: usize = WORTH_A_THREAD;
        let mut sampler = Sampler::new(SEED, SamplerState::default());
        // The window grows and shrinks; one order made ahead is not used.
        for (epoch, len) in [(1, LARGE), (2, LARGE), (3, LARGE + 1), (4, 5), (5, LARGE), (7, LARGE)] {
            sampler.state.epoch = epoch;
            let mut other = sampler.clone();
            for sampler in [&mut sampler, &mut other] {
                sampler.shuffle(len, None);
                assert!(sampler.order == order(SEED, epoch, len, None), "epoch {epoch}");
            }
        }
    }
}
