//! Which positions a step learns: all of the window in random order, then all again in another order.

use std::thread;

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

/// Draws positions without replacement.
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
            self.shuffle(window.len());
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
        self.shuffle(window.len());
    }

    /// Has the order of the epoch, of a number of positions, and lets another thread make the one after it.
    fn shuffle(&mut self, len: usize) {
        let SamplerState { epoch, .. } = self.state;
        let made = self.next.take().filter(|next| (next.epoch, next.len) == (epoch, len));
        // A clone may have taken what the thread made.
        let made = made.and_then(|next| next.order.recv().ok());
        self.order = made.unwrap_or_else(|| order(self.seed, epoch, len));
        if len >= WORTH_A_THREAD {
            let (done, made) = bounded(1);
            let (seed, epoch) = (self.seed, epoch.wrapping_add(1));
            // The receiver is gone where the window changes.
            let maker = thread::Builder::new().spawn(move || drop(done.send(order(seed, epoch, len))));
            // Without a thread the order is made when it is needed.
            self.next = maker.ok().map(|_| Next { epoch, len, order: made });
        }
    }
}

/// The order of an epoch.
fn order(seed: u64, epoch: u64, len: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(draw(seed, epoch)));
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
    fn an_order_made_ahead_is_the_one_that_is_asked_for() {
        const SEED: u64 = 3;
        const LARGE: usize = WORTH_A_THREAD;
        let mut sampler = Sampler::new(SEED, SamplerState::default());
        // The window grows and shrinks; one order made ahead is not used.
        for (epoch, len) in [(1, LARGE), (2, LARGE), (3, LARGE + 1), (4, 5), (5, LARGE), (7, LARGE)] {
            sampler.state.epoch = epoch;
            let mut other = sampler.clone();
            for sampler in [&mut sampler, &mut other] {
                sampler.shuffle(len);
                assert!(sampler.order == order(SEED, epoch, len), "epoch {epoch}");
            }
        }
    }
}
