use damier_engine::net::{Arch, FloatNet, Tensor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Learner, LearnerState, WeightSet, host::HostLearner};
use crate::{
    batch::Batch,
    config::{Learn, TrainConfig},
    fake_quantisation, loss,
};

/// More than two, so that nothing counts on win, draw and loss.
const PLAYERS: usize = 4;
const CLASSES: usize = 4;
const FEATURES: usize = 50;
const ACTIVE: usize = 8;
const ROWS: usize = 40;
const POSITIONS: usize = 37;

fn arch() -> Arch {
    Arch {
        game: "none".to_owned(),
        players: PLAYERS,
        feature_set: "none".to_owned(),
        features: FEATURES,
        max_active: ACTIVE,
        policy_rows: ROWS,
        width: 32,
        hidden: 16,
        policy: 16,
        value_hidden: 16,
    }
}

/// Positions with 0 to `ACTIVE` features and 1 to 20 moves; every third has no policy target, every fifth
/// no end.
fn random_batch(seed: u64) -> Batch {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut batch = Batch { players: PLAYERS, ..Batch::default() };
    for position in 0..POSITIONS {
        let active: Vec<u32> =
            (0..FEATURES as u32).filter(|_| rng.random_range(0..FEATURES) < ACTIVE).take(ACTIVE).collect();
        batch.active.push(&active);
        let count = rng.random_range(1..=20u32);
        let first = rng.random_range(0..ROWS as u32 - count);
        batch.moves.push(&(first..first + count).collect::<Vec<_>>());
        let has_policy = position % 3 != 0;
        let shares: Vec<f32> = (0..count).map(|_| rng.random_range(0.0..1.0)).collect();
        let sum: f32 = shares.iter().sum();
        let scale = if has_policy { 1.0 / sum } else { 0.0 };
        batch.policy.extend(shares.iter().map(|share| share * scale));
        batch.has_policy.push(has_policy);
        let win = rng.random_range(0.0..0.5);
        batch.value.extend([win, 0.3, 0.3 - win / 2.0, 0.4 - win / 2.0]);
        batch.outcome.extend([0.0, 1.0, 0.0, 0.0]);
        let counts = position % 5 != 0;
        batch.plies_left.push(if counts { rng.random_range(0.0..90.0) } else { 0.0 });
        batch.counts_plies.push(if counts { 1.0 } else { 0.0 });
        batch.generation.push(0);
    }
    batch
}

fn state(seed: u64) -> LearnerState {
    let mut net = FloatNet::random(arch(), seed).expect("a net");
    // Heads far from zero, so that every derivative matters.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for tensor in [Tensor::L3, Tensor::Policy, Tensor::PolicyBias] {
        net.tensor_mut(tensor).iter_mut().for_each(|value| *value = rng.random_range(-1.0..1.0));
    }
    // On the grid, so that the plain forward pass sees the weights that the learner sees.
    LearnerState::new(fake_quantisation::round_net(&net)).expect("a state")
}

/// The weighted loss of a net, from its plain forward pass, in double precision where it is summed.
fn total_loss(net: &FloatNet, batch: &Batch, config: &TrainConfig) -> f64 {
    let (mut value, mut policy, mut plies) = (0.0, 0.0, 0.0);
    let counted = batch.has_policy.iter().filter(|has| **has).count() as f64;
    for position in 0..batch.len() {
        let output = net.forward(batch.active.get(position), batch.moves.get(position));
        value += f64::from(
            loss::cross_entropy(&output.value_logits, &batch.value[CLASSES * position..][..CLASSES]).0,
        );
        if batch.has_policy[position] {
            let targets = &batch.policy[batch.moves.range(position)];
            policy += f64::from(loss::cross_entropy(&output.policy_logits, targets).0);
        }
        if batch.counts_plies[position] > 0.0 {
            let error = f64::from((output.moves_left - batch.plies_left[position]).abs()) / 64.0;
            let threshold = f64::from(config.moves_left_threshold) / 64.0;
            let near = error.min(threshold);
            plies += 0.5 * near * near + (error - near) * threshold;
        }
    }
    let positions = batch.len() as f64;
    f64::from(config.value_weight) * value / positions
        + f64::from(config.policy_weight) * policy / counted
        + f64::from(config.moves_left_weight) * plies / positions
}

/// Without memory of gradients the first moments after one step are the gradient itself.
fn gradient_config() -> TrainConfig {
    TrainConfig { beta1: 0.0, gradient_clip: 1e9, moves_left_weight: 1.0, ..TrainConfig::default() }
}

