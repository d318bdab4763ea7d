//! Laws of the search, on a small Breakthrough.

use std::time::Duration;

use damier_rules::{History, MoveList, Outcome, Player, Position, SearchHeuristics};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{AlphaBeta, AlphaBetaParams, Aspiration, Reductions, score};
use crate::{HandcraftedEvaluator, search::Limits};

const WIDTH: u32 = 4;
const CELLS: u32 = WIDTH * 6;
const LEFT: u32 = 0x11_1111;
const RIGHT: u32 = LEFT << (WIDTH - 1);

/// Breakthrough on 4×6, seen from the player to move, who goes up: men step straight or diagonally
/// forward, take diagonally (they have to when they can), and win on the last row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Breakthrough {
    own: u32,
    other: u32,
    plies: u8,
}

impl Breakthrough {
    fn start() -> Self {
        Self { own: 0xff, other: 0xff << (CELLS - 2 * WIDTH), plies: 0 }
    }

    fn takes(&self) -> [u32; 2] {
        [(self.own & !LEFT) << (WIDTH - 1) & self.other, (self.own & !RIGHT) << (WIDTH + 1) & self.other]
    }

    fn random(random: &mut Xoshiro256PlusPlus, plies: usize) -> (Self, History<Self>) {
        let mut position = Self::start();
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        for _ in 0..plies {
            position.legal_moves(&mut moves);
            let mv = moves[random.random_range(0..moves.len())];
            let mut after = position.clone();
            after.play(mv);
            if after.outcome().is_some() {
                break;
            }
            history.push(&position, mv, &after);
            position = after;
        }
        (position, history)
    }
}

fn turned(cells: u32) -> u32 {
    cells.reverse_bits() >> (u32::BITS - CELLS)
}

impl Position for Breakthrough {
    type Move = (u8, u8);
    type Clock = ();
    type Tactics = ();

    fn to_move(&self) -> Player {
        Player::new(usize::from(self.plies % 2))
    }

    fn legal_moves(&self, out: &mut MoveList<(u8, u8)>) {
        out.clear();
        if self.outcome_given(true).is_some() {
            return;
        }
        let [left, right] = self.takes();
        let free = if self.is_quiet() { ((1 << CELLS) - 1) & !(self.own | self.other) } else { 0 };
        let targets = [
            ((self.own & !LEFT) << (WIDTH - 1) & free | left, WIDTH - 1),
            (self.own << WIDTH & free, WIDTH),
            ((self.own & !RIGHT) << (WIDTH + 1) & free | right, WIDTH + 1),
        ];
        for (cells, step) in targets {
            out.extend((0..CELLS).filter(|to| cells >> to & 1 == 1).map(|to| ((to - step) as u8, to as u8)));
        }
        out.sort_unstable();
    }

    fn play(&mut self, (from, to): (u8, u8)) {
        let own = self.own & !(1 << from) | 1 << to;
        let other = self.other & !(1 << to);
        *self = Self { own: turned(other), other: turned(own), plies: self.plies + 1 };
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        let arrived = self.other & ((1 << WIDTH) - 1) != 0;
        (arrived || !has_moves).then(|| Outcome::Win(self.to_move().opponent()))
    }

    fn key(&self) -> u64 {
        (u64::from(self.own) << 32 | u64::from(self.other) | u64::from(self.plies) << 56)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_quiet(&self) -> bool {
        self.takes() == [0, 0]
    }

    fn is_irreversible(&self, _: (u8, u8)) -> bool {
        true
    }
}

/// Men, and how far they have come.
#[derive(Clone, Copy)]
struct Advance;

impl SearchHeuristics<Breakthrough> for Advance {
    fn static_eval(&self, position: &Breakthrough, player: Player) -> i32 {
        let worth = |cells: u32| {
            (0..CELLS)
                .filter(|cell| cells >> cell & 1 == 1)
                .map(|cell| 100 + 3 * (cell / WIDTH) as i32)
                .sum::<i32>()
        };
        let score = worth(position.own) - worth(turned(position.other));
        if player == position.to_move() { score } else { -score }
    }
}

/// The definition of the score.
fn negamax(position: &Breakthrough, ply: usize, depth: u32) -> i32 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if let Some(outcome) = position.outcome_given(!moves.is_empty()) {
        return score::of_outcome(outcome, position.to_move(), ply, score::DRAW);
    }
    if depth == 0 && position.is_quiet() {
        return Advance.static_eval(position, position.to_move());
    }
    let next = if moves.len() == 1 { depth } else { depth.saturating_sub(1) };
    moves
        .iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(*mv);
            -negamax(&child, ply + 1, next)
        })
        .max()
        .expect("there are moves")
}

fn searcher(params: AlphaBetaParams) -> AlphaBeta<Breakthrough, Advance, HandcraftedEvaluator<Advance>> {
    AlphaBeta::new(Advance, HandcraftedEvaluator::new(Advance), params)
}

const EXACT: AlphaBetaParams = AlphaBetaParams {
    hash_mb: 1,
    reductions: Reductions::None,
    aspiration: Aspiration::Around(10),
    contempt: 0,
};

