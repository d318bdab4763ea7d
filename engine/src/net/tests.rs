//! Laws of the whole: float net, quantised net, evaluator.

use std::sync::Arc;

use damier_rules::{Features, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Arch, FloatNet, Kernel, Net, NetError, NetEvaluator, Sizes, Tensor,
    toy_game::{CELLS, Stones, Strip, Toy},
};
use crate::Evaluator;

const SIZES: Sizes = Sizes { width: 64, hidden: 32, policy: 16, value_hidden: 16 };

fn random_float_net(seed: u64) -> FloatNet {
    FloatNet::random(Arch::of(&Toy("toy"), "stones", SIZES).expect("in range"), seed).expect("in range")
}

fn random_net(seed: u64) -> Arc<Net> {
    Arc::new(random_float_net(seed).quantise().expect("in range"))
}

fn active(position: &Strip) -> Vec<u32> {
    let mut active = Vec::new();
    Stones.active(position, position.to_move, &mut active);
    active
}

#[test]
fn the_quantised_net_judges_like_the_float_net() {
    const TOLERANCE: f32 = 0.03;
    let rows: Vec<u32> = (0..CELLS as u32).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let float = random_float_net(6);
    let net = float.quantise().expect("in range");
    for _ in 0..200 {
        let active = active(&Strip::random(&mut rng));
        let wanted = float.forward(&active, &rows);
        let found = net.forward(&active, &rows, Kernel::scalar());
        let pairs = wanted.value_logits.iter().zip(&found.value_logits);
        for (wanted, found) in pairs.chain(wanted.policy_logits.iter().zip(&found.policy_logits)) {
            assert!((wanted - found).abs() < TOLERANCE, "{wanted} became {found}");
        }
    }
}

#[test]
fn a_quantised_net_survives_the_way_to_floats_and_back() {
    let net = random_float_net(3).quantise().expect("in range");
    assert_eq!(FloatNet::of_quantised(&net).quantise().expect("in range"), net);
}

#[test]
fn a_net_that_grew_judges_as_before_and_its_new_units_hear_something() {
    let small = random_float_net(4);
    let known = small.arch.features;
    let rows: Vec<u32> = (0..CELLS as u32).collect();
    let more_features = |arch: Arch| Arch {
        feature_set: "stones+more".to_owned(),
        features: known + 10,
        max_active: known + 10,
        ..arch
    };
    let grow: [fn(Arch) -> Arch; 5] = [
        |arch| Arch { width: 96, ..arch },
        |arch| Arch { hidden: 48, ..arch },
        |arch| Arch { policy: 32, ..arch },
        |arch| Arch { value_hidden: 48, ..arch },
        |arch| Arch { width: 128, hidden: 64, policy: 48, value_hidden: 32, ..arch },
    ];
    let archs = grow.map(|grow| grow(small.arch.clone())).into_iter();
    for arch in archs.clone().chain([small.arch.clone()]).flat_map(|arch| [more_features(arch.clone()), arch])
    {
        let large = small.grown(arch.clone(), 1).expect("in range");
        assert_eq!(large.arch, arch);
        let quantised = [&small, &large].map(|net| net.quantise().expect("in range"));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..20 {
            let own = active(&Strip::random(&mut rng));
            let mut all = own.clone();
            all.extend((known as u32..arch.features as u32).step_by(3));
            let [before, after] =
                [(&small, &own), (&large, &all)].map(|(net, active)| net.forward(active, &rows));
            let logits = |output: &super::float_net::Output| {
                [&output.value_logits[..], &output.policy_logits].concat()
            };
            // Sums of more numbers are rounded elsewhere.
            let close = |(before, after): (f32, f32)| (before - after).abs() < 1e-5;
            assert!(logits(&before).into_iter().zip(logits(&after)).all(close), "{before:?} {after:?}");
            let [before, after] = [(&quantised[0], &own), (&quantised[1], &all)]
                .map(|(net, active)| net.forward(active, &rows, Kernel::scalar()));
            assert_eq!(before, after);
        }
    }
    let wide = small.grown(Arch { width: 96, ..small.arch.clone() }, 1).expect("in range");
    let new_weights = wide.embedding.chunks_exact(96).flat_map(|row| &row[64..]);
    assert!(new_weights.filter(|weight| **weight != 0.0).count() > 0, "nothing could be learned");
}

