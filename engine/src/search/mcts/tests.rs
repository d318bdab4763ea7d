//! Laws of the tree search, on tic-tac-toe with an evaluator that knows nothing.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use damier_rules::{History, MoveList, Outcome, Player, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    GumbelParams, Mcts, MctsParams, Sharing,
    recycle::Recycling,
    tree::{Full, Tree},
};
use crate::{
    evaluation::{Evaluation, Evaluator, Value, Wdl},
    search::{Limits, Proof},
};

/// Simulations that may have ended at an inner node: the one that added it, and those of other threads that
/// came by at the same time.
const ENDED_HERE: u32 = 3;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct TicTacToe {
    stones: [u16; 2],
    plies: u8,
}

impl Position for TicTacToe {
    type Move = u8;
    type Clock = ();
    type Tactics = ();

    fn to_move(&self) -> Player {
        Player::new(usize::from(self.plies % 2))
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        if !self.lost() {
            out.extend((0..9).filter(|cell| (self.stones[0] | self.stones[1]) >> cell & 1 == 0));
        }
    }

    fn play(&mut self, mv: u8) {
        self.stones[self.to_move().index()] |= 1 << mv;
        self.plies += 1;
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if self.lost() {
            Some(Outcome::Win(self.to_move().opponent()))
        } else {
            (!has_moves).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> u64 {
        (u64::from(self.stones[0]) << 9 | u64::from(self.stones[1])).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

impl TicTacToe {
    fn after(moves: &[u8]) -> (Self, History<Self>) {
        let mut position = Self::default();
        let mut history = History::new(&position);
        for mv in moves {
            history.play(&mut position, *mv);
        }
        (position, history)
    }

    fn lost(&self) -> bool {
        let last = self.stones[self.to_move().opponent().index()];
        LINES.iter().any(|line| last & line == *line)
    }
}

struct Uniform;

impl Evaluator<TicTacToe> for Uniform {
    fn evaluate(&mut self, _: &TicTacToe, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        logits.resize(moves.len(), 0.0);
        Evaluation { value: Value::Two(Wdl { win: 0.4, draw: 0.2, loss: 0.4 }), moves_left: 5.0 }
    }
}

fn mcts() -> Mcts<TicTacToe, Uniform> {
    Mcts::new(Uniform, MctsParams::playing())
}

#[test]
fn proves_draws() {
    let (position, history) = TicTacToe::after(&[4, 0]);
    let report = mcts().search(&position, &history, &Limits::nodes(200_000));
    assert_eq!(report.proof, Proof::Between);
    assert_eq!(report.value, Value::Two(Wdl::DRAW));
}

#[test]
fn takes_a_win_and_proves_it() {
    // X: 0 1, O: 3 4; X wins with 2.
    let (position, history) = TicTacToe::after(&[0, 3, 1, 4]);
    let report = mcts().search(&position, &history, &Limits::nodes(1_000));
    assert_eq!((report.best, report.proof), (2, Proof::Win));
}

#[test]
fn sees_that_it_loses_whatever_it_does() {
    // X holds the corners 0, 2 and 8 and threatens 1 and 5; O (on 4 and 6) has no win at once.
    let (position, history) = TicTacToe::after(&[0, 4, 8, 6, 2]);
    let report = mcts().search(&position, &history, &Limits::nodes(5_000));
    assert_eq!((report.proof, report.value), (Proof::Loss, Value::Two(Wdl::LOSS)));
}

#[test]
fn the_same_search_twice_is_the_same_tree() {
    let (position, history) = TicTacToe::after(&[4]);
    let run = || {
        let mut report = mcts().search(&position, &history, &Limits::nodes(700));
        report.elapsed = Duration::ZERO;
        report
    };
    assert_eq!(run(), run());
}

#[test]
fn visits_add_up() {
    let (position, history) = TicTacToe::after(&[4]);
    let mut mcts = mcts();
    let report = mcts.search(&position, &history, &Limits::nodes(500));
    let visits: u64 = report.moves.iter().map(|mv| u64::from(mv.visits)).sum();
    assert_eq!(visits, report.simulations);
    check_tree(&mcts.tree);
}

/// Every node but the root hangs on one edge, and the visits add up: those of a node's edges are the visits of the
/// node, but for those that ended there.
fn check_tree<M: Copy>(tree: &Tree<M>) {
    let mut open = vec![tree.root()];
    let mut reached = vec![false; tree.pool.taken()];
    while let Some(index) = open.pop() {
        assert!(!std::mem::replace(&mut reached[index as usize], true), "two ways to a node");
        let node = tree.node(index);
        let passed: u32 = tree.edges(index).iter().map(|edge| edge.counts().visits()).sum();
        assert!(passed <= node.visits(), "{passed} visits of edges, {} of the node", node.visits());
        // Simulations end where all is proven.
        let goes_on = !node.is_end() && node.proof() == Proof::Unknown;
        assert!(!goes_on || node.visits() <= passed + ENDED_HERE, "{passed} of {}", node.visits());
        for edge in tree.edges(index) {
            let counts = edge.counts();
            assert!((0.0..=1.001).contains(&counts.value().unwrap_or(0.0)), "{counts:?}");
            if let Some(child) = edge.child() {
                assert!(tree.node(child).visits() <= counts.visits());
                open.push(child);
            }
        }
    }
}

#[test]
fn the_tree_is_used_again_after_moves_and_only_then() {
    let (position, history) = TicTacToe::after(&[]);
    let mut mcts = mcts();
    let first = mcts.search(&position, &history, &Limits::nodes(400));
    let reply = first.principal_line[1];
    let (position, history) = TicTacToe::after(&[first.best, reply]);
    let second = mcts.search(&position, &history, &Limits::nodes(10));
    assert!(second.reused > 0);
    check_tree(&mcts.tree);
    let (position, history) = TicTacToe::after(&[8]);
    assert_eq!(mcts.search(&position, &history, &Limits::nodes(10)).reused, 0);
}

#[test]
fn a_full_memory_is_recycled_and_the_search_goes_on() {
    let (position, history) = TicTacToe::after(&[]);
    let mut mcts = Mcts::new(Uniform, MctsParams { memory_mib: 1, ..MctsParams::playing() });
    let report = mcts.search(&position, &history, &Limits::nodes(60_000));
    assert!(report.bytes <= 1 << 20, "{} bytes", report.bytes);
    check_tree(&mcts.tree);
}

#[test]
fn self_play_gives_a_policy_and_finds_wins() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for simulations in [1, 2, 7, 16, 64] {
        for moves in [&[][..], &[0, 3, 1, 4], &[4, 0], &[0, 4, 8]] {
            let (position, history) = TicTacToe::after(moves);
            let params = GumbelParams { simulations, ..GumbelParams::default() };
            let root = mcts().gumbel(&position, &history, &params, &mut random);
            assert!((root.improved.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(root.chosen < root.moves.len());
            assert!(root.visits.iter().sum::<u32>() <= simulations);
            let wdl = root.value.wdl().expect("two players");
            assert!((wdl.win + wdl.draw + wdl.loss - 1.0).abs() < 1e-4);
        }
    }
    let (position, history) = TicTacToe::after(&[0, 3, 1, 4]);
    let root = mcts().gumbel(&position, &history, &GumbelParams::default(), &mut random);
    assert_eq!((root.moves[root.chosen], root.proof), (2, Proof::Win));
}

#[test]
fn without_noise_self_play_is_deterministic() {
    let (position, history) = TicTacToe::after(&[4, 0]);
    let params = GumbelParams { noise: 0.0, ..GumbelParams::default() };
    let run = |seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        mcts().gumbel(&position, &history, &params, &mut random)
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn transpositions_share_values_and_the_result_stays_right() {
    let (position, history) = TicTacToe::after(&[4]);
    let params = |sharing| MctsParams { sharing, ..MctsParams::playing() };
    for sharing in [Sharing::Transpositions, Sharing::Nothing] {
        let counting = Counting::default();
        let mut search = Mcts::new(counting.clone(), params(sharing));
        let report = search.search(&position, &history, &Limits::nodes(20_000));
        let asked = counting.0.load(Ordering::Relaxed);
        // 4 is in the middle: an answer in a corner draws, and a position has one value however it came
        // about, so there are far fewer questions than nodes.
        assert!([0, 2, 6, 8].contains(&report.best), "{sharing:?}: {}", report.best);
        match sharing {
            Sharing::Transpositions => {
                assert!(asked < report.nodes / 2, "{asked} questions, {} nodes", report.nodes)
            }
            Sharing::Nothing => {
                assert!(asked > report.nodes / 4, "{asked} questions, {} nodes", report.nodes)
            }
        }
    }
}

/// Counts what it is asked.
#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

impl Evaluator<TicTacToe> for Counting {
    fn evaluate(&mut self, position: &TicTacToe, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        self.0.fetch_add(1, Ordering::Relaxed);
        Uniform.evaluate(position, moves, logits)
    }
}

fn team(threads: usize, params: MctsParams) -> Mcts<TicTacToe, Even> {
    let mut mcts = Mcts::new(Even, params);
    mcts.set_threads(threads);
    mcts
}

/// As `Uniform`, for many threads.
#[derive(Clone)]
struct Even;

impl Evaluator<TicTacToe> for Even {
    fn evaluate(&mut self, position: &TicTacToe, moves: &[u8], logits: &mut Vec<f32>) -> Evaluation {
        Uniform.evaluate(position, moves, logits)
    }
}

#[test]
fn many_threads_leave_a_consistent_tree() {
    let (position, history) = TicTacToe::after(&[]);
    for threads in 2..=5 {
        for nodes in [1, 33, 1000, 12_345] {
            let mut mcts = team(threads, MctsParams::playing());
            let report = mcts.search(&position, &history, &Limits::nodes(nodes));
            assert!(report.simulations == nodes || report.proof != Proof::Unknown);
            let visits: u64 = report.moves.iter().map(|mv| u64::from(mv.visits)).sum();
            assert_eq!(visits, report.simulations);
            check_tree(&mcts.tree);
        }
    }
}

#[test]
fn many_threads_prove_what_one_proves() {
    for (moves, proof) in
        [(&[4, 0][..], Proof::Between), (&[0, 3, 1, 4], Proof::Win), (&[0, 4, 8, 6, 2], Proof::Loss)]
    {
        let (position, history) = TicTacToe::after(moves);
        for threads in 2..=4 {
            let report =
                team(threads, MctsParams::playing()).search(&position, &history, &Limits::nodes(200_000));
            assert_eq!(report.proof, proof, "{moves:?} with {threads} threads");
        }
    }
}

#[test]
fn many_threads_recycle_a_full_memory_and_use_the_tree_again() {
    let (position, history) = TicTacToe::after(&[]);
    let params = MctsParams { memory_mib: 1, sharing: Sharing::Nothing, ..MctsParams::playing() };
    let mut mcts = team(3, params);
    let report = mcts.search(&position, &history, &Limits::nodes(60_000));
    assert!(report.bytes <= 1 << 20, "{} bytes", report.bytes);
    check_tree(&mcts.tree);
    let (position, history) = TicTacToe::after(&[report.best, report.principal_line[1]]);
    let next = mcts.search(&position, &history, &Limits::nodes(2_000));
    assert!(next.reused > 0 && next.bytes <= 1 << 20);
    check_tree(&mcts.tree);
}

#[test]
fn a_win_is_found_within_the_plies_that_it_takes_and_not_within_fewer() {
    // X: 0 and 4, O: 1; X to move has a fork that wins with its third move.
    let (position, history) = TicTacToe::after(&[0, 1, 4, 8]);
    let within = |plies| {
        let limits = Limits { proof_plies: Some(plies), ..Limits::default() };
        mcts().search(&position, &history, &limits)
    };
    assert!(within(2).lines[0].proof_plies.is_none_or(|plies| plies > 2));
    let report = within(3);
    assert_eq!((report.proof, report.lines[0].proof_plies), (Proof::Win, Some(3)));
    // The opponent of the winner cannot win, and still gets a move.
    let (position, history) = TicTacToe::after(&[0, 1, 4, 8, 3]);
    let limits = Limits { proof_plies: Some(9), ..Limits::default() };
    let report = mcts().search(&position, &history, &limits);
    assert_ne!(report.proof, Proof::Win);
}

#[test]
fn recycling_is_given_up_when_time_is_over() {
    let (position, history) = TicTacToe::after(&[]);
    let mut mcts = mcts();
    let report = mcts.search(&position, &history, &Limits::nodes(2_000));
    let memory_mib = std::mem::replace(&mut mcts.params.memory_mib, 0);
    assert_eq!(mcts.make_room(Full { lines: 1 }, &mut || false), Recycling::GivenUp);
    mcts.params.memory_mib = memory_mib;
    let again = mcts.search(&position, &history, &Limits::nodes(2_000));
    assert_eq!((again.reused, again.simulations), (0, 2_000));
    assert_eq!(again.moves, report.moves);
}
