//! Batches of positions.

mod support;

use damier_rules::{
    Game, Options,
    games::{
        chess::Chess,
        draughts::{Draughts, International},
        five_in_a_row::FiveInARow,
    },
};
use damier_train::{
    GameExamples, GameKey,
    batch::{Assembly, Batch},
    config::Augmentation,
};
use support::random_game;

fn assembled<G: Game>(game: &G, features: &G::Features, examples: &GameExamples<G::Position>) -> [Batch; 2] {
    let all = examples.examples();
    [Augmentation::None, Augmentation::Random].map(|augmentation| {
        let assembly = Assembly { root_value_share: 0.5, augmentation, seed: 3 };
        Batch::assemble(game, features, all.len(), |slot| (examples, &all[slot]), assembly)
    })
}

fn what_was_worked_out_before_is_the_same<G: Game>(game: &G) {
    for set in game.feature_sets() {
        let features = game.features(set).expect("a feature set of the game");
        let mut examples = random_game(game, GameKey { generation: 1, index: 5 });
        let afresh = assembled(game, &features, &examples);
        examples.encode(game, &features);
        assert!(assembled(game, &features, &examples) == afresh, "{} {set}", game.id());
    }
}

#[test]
fn what_a_network_sees_is_the_same_worked_out_before_and_afresh() {
    what_was_worked_out_before_is_the_same(&Chess::standard());
    what_was_worked_out_before_is_the_same(&Draughts::<International>::new());
    what_was_worked_out_before_is_the_same(&FiveInARow::freestyle(Options::none()).expect("the usual rules"));
}
