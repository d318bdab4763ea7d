//! The exported net judges as the float net does, within a stated tolerance, on real positions.

mod support;

use std::sync::Arc;

use damier_engine::{
    Evaluator, Value,
    net::{Arch, NetEvaluator, Sizes},
};
use damier_numerics::single::softmax;
use damier_rules::{AnyGame, Features as _, Game as _, MoveEncoding as _, Position as _};
use damier_train::{GameKey, TrainConfig, Trainer, TrainingWindow};
use support::random_game;

/// Positions compared for each game.
const POSITIONS: usize = 10_000;
/// Tolerances: the mean and the largest difference of a probability of win, draw or loss.
const WDL_MEAN: f32 = 0.005;
const WDL_MAX: f32 = 0.1;
/// The mean and the largest difference of a move's probability.
const POLICY_MEAN: f32 = 0.002;
const POLICY_MAX: f32 = 0.05;
/// The mean and the largest difference of moves left, in plies.
const PLIES_MEAN: f32 = 1.0;
const PLIES_MAX: f32 = 5.0;

const SIZES: Sizes = Sizes { width: 128, hidden: 16, policy: 32, value_hidden: 16 };
const GAMES: u64 = 250;
const STEPS: u64 = 500;

#[derive(Default, Debug)]
struct Difference {
    sum: f64,
    count: f64,
    max: f32,
}

impl Difference {
    fn add(&mut self, left: f32, right: f32) {
        self.sum += f64::from((left - right).abs());
        self.count += 1.0;
        self.max = self.max.max((left - right).abs());
    }

    fn check(&self, what: &str, mean: f32, max: f32) {
        let found = self.sum / self.count;
        assert!(found <= f64::from(mean) && self.max <= max, "{what}: mean {found}, largest {}", self.max);
    }
}

fn exported_equals_float(id: &str) {
    let game = AnyGame::of_id(id).expect("a game");
    let config =
        TrainConfig { batch_size: 256, warm_up_steps: 20, average_decay: 0.95, ..Default::default() };
    let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture");
    let mut window = TrainingWindow::new(game.clone(), &arch.feature_set, &config).expect("a feature set");
    (0..GAMES).for_each(|index| window.push(random_game(&game, GameKey { generation: 0, index })));
    let features = game.features(&arch.feature_set).expect("the feature set");
    let mut trainer = Trainer::new(game.clone(), arch, config, STEPS, 3).expect("a trainer");
    trainer.train(&window, STEPS, &mut ()).expect("trained");
    let float = trainer.export();
    let net = Arc::new(float.quantise().expect("quantised"));
    let mut evaluator = NetEvaluator::new(game.clone(), net).expect("an evaluator");
    assert!(window.window().len() >= POSITIONS, "{} positions", window.window().len());

    let (mut active, mut moves, mut rows, mut logits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut wdl, mut policy, mut plies) =
        (Difference::default(), Difference::default(), Difference::default());
    for index in 0..POSITIONS {
        let position = &window.window().learned(index).1.position;
        position.legal_moves(&mut moves);
        features.active(position, position.to_move(), &mut active);
        game.encoding().rows(position, &moves, &mut rows);
        let mut expected = float.forward(&active, &rows);
        let found = evaluator.evaluate(position, &moves, &mut logits);
        let ((judged, classes), (found_classes, _)) =
            (Value::from_logits(2, &expected.value_logits).classes(), found.value.classes());
        for (found, judged) in found_classes.iter().zip(judged).take(classes) {
            wdl.add(*found, judged);
        }
        plies.add(found.moves_left, expected.moves_left);
        softmax(&mut logits);
        softmax(&mut expected.policy_logits);
        for (found, expected) in logits.iter().zip(&expected.policy_logits) {
            policy.add(*found, *expected);
        }
    }
    wdl.check("wdl", WDL_MEAN, WDL_MAX);
    policy.check("policy", POLICY_MEAN, POLICY_MAX);
    plies.check("moves left", PLIES_MEAN, PLIES_MAX);
}

#[test]
fn on_small_boards() {
    exported_equals_float("russian");
}

#[test]
fn on_large_boards() {
    exported_equals_float("international");
}
