//! A player who is sure of a place takes it.

use damier_rules::{
    History, Notation as _, NotationFormat::Native, Options, games::chinese_checkers::ChineseCheckers,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GumbelParams, Mcts, MctsParams};
use crate::{HandcraftedEvaluator, search::Limits};

/// Blue has come in first, Yellow is far behind: Red is second whatever happens, and takes the place, with either root.
#[test]
fn a_settled_place_is_taken() {
    let (_, options) = Options::parse("chinese-checkers:players=3").expect("options");
    let game = ChineseCheckers::with_options(options).expect("its own");
    let text = "R:R105,112,114-121:Y11-13,15,24,28,47-48,66,79:B20-23,33-35,45-46,56#1";
    let position = game.parse_position(Native, text).expect("a position");
    let history = History::new(&position);
    let search = |params| Mcts::new(HandcraftedEvaluator::new(game.clone()), params);
    let played = search(MctsParams::playing()).search(&position, &history, &Limits::nodes(200)).best;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let params = GumbelParams { noise: 0.0, ..GumbelParams::default() };
    let found = search(MctsParams::self_play()).gumbel(&position, &history, &params, &mut random);
    let chosen = [played, found.moves[found.chosen]].map(|mv| game.move_text(Native, &position, mv));
    assert_eq!(chosen, ["105-113", "105-113"]);
}
