//! Laws of the tree search with three players: max^n and its solver, on a heap of stones.

use damier_rules::{History, MoveList, Outcome, Player, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GumbelParams, Mcts, MctsParams};
use crate::{
    evaluation::{Evaluation, Evaluator, RelativeShares, Value},
    search::{Limits, Proof},
};

const PLAYERS: usize = 3;
const MOST: u8 = 3;
/// Heaps up to this size are solved within the test's limit of simulations.
const SOLVED_SURELY: u8 = 9;

/// Three players in turn take one to three stones; who takes the last is first, the player before is second.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Heap {
    stones: u8,
    to_move: u8,
}

impl Position for Heap {
    type Move = u8;
    type Clock = ();
    type Tactics = ();

    fn players(&self) -> usize {
        PLAYERS
    }

    fn to_move(&self) -> Player {
        Player::new(usize::from(self.to_move))
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend(1..=MOST.min(self.stones));
    }

    fn play(&mut self, mv: u8) {
        self.stones -= mv;
        self.to_move = (self.to_move + 1) % PLAYERS as u8;
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        let last = usize::from(self.to_move) + PLAYERS - 1;
        let mut places = [0; damier_rules::player::MAX_PLAYERS];
        places[(last - 1) % PLAYERS] = 1;
        places[(last + 1) % PLAYERS] = 2;
        (!has_moves).then_some(Outcome::Places(places))
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) << 8 | u64::from(self.to_move)
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

/// All outcomes that max^n allows, whichever of equal moves the players choose.
fn outcomes(position: &Heap) -> Vec<Outcome> {
    if let Some(outcome) = position.outcome() {
        return vec![outcome];
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let after = |mv: &u8| {
        let mut next = position.clone();
        next.play(*mv);
        outcomes(&next)
    };
    let children: Vec<Vec<Outcome>> = moves.iter().map(after).collect();
    let share = |outcome: &Outcome| outcome.share(position.to_move(), PLAYERS);
    // The mover can count on the best of the worst cases, and hope for the best.
    let safe = children
        .iter()
        .map(|child| child.iter().map(share).fold(f32::INFINITY, f32::min))
        .fold(f32::NEG_INFINITY, f32::max);
    children.into_iter().flatten().filter(|outcome| share(outcome) >= safe).collect()
}

struct Even;

impl Evaluator<Heap> for Even {
    fn evaluate(&mut self, _: &Heap, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        logits.resize(moves.len(), 0.0);
        Evaluation { value: Value::Many(RelativeShares::new(&[1.0 / 3.0; PLAYERS])), moves_left: 4.0 }
    }
}

/// The law is that what is proven is true. That all is proven needs a search that looks at all moves, which one that
/// plays does not where it knows a good one.
fn looking_around() -> MctsParams {
    MctsParams { cpuct: 1.0, ..MctsParams::playing() }
}

fn mcts() -> Mcts<Heap, Even> {
    Mcts::new(Even, looking_around())
}

#[test]
fn the_solver_finds_an_outcome_of_max_n() {
    for stones in 2..=14 {
        for to_move in 0..PLAYERS as u8 {
            let position = Heap { stones, to_move };
            let report = mcts().search(&position, &History::new(&position), &Limits::nodes(200_000));
            if stones <= SOLVED_SURELY {
                assert_ne!(report.proof, Proof::Unknown, "{position:?}");
            } else if report.proof == Proof::Unknown {
                continue;
            }
            let best = report.moves.iter().find(|root| root.mv == report.best).expect("a legal move");
            let found = best.value.expect("visited");
            let allowed: Vec<f32> = outcomes(&position)
                .iter()
                .map(|outcome| outcome.share(position.to_move(), PLAYERS))
                .collect();
            assert!(
                allowed.iter().any(|share| (share - found).abs() < 1e-3),
                "{found} {allowed:?} {position:?}"
            );
        }
    }
}

#[test]
fn every_share_counts_and_they_sum_to_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for stones in 2..=30 {
        let position = Heap { stones, to_move: 1 };
        let history = History::new(&position);
        let played = mcts().search(&position, &history, &Limits::nodes(300)).value;
        let params = GumbelParams { simulations: 32, ..GumbelParams::default() };
        let generated = mcts().gumbel(&position, &history, &params, &mut random).value;
        for value in [played, generated] {
            let Value::Many(shares) = value else { panic!("three players") };
            assert_eq!(shares.as_slice().len(), PLAYERS);
            assert!((shares.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-3, "{shares:?}");
        }
    }
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
        let mut mcts = Mcts::new(EvenForAll, looking_around());
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
