//! Laws of the engine as a whole, with the game's own judgement.

use std::time::{Duration, Instant};

use damier_rules::{
    Game, History, MoveList, Position, SearchKind,
    games::draughts::{Draughts, Russian},
    registry::{GameVisitor, dispatch},
};

use super::{Engine, EngineOptions, Judge, Level, Searcher};
use crate::{
    search::{Limits, StopHandle},
    time::Clock,
};

type Checkers = Draughts<Russian>;

/// Time for a thread to do what it is about to do.
const SETTLED: Duration = Duration::from_millis(50);

fn engine(options: EngineOptions) -> Engine<Checkers> {
    Engine::new(Checkers::new(), Judge::BuiltIn, options).expect("no net, no error")
}

fn start() -> (<Checkers as Game>::Position, History<<Checkers as Game>::Position>) {
    let position = Checkers::new().start();
    let history = History::new(&position);
    (position, history)
}

/// The options with either search.
fn either() -> [EngineOptions; 2] {
    [Searcher::Tree, Searcher::AlphaBeta]
        .map(|searcher| EngineOptions { searcher, ..EngineOptions::default() })
}

struct KindsOf(EngineOptions, Limits);

impl GameVisitor for KindsOf {
    type Output = SearchKind;

    fn visit<G: Game>(self, game: G) -> SearchKind {
        let (position, stop) = (game.start(), StopHandle::new());
        let history = History::new(&position);
        let mut engine = Engine::new(game, Judge::BuiltIn, self.0).expect("no net, no error");
        engine.think(&position, &history, &self.1, &stop, &mut |_| ()).kind
    }
}

#[test]
fn the_search_is_the_one_asked_for_where_it_can_be() {
    use SearchKind::{AlphaBeta, Tree};
    let kind = |game: &str, options, limits| dispatch(game, KindsOf(options, limits)).expect("a game");
    let nodes = Limits::nodes(10);
    let [tree, alpha_beta] = either();
    let suited = EngineOptions { searcher: Searcher::Suited, ..tree };
    for (game, suits) in [("russian", AlphaBeta), ("chess", AlphaBeta), ("gomoku-freestyle", Tree)] {
        let kinds = [suited, tree, alpha_beta].map(|options| kind(game, options, nodes));
        assert_eq!(kinds, [suits, Tree, AlphaBeta], "{game}");
    }
    assert_eq!(kind("chinese-checkers:players=3", alpha_beta, nodes), Tree, "more than two players");
    for (elo, plays) in [(600, Tree), (1999, Tree), (2000, AlphaBeta), (2800, AlphaBeta)] {
        let options = EngineOptions { level: Level::of_elo(elo), ..suited };
        assert_eq!(kind("russian", options, nodes), plays, "{elo}");
        assert_eq!(kind("gomoku-freestyle", options, nodes), Tree, "{elo}");
    }
    let mate = Limits { proof_plies: Some(3), ..nodes };
    assert_eq!(kind("russian", suited, mate), Tree);
}

#[test]
fn the_names_of_searches_are_read_back() {
    for searcher in Searcher::ALL {
        assert_eq!(searcher.to_string().parse(), Ok(searcher));
    }
    assert!("minimax".parse::<Searcher>().expect_err("no such search").contains("alpha-beta"));
}

#[test]
fn options_change_from_one_search_to_the_other_and_back() {
    let (position, history) = start();
    let [tree, alpha_beta] = either();
    let mut engine = engine(tree);
    for options in [alpha_beta, tree, EngineOptions { memory_mib: 16, threads: 2, ..alpha_beta }] {
        engine.set_options(options);
        let limits = Limits::nodes(600);
        let report = engine.think(&position, &history, &limits, &StopHandle::new(), &mut |_| ());
        assert_eq!(report.kind == SearchKind::AlphaBeta, options.searcher == Searcher::AlphaBeta);
        assert!(report.bytes <= options.memory_mib << 20);
    }
}

#[test]
fn a_large_net_leaves_less_memory_to_the_search() {
    let options = EngineOptions { memory_mib: 64, ..EngineOptions::default() };
    for (judge_mib, memory_mib) in [(0, 64), (20, 44), (50, 32)] {
        assert_eq!(super::params(&options, judge_mib).memory_mib, memory_mib);
    }
    assert!(super::alphabeta_params(&options, 20).hash_mb < super::alphabeta_params(&options, 0).hash_mb);
}

