//! Training on a device of wgpu gives what training on the processor gives. A software driver (Debian's
//! mesa-vulkan-drivers) will do:
//!
//! `cargo test -p damier-train --features wgpu --test wgpu`
#![cfg(feature = "wgpu")]

mod support;

use damier_engine::net::{Arch, Sizes};
use damier_rules::{AnyGame, Game as _};
use damier_train::{
    GameKey, Observer, TrainConfig, Trainer, TrainingWindow,
    config::{DeviceChoice, Learn},
};
use support::random_game;

const SIZES: Sizes = Sizes { width: 64, hidden: 16, policy: 16, value_hidden: 16 };
const STEPS: u64 = 30;
/// Of a loss: sums are made in another order on each device, and Adam's first steps magnify that.
const TOLERANCE: f64 = 0.01;

fn config(device: DeviceChoice) -> TrainConfig {
    TrainConfig { batch_size: 128, warm_up_steps: 5, device, ..Default::default() }
}

fn window(game: &AnyGame) -> TrainingWindow {
    let config = config(DeviceChoice::Cpu);
    let mut window =
        TrainingWindow::new(game.clone(), game.feature_sets()[0], &config).expect("a feature set");
    for index in 0..10 {
        window.push(random_game(game, GameKey { generation: 1, index }));
    }
    window
}

fn trainer(device: DeviceChoice) -> Trainer {
    let game = AnyGame::of_id("russian").expect("a game");
    let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture");
    Trainer::new(game, arch, config(device), STEPS, 7).expect("a device; a software driver will do")
}

fn assert_alike(what: &str, one: f64, other: f64) {
    assert!((one - other).abs() <= TOLERANCE * (1.0 + one.abs()), "{what}: {one} and {other}");
}

#[test]
fn a_device_learns_what_the_processor_learns() {
    let window = window(&Draughts::new());
    let [one, other] = [DeviceChoice::Cpu, DeviceChoice::Wgpu].map(|device| {
        let mut trainer = trainer(device);
        let before = trainer.measure_learned(&window, usize::MAX);
        trainer.train(&window, STEPS, &mut ()).expect("trained");
        let after = trainer.measure_learned(&window, usize::MAX);
        assert!(after.policy_loss < before.policy_loss, "{before:?} {after:?}");
        after
    });
    assert_alike("policy loss", one.policy_loss, other.policy_loss);
    assert_alike("value loss", one.value_loss, other.value_loss);
    assert_alike("moves left", one.moves_left_error, other.moves_left_error);
}

#[test]
fn a_device_learns_the_policy_alone_as_the_processor_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let game = AnyGame::of_id("russian").expect("a game");
    let window = window(&game);
    let start = trainer(DeviceChoice::Cpu);
    start.save(&path).expect("saved");
    let before = start.measure_learned(&window, usize::MAX);
    let [one, other] = [DeviceChoice::Cpu, DeviceChoice::Wgpu].map(|device| {
        let config = TrainConfig { learn: Learn::Policy, ..config(device) };
        let mut trainer = Trainer::resume(game, &path, config, STEPS).expect("resumed");
        trainer.train(&window, STEPS, &mut ()).expect("trained");
        let after = trainer.measure_learned(&window, usize::MAX);
        assert!(after.policy_loss < before.policy_loss, "{before:?} {after:?}");
        assert_alike("value loss", before.value_loss, after.value_loss);
        after
    });
    assert_alike("policy loss", one.policy_loss, other.policy_loss);
}

#[test]
fn a_checkpoint_goes_from_one_device_to_the_other_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let game = AnyGame::of_id("russian").expect("a game");
    let window = window(&game);
    let mut whole = trainer(DeviceChoice::Cpu);
    whole.train(&window, STEPS, &mut ()).expect("trained");
    let mut wandering = trainer(DeviceChoice::Cpu);
    for device in [DeviceChoice::Wgpu, DeviceChoice::Cpu, DeviceChoice::Wgpu] {
        wandering.save(&path).expect("saved");
        wandering = Trainer::resume(game, &path, config(device), STEPS).expect("resumed");
        wandering.train(&window, STEPS / 3, &mut ()).expect("trained");
    }
    assert_eq!(wandering.steps(), whole.steps());
    let [one, other] = [&whole, &wandering].map(|trainer| trainer.measure_learned(&window, usize::MAX));
    assert_alike("policy loss", one.policy_loss, other.policy_loss);
    assert_alike("value loss", one.value_loss, other.value_loss);
}

/// Stops before one of the steps.
struct StopBefore(u64);

impl Observer for StopBefore {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn a_stopped_training_on_a_device_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let game = AnyGame::of_id("russian").expect("a game");
    let window = window(&game);
    let mut whole = trainer(DeviceChoice::Wgpu);
    whole.train(&window, STEPS, &mut ()).expect("trained");
    let mut stopped = trainer(DeviceChoice::Wgpu);
    // Batches beyond the last step are made already, and are not to be missed afterwards.
    let done = stopped.train(&window, STEPS, &mut StopBefore(8)).expect("trained").steps;
    assert_eq!((done, stopped.steps()), (7, 7));
    stopped.train(&window, 3, &mut ()).expect("trained");
    stopped.save(&path).expect("saved");
    let mut resumed = Trainer::resume(game, &path, config(DeviceChoice::Wgpu), STEPS).expect("resumed");
    resumed.train(&window, STEPS - 10, &mut ()).expect("trained");
    assert_eq!(resumed.latest(), whole.latest());
}