#[test]
fn without_reductions_the_score_is_that_of_plain_negamax() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..60 {
        let (position, history) = Breakthrough::random(&mut random, round % 13);
        let depth = 1 + (round % 4) as u32;
        let expected = negamax(&position, 0, depth);
        for params in [
            EXACT,
            AlphaBetaParams { hash_mb: 0, ..EXACT },
            AlphaBetaParams { aspiration: Aspiration::Full, ..EXACT },
        ] {
            let report = searcher(params).search(&position, &history, &Limits::depth(depth));
            assert_eq!(report.score, expected, "{position:?} to depth {depth} with {params:?}");
            let mut child = position.clone();
            child.play(report.best);
            if depth > 1 {
                let next = if position.count_moves() == 1 { depth } else { depth - 1 };
                assert_eq!(-negamax(&child, 1, next), expected, "the best move has the best score");
            }
        }
    }
}

#[test]
fn reductions_cost_no_proven_win() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut wins = 0;
    for _ in 0..80 {
        let (position, history) = Breakthrough::random(&mut random, 14);
        let exact = searcher(EXACT).search(&position, &history, &Limits::depth(6));
        let reduced = searcher(AlphaBetaParams::default()).search(&position, &history, &Limits::depth(10));
        if let Some(plies) = score::plies_to_end(exact.score) {
            wins += 1;
            let found = score::plies_to_end(reduced.score).expect("still proven");
            assert_eq!(found.signum(), plies.signum(), "{position:?}");
        }
    }
    assert!(wins > 5, "only {wins} positions were decided");
}

#[test]
fn lines_are_legal_and_start_with_the_best_move() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for limits in [Limits::depth(5), Limits::nodes(1), Limits::nodes(777), Limits::time(Duration::ZERO)] {
        for plies in 0..10 {
            let (mut position, history) = Breakthrough::random(&mut random, plies);
            let report = searcher(AlphaBetaParams::default()).search(&position, &history, &limits);
            assert_eq!(report.pv.first(), Some(&report.best));
            let mut moves = MoveList::new();
            for mv in &report.pv {
                position.legal_moves(&mut moves);
                assert!(moves.contains(mv), "{mv:?} in {position:?}");
                position.play(*mv);
            }
        }
    }
}

#[test]
fn node_limits_are_kept() {
    let start = Breakthrough::start();
    let report = searcher(EXACT).search(&start, &History::new(&start), &Limits::nodes(5_000));
    assert!(report.nodes == 5_000, "{} nodes", report.nodes);
}

#[test]
fn the_same_searches_give_the_same_reports() {
    let run = || {
        let mut searcher = searcher(AlphaBetaParams::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut reports = Vec::new();
        for plies in 0..8 {
            let (position, history) = Breakthrough::random(&mut random, plies);
            for limits in [Limits::depth(5), Limits::nodes(2_000)] {
                let mut report = searcher.search(&position, &history, &limits);
                report.elapsed = Duration::ZERO;
                reports.push(report);
            }
        }
        reports
    };
    assert_eq!(run(), run());
}

#[test]
fn a_cleared_searcher_is_a_new_one() {
    let start = Breakthrough::start();
    let history = History::new(&start);
    let mut searcher = searcher(AlphaBetaParams::default());
    let first = searcher.search(&start, &history, &Limits::depth(6)).nodes;
    assert!(searcher.search(&start, &history, &Limits::depth(6)).nodes < first);
    searcher.clear();
    assert_eq!(searcher.search(&start, &history, &Limits::depth(6)).nodes, first);
}

#[test]
fn the_only_move_is_played_at_once_on_the_clock() {
    let position = Breakthrough { own: 1, other: 1 << 4 | 1 << 19 | 1 << 23, plies: 0 };
    let history = History::new(&position);
    let report = searcher(EXACT).search(&position, &history, &Limits::time(Duration::from_secs(60)));
    assert_eq!((report.best, report.depth, report.nodes), ((0, 5), 0, 0));
    assert!(searcher(EXACT).search(&position, &history, &Limits::depth(2)).nodes > 0);
}

/// A heap from which each player in turn takes one or two stones, and moves again after taking two; the one who
/// takes the last one wins.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TwiceHeap {
    stones: u8,
    to_move: Player,
}

impl Position for TwiceHeap {
    type Move = u8;
    type Clock = ();
    type Tactics = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend(1..=self.stones.min(2));
    }

    fn play(&mut self, mv: u8) {
        self.stones -= mv;
        // Of the last stone the player who took it says who won.
        if mv == 1 || self.stones == 0 {
            self.to_move = self.to_move.opponent();
        }
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        (!has_moves).then(|| Outcome::Win(self.to_move.opponent()))
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) << 1 | self.to_move.index() as u64
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

#[derive(Clone, Copy)]
struct Nothing;

impl SearchHeuristics<TwiceHeap> for Nothing {
    fn static_eval(&self, _: &TwiceHeap, _: Player) -> i32 {
        0
    }
}

#[test]
fn a_player_who_moves_twice_keeps_the_sign_of_the_score() {
    fn wins(position: &TwiceHeap) -> bool {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().any(|mv| {
            let mut next = position.clone();
            next.play(*mv);
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(position.to_move),
                None => wins(&next) == (next.to_move == position.to_move),
            }
        })
    }
    for stones in 1..=20 {
        let position = TwiceHeap { stones, to_move: Player::SECOND };
        let mut searcher =
            AlphaBeta::new(Nothing, HandcraftedEvaluator::new(Nothing), AlphaBetaParams::default());
        let report = searcher.search(&position, &History::new(&position), &Limits::depth(30));
        assert_eq!(report.score > 0, wins(&position), "{stones} stones: {}", report.score);
        assert!(score::plies_to_end(report.score).is_some(), "{stones} stones: {}", report.score);
    }
}
