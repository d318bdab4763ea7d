//! Laws of searches that others watch and end.

use std::time::{Duration, Instant};

use damier_rules::{
    Game, History, Notation,
    NotationFormat::Native,
    games::draughts::{Draughts, DraughtsPosition, Russian},
};

use super::{AlphaBeta, AlphaBetaParams, Aspiration, Reductions, score};
use crate::{
    HandcraftedEvaluator,
    search::{Limits, Proof, Request, SearchReport, StopHandle},
};

type Checkers = Draughts<Russian>;
type Found = SearchReport<<DraughtsPosition<Russian> as damier_rules::Position>::Move>;

/// Every move to the full depth, without memory.
const EXACT: AlphaBetaParams =
    AlphaBetaParams { hash_mb: 0, reductions: Reductions::None, aspiration: Aspiration::Full, contempt: 0 };
/// Long enough for any thread to begin.
const BEGUN: Duration = Duration::from_millis(50);

type Searcher = AlphaBeta<DraughtsPosition<Russian>, Checkers, HandcraftedEvaluator<Checkers>>;

fn searcher(params: AlphaBetaParams) -> Searcher {
    AlphaBeta::new(Checkers::new(), HandcraftedEvaluator::new(Checkers::new()), params)
}

fn position(text: &str) -> (DraughtsPosition<Russian>, History<DraughtsPosition<Russian>>) {
    let position = Checkers::new().parse_position(Native, text).expect("a position");
    let history = History::new(&position);
    (position, history)
}

fn start() -> (DraughtsPosition<Russian>, History<DraughtsPosition<Russian>>) {
    let position = Checkers::new().start();
    let history = History::new(&position);
    (position, history)
}

fn search(params: AlphaBetaParams, limits: Limits, lines: usize) -> Found {
    let (position, history) = start();
    let stop = StopHandle::new();
    let request = Request { lines, ..Request::new(limits, &stop) };
    searcher(params).search_watched(&position, &history, &request, &mut |_| ())
}

#[test]
fn what_it_finds_is_what_the_plain_search_finds() {
    let (position, history) = start();
    for limits in [Limits::nodes(5000), Limits::depth(7)] {
        let plain = searcher(AlphaBetaParams::default()).search(&position, &history, &limits);
        let watched = search(AlphaBetaParams::default(), limits, 1);
        assert_eq!((watched.best, &watched.principal_line), (plain.best, &plain.pv));
        assert_eq!((watched.simulations, watched.mean_depth), (plain.nodes, plain.depth as f32));
        assert!(limits.nodes.is_none_or(|most| watched.simulations <= most));
    }
}

#[test]
fn each_line_is_the_best_that_avoids_those_before() {
    let (position, history) = start();
    let limits = Limits::depth(4);
    let found = search(EXACT, limits, 3);
    assert_eq!(found.lines.len(), 3);
    let mut only: Vec<_> = found.moves.iter().map(|root| root.mv).collect();
    for line in &found.lines {
        let stop = StopHandle::new();
        let request = Request { only: &only, ..Request::new(limits, &stop) };
        let alone = searcher(EXACT).search_watched(&position, &history, &request, &mut |_| ());
        assert_eq!(line.score, alone.lines[0].score);
        only.retain(|mv| *mv != line.moves[0]);
    }
}

#[test]
fn several_lines_are_told_best_first_wherever_the_search_ends() {
    for nodes in (500..20_000).step_by(1500) {
        let found = search(AlphaBetaParams::default(), Limits::nodes(nodes), 3);
        assert!(found.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{nodes} nodes");
        assert_eq!((found.best, &found.principal_line), (found.lines[0].moves[0], &found.lines[0].moves));
    }
}

#[test]
fn wins_are_proven_with_their_distance() {
    let (position, history) = position("W:Wc3:Bd4");
    let stop = StopHandle::new();
    let request = Request::new(Limits::depth(4), &stop);
    let found =
        searcher(AlphaBetaParams::default()).search_watched(&position, &history, &request, &mut |_| ());
    assert_eq!((found.proof, found.lines[0].proof_plies), (Proof::Win, Some(1)));
    assert_eq!(found.value.score(), 1.0);
}

#[test]
fn threads_find_the_same_where_they_share_nothing() {
    let (position, history) = start();
    let mut searcher = searcher(EXACT);
    let alone = searcher.search(&position, &history, &Limits::depth(6));
    searcher.set_threads(3);
    let together = searcher.search(&position, &history, &Limits::depth(6));
    assert_eq!((together.best, together.score, together.depth), (alone.best, alone.score, alone.depth));
    assert!(together.nodes >= alone.nodes);
}

#[test]
fn threads_that_share_a_table_find_a_win() {
    let mut searcher = searcher(AlphaBetaParams::default());
    searcher.set_threads(2);
    let (position, history) = position("B:Wc3:Ba5");
    for _ in 0..20 {
        assert_eq!(searcher.search(&position, &history, &Limits::depth(6)).score, 2 - score::WIN);
    }
}

#[test]
fn it_stops_when_told_to_and_ponders_until_the_clock_starts() {
    let (position, history) = start();
    for stop in [StopHandle::new(), StopHandle::pondering()] {
        let stopper = stop.clone();
        let pondering = stop.is_pondering();
        let helper = std::thread::spawn(move || {
            std::thread::sleep(BEGUN);
            if pondering {
                stopper.ponder_hit()
            } else {
                stopper.stop()
            }
            Instant::now()
        });
        let limits = if pondering { Limits::nodes(100) } else { Limits::default() };
        let mut heard = 0;
        let found = searcher(AlphaBetaParams::default()).search_watched(
            &position,
            &history,
            &Request::new(limits, &stop),
            &mut |_| heard += 1,
        );
        let told = helper.join().expect("no panic");
        assert!(Instant::now() >= told, "it did not wait");
        assert!(found.simulations > 100 && found.mean_depth >= 1.0);
    }
}
