//! AdamW (Loshchilov and Hutter 2019) with gradient clipping, weight limits and an EMA of the weights, in one pass.

use damier_engine::net::{FloatNet, Tensor, tensor::Storage};
use damier_numerics::single;
use rayon::prelude::*;

use crate::{
    config::{Learn, TrainConfig},
    learner::LearnerState,
    vectorised::vectorised,
};

/// Keeps the division by the root of the squared gradient finite.
pub(crate) const EPSILON: f32 = 1e-8;
/// Values per task; fixed, so that sums never depend on the number of threads.
const VALUES_PER_TASK: usize = 1 << 14;
/// Independent sums of a norm, as many as vector registers want.
const LANES: usize = 16;
/// Warm-up of the EMA in steps: its decay is at most `step / (step + this)`, so that the random start fades soon.
const EMA_WARM_UP: f32 = 10.0;
/// Steps between two updates of the EMA, to save memory traffic.
const EMA_INTERVAL: u64 = 4;

/// Scalars of one update, equal for all weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Update {
    pub(crate) rate: f32,
    /// Weight decay: share that a weight loses, where it decays.
    pub(crate) decay: f32,
    pub(crate) learn: Learn,
    pub(crate) beta1: f32,
    pub(crate) beta2: f32,
    /// Bias correction of the first moment.
    pub(crate) correction1: f32,
    /// Bias correction of the second moment.
    pub(crate) correction2: f32,
    /// Factor of gradient clipping, at most 1.
    pub(crate) scale: f32,
    /// Rate of the EMA (1 - decay) in this step; `None` where the step does not update it.
    pub(crate) ema_rate: Option<f32>,
}

impl Update {
    /// Returns the update of `step`, from 0, with learning rate `rate`; `norm` is the norm of the whole gradient.
    pub fn new(config: &TrainConfig, rate: f32, step: u64, norm: f32) -> Self {
        let number = (step + 1) as f32;
        Self {
            rate,
            decay: rate * config.weight_decay,
            learn: config.learn,
            beta1: config.beta1,
            beta2: config.beta2,
            correction1: 1.0 / (1.0 - single::powf(config.beta1, number)),
            correction2: 1.0 / (1.0 - single::powf(config.beta2, number)),
            scale: if norm > config.gradient_clip { config.gradient_clip / norm } else { 1.0 },
            ema_rate: (step + 1).is_multiple_of(EMA_INTERVAL).then(|| {
                let decay = config.average_decay.min(number / (EMA_WARM_UP + number));
                1.0 - single::powf(decay, EMA_INTERVAL as f32)
            }),
        }
    }
}

/// Returns whether the weights of a tensor decay: matrices that are learned do, biases do not.
pub(crate) fn decays(tensor: Tensor, learn: Learn) -> bool {
    match learn {
        Learn::All => !matches!(tensor.storage(), Storage::Bias) && tensor != Tensor::EmbeddingBias,
        Learn::Policy => tensor == Tensor::Policy,
    }
}

/// The Euclidean length of all gradients together.
pub fn norm<'g>(gradients: impl IntoIterator<Item = &'g [f32]>) -> f32 {
    let squares = |values: &[f32]| -> f64 {
        let mut sums = [0.0f32; LANES];
        add_squares(&mut sums, values);
        sums.iter().map(|sum| f64::from(*sum)).sum()
    };
    let total: f64 = gradients
        .into_iter()
        .flat_map(|values| values.par_chunks(VALUES_PER_TASK).map(squares).collect::<Vec<_>>())
        .sum();
    total.sqrt() as f32
}

vectorised! {
    fn add_squares<'a>(sums: &'a mut [f32; LANES], values: &'a [f32]) {
        let chunks = values.chunks_exact(LANES);
        for (lane, value) in chunks.remainder().iter().enumerate() {
            sums[lane] += value * value;
        }
        for chunk in chunks {
            for lane in 0..LANES {
                sums[lane] += chunk[lane] * chunk[lane];
            }
        }
    }
}

/// Applies one update to all weights and their EMA, and counts the step; clamps weights to the quantisable range.
pub fn update(state: &mut LearnerState, gradient: &FloatNet, update: &Update) {
    for tensor in Tensor::ALL {
        let limit = tensor.limit();
        let shrink = if decays(tensor, update.learn) { 1.0 - update.decay } else { 1.0 };
        let LearnerState { weights, first, second, ema, .. } = state;
        weights
            .tensor_mut(tensor)
            .par_chunks_mut(VALUES_PER_TASK)
            .zip(first.tensor_mut(tensor).par_chunks_mut(VALUES_PER_TASK))
            .zip(second.tensor_mut(tensor).par_chunks_mut(VALUES_PER_TASK))
            .zip(ema.tensor_mut(tensor).par_chunks_mut(VALUES_PER_TASK))
            .zip(gradient.tensor(tensor).par_chunks(VALUES_PER_TASK))
            .for_each(|((((weights, first), second), ema), gradient)| {
                let memory = Memory { weights, first, second, ema };
                update_part(memory, gradient, update, shrink, limit);
            });
    }
    state.steps += 1;
}

/// Memory that an update changes.
struct Memory<'a> {
    weights: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    ema: &'a mut [f32],
}

vectorised! {
    fn update_part<'a>(
        memory: Memory<'a>,
        gradient: &'a [f32],
        update: &'a Update,
        shrink: f32,
        limit: f32,
    ) {
        let Memory { weights, first, second, ema } = memory;
        let moments = first.iter_mut().zip(second);
        for ((weight, (first, second)), gradient) in weights.iter_mut().zip(moments).zip(gradient) {
            let gradient = gradient * update.scale;
            *first = update.beta1 * *first + (1.0 - update.beta1) * gradient;
            *second = update.beta2 * *second + (1.0 - update.beta2) * gradient * gradient;
            let mean = *first * update.correction1;
            let root = (*second * update.correction2).sqrt();
            let moved = *weight * shrink - update.rate * mean / (root + EPSILON);
            *weight = moved.clamp(-limit, limit);
        }
        if let Some(share) = update.ema_rate {
            for (weight, ema) in weights.iter().zip(ema) {
                *ema += share * (*weight - *ema);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_engine::net::Arch;

    use super::*;
    use crate::fake_quantisation;

    #[test]
    fn weights_stop_where_they_can_still_be_quantised() {
        let arch = Arch {
            game: "none".to_owned(),
            players: 2,
            feature_set: "none".to_owned(),
            features: 20,
            max_active: 7,
            policy_rows: 10,
            width: 32,
            hidden: 16,
            policy: 16,
            value_hidden: 16,
        };
        let net = FloatNet::random(arch, 1).expect("a net");
        let mut gradient = net.clone();
        for tensor in Tensor::ALL {
            let signs = [1.0, -1.0].into_iter().cycle();
            gradient.tensor_mut(tensor).iter_mut().zip(signs).for_each(|(value, sign)| *value = sign);
        }
        let config = TrainConfig { weight_decay: 0.0, ..TrainConfig::default() };
        let mut state = LearnerState::new(net).expect("a state");
        for step in 0..50 {
            let norm = norm(Tensor::ALL.map(|tensor| gradient.tensor(tensor)));
            update(&mut state, &gradient, &Update::new(&config, 1.0, step, norm));
        }
        let limit = Tensor::Embedding.limit();
        assert!(state.weights.embedding.iter().all(|weight| weight.abs() == limit));
        for net in [&state.weights, &state.ema, &fake_quantisation::round_net(&state.weights)] {
            net.quantise().expect("inside the range");
        }
        assert_eq!(state.steps, 50);
    }
}