#[test]
fn gradients_equal_finite_differences() {
    const STEP: f32 = 2e-3;
    let config = gradient_config();
    let batch = random_batch(1);
    let mut start = state(1);
    // Moves left is cut at zero where it is shown but not where it is learned: keep it above.
    start.weights.l3_bias[CLASSES] = 3.0;
    let mut learner = HostLearner::new(start.clone());
    learner.step(batch.clone().into(), 1e-3, &config).expect("a step");
    let gradient = learner.state().first;
    for tensor in Tensor::ALL {
        let values = start.weights.tensor(tensor).len();
        let (mut checked, mut worst) = (0, 0.0f64);
        for index in (0..values).step_by((values / 40).max(1)) {
            let at = |shift: f32| {
                let mut net = start.weights.clone();
                net.tensor_mut(tensor)[index] += shift;
                total_loss(&net, &batch, &config)
            };
            let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            let error = (slope - f64::from(gradient.tensor(tensor)[index])).abs();
            worst = worst.max(error / (0.01 + slope.abs()));
            checked += 1;
        }
        // Kinks of the clipped units lie inside some of the steps.
        assert!(checked > 0 && worst < 0.06, "{tensor}: {worst}");
    }
}

#[cfg(feature = "oracle")]
#[test]
fn the_host_and_the_device_learn_the_same() {
    let config = TrainConfig { gradient_clip: 0.5, ..TrainConfig::default() };
    let mut host = HostLearner::new(state(2));
    let mut device = super::device::DeviceLearner::new(&state(2), burn::tensor::Device::flex());
    for number in 0..3 {
        let batch = random_batch(10 + number);
        let losses = |learner: &mut dyn Learner| {
            learner.step(batch.clone().into(), 1e-3, &config).expect("a step");
            learner.losses().expect("finite losses")[0]
        };
        let (by_host, by_device) = (losses(&mut host), losses(&mut device));
        for (name, left, right) in [
            ("value", by_host.value, by_device.value),
            ("policy", by_host.policy, by_device.policy),
            ("moves left", by_host.moves_left, by_device.moves_left),
            ("norm", by_host.gradient_norm, by_device.gradient_norm),
        ] {
            assert!((left - right).abs() < 1e-3 * (1.0 + left.abs()), "{number} {name}: {left} {right}");
        }
    }
    let batch = random_batch(3);
    let (left, right) = (host.predict(&batch, WeightSet::Ema), device.predict(&batch, WeightSet::Ema));
    for (left, right) in
        left.outputs.iter().chain(&left.logits).zip(right.outputs.iter().chain(&right.logits))
    {
        assert!((left - right).abs() < 5e-3, "{left} {right}");
    }
    assert_eq!((host.steps(), device.steps(), device.state().steps), (3, 3, 3));
}

#[test]
fn where_only_the_policy_is_learned_values_stay_and_policies_change() {
    let config = TrainConfig { learn: Learn::Policy, weight_decay: 0.1, ..TrainConfig::default() };
    let start = state(5);
    let learners: Vec<Box<dyn Learner>> = vec![
        Box::new(HostLearner::new(start.clone())),
        #[cfg(feature = "oracle")]
        Box::new(super::device::DeviceLearner::new(&start, burn::tensor::Device::flex())),
    ];
    let batch = random_batch(5);
    let mut logits = Vec::new();
    for mut learner in learners {
        for number in 0..8 {
            learner.step(random_batch(20 + number).into(), 1e-2, &config).expect("a step");
        }
        let (before, after) = (&start.weights, learner.state());
        let hidden = arch().hidden;
        for net in [&after.weights, &after.ema] {
            for name in [
                Tensor::Embedding,
                Tensor::EmbeddingBias,
                Tensor::L2,
                Tensor::L2Bias,
                Tensor::L3,
                Tensor::L3Bias,
            ] {
                assert_eq!(net.tensor(name), before.tensor(name), "{name}");
            }
            assert_eq!(net.l1_bias[..hidden], before.l1_bias[..hidden]);
            assert_eq!(net.l1[..hidden * arch().width], before.l1[..hidden * arch().width]);
            assert_ne!(net.l1, before.l1);
            assert_ne!(net.policy, before.policy);
        }
        logits.push(learner.predict(&batch, WeightSet::Live).logits);
    }
    for (left, right) in logits[0].iter().zip(&logits[logits.len() - 1]) {
        assert!((left - right).abs() < 2e-2, "{left} {right}");
    }
}

#[test]
fn predictions_are_those_of_the_plain_net() {
    let state = state(4);
    let batch = random_batch(4);
    let predictions = HostLearner::new(state.clone()).predict(&batch, WeightSet::Live);
    for position in 0..batch.len() {
        let output = state.weights.forward(batch.active.get(position), batch.moves.get(position));
        for (found, expected) in
            predictions.outputs[position * (CLASSES + 1)..].iter().zip(output.value_logits)
        {
            assert!((found - expected).abs() < 1e-4);
        }
        let logits = &predictions.logits[batch.moves.range(position)];
        for (found, expected) in logits.iter().zip(output.policy_logits) {
            assert!((found - expected).abs() < 1e-4);
        }
    }
}
