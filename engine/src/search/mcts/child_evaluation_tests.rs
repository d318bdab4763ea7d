//! Laws of looking one move ahead at new nodes.

use std::sync::{Arc, Mutex};

use damier_rules::{History, MoveList, Outcome, Player, Position};

use super::{Mcts, MctsParams, edge::NodeIndex};
use crate::{
    evaluation::{Evaluation, Evaluator, Value, Wdl},
    search::{Limits, Proof},
};

/// Plies after which a game is drawn.
const PLIES: usize = 5;
/// The move that wins at once where it is the second one of a game.
const MATE: u8 = 3;

/// A game whose position is the moves that led to it: five of them, each 1, 2 or 3. The order of a player's own moves does
/// not matter, so that a position is reached by several paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Path(Vec<u8>);

impl Position for Path {
    type Move = u8;
    type Clock = ();
    type Tactics = ();

    const EVALUATES_CHILDREN: bool = true;

    fn to_move(&self) -> Player {
        Player::new(self.0.len() % 2)
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        if self.0.len() < PLIES && !self.is_mate() {
            out.extend(1..=3);
        }
    }

    fn play(&mut self, mv: u8) {
        self.0.push(mv);
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if self.is_mate() {
            return Some(Outcome::Win(self.to_move().opponent()));
        }
        (!has_moves).then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        let [mut own, mut other] =
            [0, 1].map(|first| self.0.iter().skip(first).step_by(2).collect::<Vec<_>>());
        own.sort_unstable();
        other.sort_unstable();
        let digits = |moves: &[&u8]| moves.iter().fold(1, |key, mv| 4 * key + u64::from(**mv));
        digits(&own) << u32::BITS | digits(&other)
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

impl Path {
    fn is_mate(&self) -> bool {
        self.0.len() == 2 && self.0[1] == MATE
    }
}

/// Evaluator with equal values but those of `opinions`; logs one-ply child evaluations, and finds move 1 likelier than 2,
/// and 3 least likely.
#[derive(Clone)]
struct Opinionated {
    /// Positions, and the share of the point of the player to move there.
    opinions: Vec<(Vec<u8>, f32)>,
    evaluated: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Opinionated {
    fn new(opinions: &[(&[u8], f32)]) -> Self {
        let opinions = opinions.iter().map(|(path, share)| (path.to_vec(), *share)).collect();
        Self { opinions, evaluated: Arc::default() }
    }

    fn opinion(&self, position: &Path) -> Value {
        let told = self.opinions.iter().find(|(path, _)| *path == position.0);
        let share = told.map_or(0.5, |(_, share)| *share);
        Value::Two(Wdl { win: share, draw: 0.0, loss: 1.0 - share })
    }
}

impl Evaluator<Path> for Opinionated {
    fn evaluate(&mut self, position: &Path, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        logits.extend(moves.iter().map(|mv| -f32::from(*mv)));
        Evaluation { value: self.opinion(position), moves_left: 3.0 }
    }

    fn value(&mut self, position: &Path) -> Value {
        self.evaluated.lock().unwrap().push(position.0.clone());
        self.opinion(position)
    }
}

/// What is known after one simulation, which goes by move 1: what that move is worth, and what the answers look worth.
fn after_one(evaluator: Opinionated, params: MctsParams) -> (f32, [Option<f32>; 3]) {
    let mut mcts = Mcts::new(evaluator, params);
    let report = mcts.search(&Path::default(), &History::new(&Path::default()), &Limits::nodes(1));
    assert_eq!((report.simulations, report.best), (1, 1));
    let root = mcts.tree.root();
    let edge = mcts.tree.edge(root, 0);
    let child: NodeIndex = edge.child().expect("it was visited");
    let answers = [0, 1, 2].map(|answer| mcts.tree.edge(child, answer).counts().expected());
    (edge.counts().value().expect("it was visited"), answers)
}

fn params() -> MctsParams {
    MctsParams {
        prior_temperature: 1.0,
        child_eval_prior: 0.2,
        child_eval_margin: 0.1,
        child_eval_weight: 0.5,
        ..MctsParams::playing()
    }
}

#[test]
fn a_simulation_brings_back_a_part_of_the_best_answer() {
    let evaluator = Opinionated::new(&[(&[1], 0.6), (&[1, 1], 0.9), (&[1, 2], 0.7)]);
    let (worth, answers) = after_one(evaluator.clone(), params());
    // The answers are worth 0.1 and 0.3 to their player; the third one has too low a prior.
    let close =
        |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    close(answers[0].unwrap(), 0.1);
    close(answers[1].unwrap(), 0.3);
    assert_eq!(answers[2], None);
    close(worth, 1.0 - (0.6 + 0.3) / 2.0);
    assert_eq!(*evaluator.evaluated.lock().unwrap(), [[1, 1], [1, 2]]);
    for (child_eval_weight, expected) in [(0.0, 0.6), (1.0, 0.3)] {
        close(after_one(evaluator.clone(), MctsParams { child_eval_weight, ..params() }).0, 1.0 - expected);
    }
}

#[test]
fn an_answer_better_than_the_position_by_the_margin_is_enough() {
    for (answer, looked_at) in [(0.29, 1), (0.31, 2)] {
        let evaluator = Opinionated::new(&[(&[1], 0.6), (&[1, 1], answer), (&[1, 2], 0.1)]);
        let (_, answers) = after_one(evaluator.clone(), params());
        assert_eq!(answers.iter().flatten().count(), looked_at);
        assert_eq!(evaluator.evaluated.lock().unwrap()[..], [[1, 1], [1, 2]][..looked_at]);
    }
}

#[test]
fn nothing_is_looked_at_where_that_is_not_wanted() {
    let evaluator = Opinionated::new(&[(&[1], 0.6)]);
    let (worth, answers) = after_one(evaluator.clone(), MctsParams { child_eval_prior: 2.0, ..params() });
    assert_eq!((worth, answers), (1.0 - 0.6, [None; 3]));
    assert!(evaluator.evaluated.lock().unwrap().is_empty());
}

#[test]
fn a_position_reached_by_another_path_is_not_looked_at_again() {
    // The same position by two paths, which the evaluator shall not be asked to tell apart.
    let paths = [[1, 1, 2], [2, 1, 1]];
    let evaluator = Opinionated::new(&[(&[1, 1, 2, 1], 0.4), (&[2, 1, 1, 1], 0.7)]);
    let start = Path::default();
    let searched = |nodes| {
        evaluator.evaluated.lock().unwrap().clear();
        let mut mcts = Mcts::new(evaluator.clone(), params());
        mcts.search(&start, &History::new(&start), &Limits::nodes(nodes));
        mcts
    };
    let found = |mcts: &Mcts<_, _>| {
        paths.map(|path| {
            let place = |mv: u8| usize::from(mv) - 1;
            path.iter().try_fold(mcts.tree.root(), |node, mv| mcts.tree.edge(node, place(*mv)).child())
        })
    };
    // The last simulation came to the second of them, so that nothing is known of it but what the first one knew.
    let mcts = (1..200).map(searched).find(|mcts| found(mcts).iter().all(Option::is_some));
    let mcts = mcts.expect("both paths are tried");
    let [one, other] = found(&mcts).map(|node| {
        [0, 1, 2].map(|answer| mcts.tree.edge(node.expect("it was found"), answer).counts().expected())
    });
    assert!(one[0].is_some() && one == other, "{one:?} {other:?}");
    let looked_at = |path: &[u8; 3]| {
        evaluator.evaluated.lock().unwrap().iter().any(|seen| seen.starts_with(path) && seen.len() == 4)
    };
    assert_eq!(paths.iter().filter(|path| looked_at(path)).count(), 1);
}

#[test]
fn an_answer_that_ends_the_game_is_not_judged() {
    let evaluator = Opinionated::new(&[(&[1], 0.6), (&[1, 1], 0.9), (&[1, 2], 0.9)]);
    let all = MctsParams { child_eval_prior: 0.0, ..params() };
    let (worth, answers) = after_one(evaluator.clone(), all);
    assert_eq!(answers[2], Some(1.0));
    assert!((worth - (1.0 - 0.8)).abs() < 1e-6, "{worth}");
    assert_eq!(*evaluator.evaluated.lock().unwrap(), [[1, 1], [1, 2]]);
}

#[test]
fn child_evaluations_prove_nothing_but_the_search_finds_what_they_saw() {
    let evaluator = Opinionated::new(&[]);
    let mut mcts = Mcts::new(evaluator, MctsParams::playing());
    let (position, history) = (Path(vec![1]), History::new(&Path(vec![1])));
    let report = mcts.search(&position, &history, &Limits::nodes(1_000));
    assert_eq!((report.best, report.proof), (MATE, Proof::Win));
}
