//! Laws of the engine as a whole, with the game's own judgement.

use std::time::{Duration, Instant};

use damier_rules::{
    Game, History, MoveList, Position,
    games::draughts::{Draughts, Russian},
};

use super::{Engine, EngineOptions, Judge, Level};
use crate::{
    search::{Control, Limits},
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

#[test]
fn reports_tell_as_many_lines_as_asked_for_best_first() {
    let (position, history) = start();
    let mut engine = engine(EngineOptions { multipv: 3, ..EngineOptions::default() });
    let report = engine.think(&position, &history, &Limits::nodes(3000), &Control::new(), &mut |_| ());
    assert_eq!(report.lines.len(), 3);
    assert_eq!((report.lines[0].moves[0], &report.lines[0].moves), (report.best, &report.principal_line));
    assert!(report.lines.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    engine.set_options(EngineOptions { multipv: 500, ..EngineOptions::default() });
    let report = engine.think(&position, &history, &Limits::nodes(10), &Control::new(), &mut |_| ());
    assert_eq!(report.lines.len(), moves.len());
}

#[test]
fn a_search_of_some_moves_knows_no_others_and_is_forgotten() {
    let mut engine = engine(EngineOptions { multipv: 8, ..EngineOptions::default() });
    let (position, history) = start();
    let (limits, control) = (Limits::nodes(300), Control::new());
    let all = engine.think(&position, &history, &limits, &control, &mut |_| ());
    let mut only: Vec<_> = all.moves.iter().map(|root| root.mv).filter(|mv| *mv != all.best).collect();
    only.truncate(2);
    let some = engine.think_of(&only, &position, &history, &limits, &control, &mut |_| ());
    assert!(some.moves.iter().all(|root| only.contains(&root.mv)) && only.contains(&some.best));
    assert_eq!((some.moves.len(), some.lines.len(), some.reused), (2, 2, 0));
    let again = engine.think(&position, &history, &limits, &control, &mut |_| ());
    assert_eq!((again.reused, again.moves.len(), again.best), (0, all.moves.len(), all.best));
}

#[test]
fn stop_ends_an_infinite_search() {
    let (position, history) = start();
    let control = Control::new();
    let stopper = control.clone();
    let mut heard = 0;
    let report = engine(EngineOptions::default()).think(
        &position,
        &history,
        &Limits::default(),
        &control,
        &mut |_| {
            heard += 1;
            stopper.stop();
        },
    );
    assert!(heard >= 1 && report.simulations > 0);
}

#[test]
fn a_search_that_was_stopped_before_it_began_still_has_a_move() {
    let (position, history) = start();
    let control = Control::new();
    control.stop();
    let report = engine(EngineOptions::default()).think(
        &position,
        &history,
        &Limits::default(),
        &control,
        &mut |_| (),
    );
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert!(moves.contains(&report.best));
}

#[test]
fn pondering_ends_with_the_hit_and_not_before() {
    let (position, history) = start();
    for limits in [Limits::nodes(64), Limits::clock(Clock::game(Duration::from_millis(1)))] {
        let control = Control::pondering();
        let hitter = control.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(SETTLED);
            let hit = Instant::now();
            hitter.ponder_hit();
            hit
        });
        let mut engine = engine(EngineOptions::default());
        engine.think(&position, &history, &limits, &control, &mut |_| ());
        let end = Instant::now();
        assert!(end >= thread.join().expect("it hits"));
    }
}

#[test]
fn levels_are_deterministic_and_differ_by_seed() {
    let (position, history) = start();
    let played = |level, seed| {
        let options = EngineOptions { level, seed, ..EngineOptions::default() };
        engine(options).think(&position, &history, &Limits::nodes(500), &Control::new(), &mut |_| ()).best
    };
    let weak = Level::WEAKEST;
    assert!((0..8).all(|seed| played(weak, seed) == played(weak, seed)));
    assert!((0..32).any(|seed| played(weak, seed) != played(weak, 0)));
    assert!((0..8).all(|seed| played(Level::FULL, seed) == played(Level::FULL, 0)));
}
