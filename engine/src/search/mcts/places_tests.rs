//! A player who is sure of a place takes it.

use damier_rules::{
    Game, History,
    NotationFormat::Native,
    registry::{GameVisitor, dispatch},
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GumbelParams, Mcts, MctsParams};
use crate::{HandcraftedEvaluator, search::Limits};

/// Plays a move of a position and says which, with either root.
struct Chooses(&'static str);

impl GameVisitor for Chooses {
    type Output = [String; 2];

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = game.parse_position(Native, self.0).expect("a position");
        let history = History::new(&position);
        let search = |params| Mcts::<G::Position, _>::new(HandcraftedEvaluator::new(game.clone()), params);
        let played = search(MctsParams::playing()).search(&position, &history, &Limits::nodes(200)).best;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let params = GumbelParams { noise: 0.0, ..GumbelParams::default() };
        let found = search(MctsParams::self_play()).gumbel(&position, &history, &params, &mut random);
        [played, found.moves[found.chosen]].map(|mv| game.move_text(Native, &position, mv))
    }
}

/// Blue has come in first, Yellow is far behind: Red is second whatever happens, and takes the place.
#[test]
fn a_settled_place_is_taken() {
    let position = "R:R105,112,114-121:Y11-13,15,24,28,47-48,66,79:B20-23,33-35,45-46,56#1";
    let chosen = dispatch("chinese-checkers:players=3", Chooses(position)).expect("listed");
    assert_eq!(chosen, ["105-113", "105-113"]);
}
