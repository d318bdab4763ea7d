//! A player who is sure of a place takes it.

use damier_rules::{
    Game, History,
    registry::{GameVisitor, dispatch},
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GumbelParams, Mcts, MctsParams};
use crate::{JudgeEvaluator, search::Limits};

/// Plays a move of a position and says which, with either root.
struct Chooses(&'static str);

impl GameVisitor for Chooses {
    type Output = [String; 2];

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = game.parse_position(self.0).expect("a position");
        let history = History::new(&position);
        let search = |params| Mcts::<G::Position, _>::new(JudgeEvaluator::new(game.clone()), params);
        let played = search(MctsParams::playing()).search(&position, &history, &Limits::nodes(200)).best;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let params = GumbelParams { noise: 0.0, ..GumbelParams::default() };
        let found = search(MctsParams::self_play()).gumbel(&position, &history, &params, &mut random);
        [played, found.moves[found.chosen]].map(|mv| game.move_text(&position, mv))
    }
}

/// Blue has come in first, Yellow is far behind: Red is second whatever happens, and takes the place.
#[test]
fn a_settled_place_is_taken() {
    let position = "R:R105,112,114-121:Y11-13,15,24,28,47-48,66,79:B20-23,33-35,45-46,56#1";
    let chosen = dispatch("chinese-checkers:players=3", Chooses(position)).expect("listed");
    assert_eq!(chosen, ["105-113", "105-113"]);
}

/// As `Even`, for many threads.
#[derive(Clone)]
struct EvenForAll;

impl Evaluator<Heap> for EvenForAll {
    fn evaluate(&mut self, position: &Heap, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        Even.evaluate(position, moves, logits)
    }
}

#[test]
fn many_threads_find_an_outcome_of_max_n() {
    for stones in 2..=SOLVED_SURELY {
        let position = Heap { stones, to_move: 0 };
        let mut mcts = Mcts::new(EvenForAll, MctsParams::playing());
        mcts.set_threads(3);
        let report = mcts.search(&position, &History::new(&position), &Limits::nodes(200_000));
        assert_ne!(report.proof, Proof::Unknown, "{position:?}");
        let best = report.moves.iter().find(|root| root.mv == report.best).expect("a legal move");
        let found = best.value.expect("visited");
        let share = |outcome: &Outcome| outcome.share(position.to_move(), PLAYERS);
        assert!(
            outcomes(&position).iter().any(|outcome| (share(outcome) - found).abs() < 1e-3),
            "{position:?}"
        );
    }
}
