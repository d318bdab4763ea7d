//! Laws of training, on a small draughts net.

mod support;

use std::ptr;

use damier_engine::net::{Arch, FloatNet, Sizes};
use damier_rules::{AnyGame, Game as _};
use damier_train::{GameKey, Observer, StepReport, TrainConfig, Trainer, TrainingWindow, Window};
use support::{LONGEST, random_game};

const SIZES: Sizes = Sizes { width: 64, hidden: 16, policy: 16, value_hidden: 16 };

fn arch() -> Arch {
    let game = russian();
    Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture")
}

fn russian() -> AnyGame {
    AnyGame::of_id("russian").expect("a game")
}

fn window(config: &TrainConfig, games: u64) -> TrainingWindow {
    let mut window = TrainingWindow::new(russian(), &arch().feature_set, config).expect("a feature set");
    for index in 0..games {
        window.push(random_game(&russian(), GameKey { generation: 1, index }));
    }
    window
}

fn config() -> TrainConfig {
    TrainConfig { batch_size: 128, warm_up_steps: 5, report_every: 5, ..Default::default() }
}

fn trainer(config: &TrainConfig, steps: u64) -> Trainer {
    Trainer::new(russian(), arch(), config.clone(), steps, 7).expect("a trainer")
}

#[test]
fn a_small_data_set_is_learned_by_heart() {
    let config = TrainConfig {
        augmentation: damier_train::config::Augmentation::None,
        held_out_share: 0.0,
        learning_rate: 0.01,
        weight_decay: 0.0,
        moves_left_weight: 1.0,
        average_decay: 0.9,
        ..config()
    };
    let window = window(&config, 3);
    let mut trainer = trainer(&config, 400);
    let before = trainer.measure_learned(&window, usize::MAX);
    trainer.train(&window, 400, &mut ()).expect("trained");
    let after = trainer.measure_learned(&window, usize::MAX);
    assert!(before.policy_loss > 1.0, "{before:?}");
    assert!(after.policy_loss < 0.1 && after.policy_accuracy > 0.97, "{after:?}");
    // The games share their first position and end differently.
    assert!(after.value_loss < 0.1 && after.value_accuracy > 0.95, "{after:?}");
    assert!(after.moves_left_error < before.moves_left_error / 3.0, "{before:?} {after:?}");
}

#[test]
fn the_same_seed_gives_the_same_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config();
    let window = window(&config, 10);
    let files: Vec<Vec<u8>> = ["one", "two"]
        .iter()
        .map(|name| {
            let path = folder.path().join(name);
            let mut trainer = trainer(&config, 20);
            trainer.train(&window, 20, &mut ()).expect("trained");
            trainer.save(&path).expect("saved");
            std::fs::read(path).expect("read")
        })
        .collect();
    assert!(files[0] == files[1]);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let config = config();
    let window = window(&config, 10);
    let nets: Vec<FloatNet> = [1, 3]
        .iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(*threads).build().expect("a pool");
            pool.install(|| {
                let mut trainer = trainer(&config, 10);
                trainer.train(&window, 10, &mut ()).expect("trained");
                trainer.export()
            })
        })
        .collect();
    assert!(nets[0] == nets[1]);
}

#[test]
fn a_resumed_training_continues_bit_for_bit() {
    let config = &config();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let (first, second) = (window(config, 6), window(config, 9));

    let mut whole = trainer(config, 30);
    whole.train(&first, 13, &mut ()).expect("trained");
    whole.train(&second, 17, &mut ()).expect("trained");

    let mut broken = trainer(config, 30);
    for (window, steps) in [(&first, 4), (&first, 9), (&second, 1), (&second, 16)] {
        broken.train(window, steps, &mut ()).expect("trained");
        broken.save(&path).expect("saved");
        broken = Trainer::resume(russian(), &path, config.clone(), 30).expect("resumed");
    }
    whole.save(&folder.path().join("whole")).expect("saved");
    broken.save(&path).expect("saved");
    assert!(std::fs::read(path).expect("read") == std::fs::read(folder.path().join("whole")).expect("read"));
}

#[test]
fn a_damaged_checkpoint_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    trainer(&config(), 1).save(&path).expect("saved");
    let whole = std::fs::read(&path).expect("read");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    for damaged in [&whole[..0], &whole[..11], &whole[..whole.len() / 3], &whole[..whole.len() - 1], &flipped]
    {
        std::fs::write(&path, damaged).expect("written");
        let error = Trainer::resume(russian(), &path, config(), 1).expect_err("refused").to_string();
        assert!(error.contains("checkpoint") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn an_observer_sees_every_report_and_can_stop() {
    struct Watch {
        reports: Vec<u64>,
        asked: u64,
    }
    impl Observer for Watch {
        fn report(&mut self, report: &StepReport) {
            self.reports.push(report.step);
        }
        fn stop(&mut self) -> bool {
            self.asked += 1;
            self.asked > 12
        }
    }
    let config = config();
    let window = window(&config, 3);
    let mut watch = Watch { reports: Vec::new(), asked: 0 };
    let summary = trainer(&config, 50).train(&window, 50, &mut watch).expect("trained");
    assert_eq!((summary.steps, watch.reports), (12, vec![5, 10]));
}

#[test]
fn the_window_keeps_the_newest_and_holds_out_whole_games() {
    let config = TrainConfig { window_min: 500, window_share: 0.25, held_out_share: 0.2, ..config() };
    let mut window = Window::new(&config);
    let mut games = Vec::new();
    for index in 0..60 {
        let game = random_game(&russian(), GameKey { generation: index as u32 / 20, index: index % 20 });
        games.push((game.key, game.examples().len()));
        window.push(game);
    }
    let learned: Vec<_> = games.iter().filter(|(key, _)| !window.holds_out(*key)).collect();
    let all: usize = learned.iter().map(|(_, len)| len).sum();
    let wanted = (all / 4).max(500);
    assert!(window.len() >= wanted && window.len() < wanted + LONGEST, "{} of {all}", window.len());
    assert!(learned.len() < games.len() && window.held_out_len() > 0);
    let newest = window.learned(window.len() - 1).0.key;
    assert_eq!(newest, learned.last().expect("games").0);
    for index in 0..window.held_out_len() {
        assert!(window.holds_out(window.held_out(index).0.key));
    }
    let mut index = 0;
    while index < window.len() {
        let game = window.learned(index).0;
        assert!(!window.holds_out(game.key));
        for example in game.examples() {
            let (of, found) = window.learned(index);
            assert_eq!(of.key, game.key);
            assert!(ptr::eq(found, example), "position {index} is another one");
            index += 1;
        }
    }
}