#[test]
fn reports_tell_as_many_lines_as_asked_for_best_first() {
    let (position, history) = start();
    let mut engine = engine(EngineOptions { multipv: 3, ..EngineOptions::default() });
    let report = engine.think(&position, &history, &Limits::nodes(3000), &StopHandle::new(), &mut |_| ());
    assert_eq!(report.lines.len(), 3);
    assert_eq!((report.lines[0].moves[0], &report.lines[0].moves), (report.best, &report.principal_line));
    assert!(report.lines.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    engine.set_options(EngineOptions { multipv: 500, ..EngineOptions::default() });
    let report = engine.think(&position, &history, &Limits::nodes(10), &StopHandle::new(), &mut |_| ());
    assert_eq!(report.lines.len(), moves.len());
}

#[test]
fn a_search_of_some_moves_knows_no_others_and_is_forgotten() {
    let mut engine = engine(EngineOptions { multipv: 8, ..EngineOptions::default() });
    let (position, history) = start();
    let (limits, stop) = (Limits::nodes(300), StopHandle::new());
    let all = engine.think(&position, &history, &limits, &stop, &mut |_| ());
    let mut only: Vec<_> = all.moves.iter().map(|root| root.mv).filter(|mv| *mv != all.best).collect();
    only.truncate(2);
    let some = engine.think_of(&only, &position, &history, &limits, &stop, &mut |_| ());
    assert!(some.moves.iter().all(|root| only.contains(&root.mv)) && only.contains(&some.best));
    assert_eq!((some.moves.len(), some.lines.len(), some.reused), (2, 2, 0));
    let again = engine.think(&position, &history, &limits, &stop, &mut |_| ());
    assert_eq!((again.reused, again.moves.len(), again.best), (0, all.moves.len(), all.best));
}

#[test]
fn stop_ends_an_infinite_search() {
    let (position, history) = start();
    for options in either() {
        let stop = StopHandle::new();
        let stopper = stop.clone();
        let mut heard = 0;
        let report = engine(options).think(&position, &history, &Limits::default(), &stop, &mut |_| {
            heard += 1;
            stopper.stop();
        });
        assert!(heard >= 1 && report.simulations > 0);
    }
}

#[test]
fn a_search_that_was_stopped_before_it_began_still_has_a_move() {
    let (position, history) = start();
    for options in either() {
        let stop = StopHandle::new();
        stop.stop();
        let report = engine(options).think(&position, &history, &Limits::default(), &stop, &mut |_| ());
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert!(moves.contains(&report.best));
    }
}

#[test]
fn pondering_ends_with_the_hit_and_not_before() {
    let (position, history) = start();
    let clock = Limits::clock(Clock::game(Duration::from_millis(1)));
    for (options, limits) in either().into_iter().flat_map(|each| [(each, Limits::nodes(64)), (each, clock)])
    {
        let stop = StopHandle::pondering();
        let hitter = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(SETTLED);
            let hit = Instant::now();
            hitter.ponder_hit();
            hit
        });
        let mut engine = engine(options);
        engine.think(&position, &history, &limits, &stop, &mut |_| ());
        let end = Instant::now();
        assert!(end >= thread.join().expect("it hits"));
    }
}

#[test]
fn levels_are_deterministic_and_differ_by_seed() {
    let (position, history) = start();
    let played = |level, seed| {
        let options = EngineOptions { level, seed, ..EngineOptions::default() };
        engine(options).think(&position, &history, &Limits::nodes(500), &StopHandle::new(), &mut |_| ()).best
    };
    let weak = Level::WEAKEST;
    assert!((0..8).all(|seed| played(weak, seed) == played(weak, seed)));
    assert!((0..32).any(|seed| played(weak, seed) != played(weak, 0)));
    assert!((0..8).all(|seed| played(Level::FULL, seed) == played(Level::FULL, 0)));
}

#[test]
fn a_beginner_plays_another_move_than_the_best_more_often_than_a_master() {
    let (position, history) = start();
    let best = engine(EngineOptions::default());
    let best =
        { best }.think(&position, &history, &Limits::nodes(1000), &StopHandle::new(), &mut |_| ()).best;
    let missed = |elo| {
        let played = |seed| {
            let options = EngineOptions { level: Level::of_elo(elo), seed, ..EngineOptions::default() };
            engine(options)
                .think(&position, &history, &Limits::nodes(1000), &StopHandle::new(), &mut |_| ())
                .best
        };
        (0..32).filter(|seed| played(*seed) != best).count()
    };
    assert!(missed(600) > missed(Level::MAX_ELO), "{} {}", missed(600), missed(Level::MAX_ELO));
    assert!(missed(600) > 16 && missed(Level::MAX_ELO) < 8);
}

#[test]
fn levels_bound_the_search_that_plays() {
    let (position, history) = start();
    for options in either() {
        let level = Level::of_elo(2200);
        let mut engine = engine(EngineOptions { level, ..options });
        let report = engine.think(&position, &history, &Limits::default(), &StopHandle::new(), &mut |_| ());
        let most = if report.kind == SearchKind::Tree { level.simulations() } else { level.nodes() };
        assert!(Some(report.simulations) <= most, "{} of {most:?}", report.simulations);
    }
}