#[test]
fn a_judgement_does_not_depend_on_what_was_judged_before() {
    for kernel in Kernel::available() {
        let net = random_net(7);
        let mut evaluator = NetEvaluator::with_kernel(Toy("toy"), net.clone(), kernel).expect("it fits");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let (mut moves, mut logits, mut rows) = (Vec::new(), Vec::new(), Vec::<u32>::new());
        for _ in 0..500 {
            let mut position = Strip::random(&mut rng);
            // Small and large differences, repeated positions, both points of view.
            for _ in 0..rng.random_range(0..4) {
                let evaluation = evaluator.evaluate(&position, &[], &mut logits);
                assert_eq!(evaluation.value, evaluator.value(&position));
                position.legal_moves(&mut moves);
                let Some(mv) = moves.first() else { break };
                position.play(*mv);
            }
            position.legal_moves(&mut moves);
            rows.clear();
            rows.extend(moves.iter().map(|cell| u32::from(*cell)));
            let evaluation = evaluator.evaluate(&position, &moves, &mut logits);
            let wanted = net.forward(&active(&position), &rows, Kernel::scalar());
            assert_eq!(logits, wanted.policy_logits);
            assert_eq!(evaluation.moves_left, wanted.moves_left);
            assert_eq!(evaluation.value, crate::Value::from_logits(2, &wanted.value_logits));
        }
    }
}

#[test]
fn random_nets_depend_on_the_seed_alone_and_start_nearly_even() {
    assert_eq!(random_float_net(1), random_float_net(1));
    assert_ne!(random_float_net(1), random_float_net(2));
    let mut evaluator = NetEvaluator::new(Toy("toy"), random_net(3)).expect("it fits");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..100 {
        let value = evaluator.value(&Strip::random(&mut rng));
        assert!((0.2..0.8).contains(&value.score()), "{value:?}");
    }
}

#[test]
fn weights_outside_the_quantised_range_are_refused_by_name_and_index() {
    for tensor in Tensor::ALL {
        let sound = random_float_net(1);
        let limit = tensor.limit();
        for value in [limit * 1.001, -limit * 1.001, f32::NAN, f32::INFINITY] {
            let mut net = sound.clone();
            let last = net.tensor(tensor).len() - 1;
            net.tensor_mut(tensor)[last] = value;
            let error = net.quantise().expect_err("out of range");
            assert!(
                matches!(error, NetError::Range { tensor: named, index, .. } if named == tensor && index == last)
            );
            assert!(error.to_string().contains(&format!("{tensor}, row")), "{error}");
        }
        let mut net = sound.clone();
        net.tensor_mut(tensor).fill(-limit);
        net.quantise().expect("the limit itself is in range");
        net.tensor_mut(tensor).pop();
        assert!(matches!(net.quantise(), Err(NetError::Length { .. })));
    }
}

#[test]
fn impossible_dimensions_and_foreign_nets_are_refused() {
    let refused = |sizes| Arch::of(&Toy("toy"), "stones", sizes).expect_err("out of range").to_string();
    assert!(refused(Sizes { width: 48, ..SIZES }).contains("multiple of 32"));
    assert!(refused(Sizes { hidden: 0, ..SIZES }).contains("hidden = 0"));
    assert!(refused(Sizes { policy: 8, ..SIZES }).contains("policy = 8"));
    assert!(refused(Sizes { value_hidden: 1024, ..SIZES }).contains("value_hidden = 1024"));
    assert!(matches!(Arch::of(&Toy("toy"), "other", SIZES), Err(NetError::FeatureSet { .. })));
    let error = NetEvaluator::new(Toy("another"), random_net(1)).expect_err("another game");
    assert!(matches!(error, NetError::Misfit { what: "game", .. }));
    let mut arch = random_net(1).arch().clone();
    arch.policy_rows += 1;
    let net = FloatNet::zeros(arch).expect("in range").quantise().expect("in range");
    let error = NetEvaluator::new(Toy("toy"), Arc::new(net)).expect_err("another encoding");
    assert!(matches!(error, NetError::Misfit { what: "number of policy rows", .. }));
}
