//! Batches of positions.

mod support;

use damier_rules::{AnyFeatures, AnyGame, Game as _};
use damier_train::{
    GameExamples, GameKey,
    batch::{Assembly, Batch},
    config::Augmentation,
};
use support::random_game;

fn assembled(game: &AnyGame, features: &AnyFeatures, examples: &GameExamples) -> [Batch; 2] {
    let all = examples.examples();
    [Augmentation::None, Augmentation::Random].map(|augmentation| {
        let assembly = Assembly { root_value_share: 0.5, augmentation, seed: 3 };
        Batch::assemble(game, features, all.len(), |slot| (examples, &all[slot]), assembly)
    })
}

#[test]
fn what_a_network_sees_is_the_same_worked_out_before_and_afresh() {
    for id in ["chess", "international", "gomoku-freestyle"] {
        let game = &AnyGame::of_id(id).expect("a game");
        for set in game.feature_sets() {
            let features = game.features(set).expect("a feature set of the game");
            let mut examples = random_game(game, GameKey { generation: 1, index: 5 });
            let afresh = assembled(game, &features, &examples);
            examples.encode(game, &features);
            assert!(assembled(game, &features, &examples) == afresh, "{id} {set}");
        }
    }
}
