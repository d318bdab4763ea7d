//! The net a run begins with.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{arch::Arch, error::NetError, float_net::FloatNet, tensor::Tensor};

/// Standard deviation wanted of an accumulator value.
const ACCUMULATOR_DEVIATION: f32 = 0.4;
/// Start value of an accumulator, in the middle of its active range.
const ACCUMULATOR_START: f32 = 0.3;
/// Start value of a clipped unit, so that it is alive.
const UNIT_START: f32 = 0.25;
/// Bound of the uniform weights of the two heads, small so that everything starts out even.
const HEAD_BOUND: f32 = 0.1;
/// Bound of the uniform weights into a clipped unit, times the square root of its inputs.
const UNIT_GAIN: f32 = 1.5;

impl FloatNet {
    /// A net with random weights, the same for the same seed, all inside the range that
    /// [`quantise`](FloatNet::quantise) accepts: every unit starts alive, every judgement nearly even.
    ///
    /// # Errors
    /// A dimension is out of range.
    pub fn random(arch: Arch, seed: u64) -> Result<Self, NetError> {
        let mut net = Self::zeros(arch)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for tensor in Tensor::ALL {
            let limit = tensor.limit();
            let inputs = tensor.shape(&net.arch)[1] as f32;
            let (centre, bound) = match tensor {
                Tensor::EmbeddingBias => (ACCUMULATOR_START, 0.0),
                // A uniform number in ±b has the deviation b/√3.
                Tensor::Embedding => (0.0, ACCUMULATOR_DEVIATION * (3.0 / net.arch.max_active as f32).sqrt()),
                Tensor::L1Bias | Tensor::L2Bias => (UNIT_START, 0.0),
                Tensor::L1 | Tensor::L2 => (0.0, UNIT_GAIN / inputs.sqrt()),
                Tensor::L3Bias | Tensor::PolicyBias => (0.0, 0.0),
                Tensor::L3 | Tensor::Policy => (0.0, HEAD_BOUND),
            };
            for value in net.tensor_mut(tensor) {
                let random: f32 = rng.random_range(-1.0..1.0);
                *value = (centre + bound * random).clamp(-limit, limit);
            }
        }
        Ok(net)
    }
}
