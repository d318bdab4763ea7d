//! Repetitions: before the root the rules decide, from the root on the first one is a draw.

use damier_rules::{
    Game, History, Notation,
    NotationFormat::Native,
    Player, Position,
    game::MoveOf,
    games::{
        chess::Chess,
        draughts::{Draughts, Russian},
    },
};

use super::{Mcts, MctsParams, Repetitions};
use crate::{
    evaluation::{Evaluation, Evaluator, Value, Wdl},
    search::{Limits, played::played},
};

const SIMULATIONS: u64 = 300;

/// Holds every position for lost for one player.
struct LostFor(Player);

impl<P: Position> Evaluator<P> for LostFor {
    fn evaluate(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        logits.resize(moves.len(), 0.0);
        let loss = if position.to_move() == self.0 { 0.9 } else { 0.1 };
        Evaluation { value: Value::Two(Wdl { win: 1.0 - loss, draw: 0.0, loss }), moves_left: 5.0 }
    }
}

/// Returns the visits of each move after moves given as texts, which the history has where it is `kept`.
fn visits<G: Game>(
    game: &G,
    start: &str,
    moves: &[&str],
    kept: bool,
    repetitions: Repetitions,
) -> Vec<(MoveOf<G>, u32)> {
    let (position, history) = played(game, start, moves);
    let history = if kept { history } else { History::new(&position) };
    let params = MctsParams { repetitions, ..MctsParams::playing() };
    let mut mcts = Mcts::new(LostFor(position.to_move()), params);
    let report = mcts.search(&position, &history, &Limits::nodes(SIMULATIONS));
    report.moves.iter().map(|root| (root.mv, root.visits)).collect()
}

/// The side to move is lost, and can go back to a position that has been once, which helps it nothing; where it has
/// been twice, it is a draw.
fn lost_but_for_the_third_time<G: Game>(game: &G, start: &str, round: [&str; 4]) {
    use Repetitions::{OfGame, SinceRoot};
    let [first, second, third, _] = round;
    let once = [first, second, third];
    let alone = visits(game, start, &once, false, SinceRoot);
    assert_eq!(visits(game, start, &once, true, SinceRoot), alone, "once before");
    assert_ne!(visits(game, start, &once, true, OfGame), alone, "once before, and every repetition counts");
    let twice: Vec<&str> = round.into_iter().chain(once).collect();
    assert_ne!(visits(game, start, &twice, true, SinceRoot), alone, "twice before");
}

#[test]
fn a_position_of_the_game_is_a_draw_the_third_time() {
    lost_but_for_the_third_time(
        &Chess::standard(),
        "7k/8/8/8/8/8/8/2Q1K3 w - - 0 1",
        ["Qd1", "Kg8", "Qc1", "Kh8"],
    );
    lost_but_for_the_third_time(
        &Draughts::<Russian>::new(),
        "W:WKa1,Kc1,e1:BKh2",
        ["c1-b2", "h2-g1", "b2-c1", "g1-h2"],
    );
}

/// What ended a line while its first occurrence was in the search goes on where that has been played.
#[test]
fn a_reused_tree_knows_no_repetitions_of_the_game() {
    let game = Chess::standard();
    let start = "7k/8/8/8/8/8/8/2Q1K3 w - - 0 1";
    let (position, history) = played(&game, start, &[]);
    let mut mcts = Mcts::new(LostFor(Player::FIRST.opponent()), MctsParams::playing());
    mcts.search(&position, &history, &Limits::nodes(40 * SIMULATIONS));
    let (position, history) = played(&game, start, &["Qd1", "Kg8", "Qc1"]);
    let report = mcts.search(&position, &history, &Limits::nodes(40 * SIMULATIONS));
    let back = game.parse_move(Native, &position, "Kh8").expect("a move");
    let root = report.moves.iter().find(|root| root.mv == back).expect("legal");
    assert!(report.reused > 0 && root.value.is_some_and(|value| value < 0.3), "{root:?}");
}
