//! What comes to a coordinator or a worker by way of a broker.

use std::{
    ops::Range,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use damier_arena::{
    MatchConfig, MatchSettings,
    matches::Silent,
    openings::{OpeningSource, RandomOpenings},
    remote::{Intake, Order, Players, RemotePlay, Sent, TakeError},
    run_match_on,
};
use damier_engine::search::Limits;
use damier_fleet::{
    hello::{Hello, MAX_HELLO},
    wire::{Item, MAX_GAMES, ResultSubject},
};

/// An item: one that is accepted survives its own bytes.
pub fn fleet_item(data: &[u8]) {
    match Item::parse(data) {
        Ok(item) => {
            assert!((1..=MAX_GAMES).contains(&(item.games().end - item.games().start)));
            // What was short with other spaces may be long in its own bytes.
            if let Ok(bytes) = item.to_bytes() {
                assert_eq!(Item::parse(&bytes), Ok(item));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The subject of a result: one that is accepted means the same when it is written again.
pub fn fleet_subject(data: &[u8]) {
    if let Some(subject) = ResultSubject::parse(&String::from_utf8_lossy(data)) {
        assert_eq!(ResultSubject::parse(&subject.text()), Some(subject));
    }
}

/// A greeting: one that is accepted means the same when it is written again.
pub fn fleet_hello(data: &[u8]) {
    if let Some(hello) = Hello::parse(data) {
        let bytes = hello.to_bytes();
        // What was short with other escapes may be long in its own bytes.
        if bytes.len() <= MAX_HELLO {
            assert_eq!(Hello::parse(&bytes), Some(hello));
        }
    }
}

/// The games of the match that the result has.
const GAMES: Range<u64> = 0..2;

/// The games of a match that another machine sends: the first byte says whether time bounds their moves. All of them are
/// taken or none, and none is taken twice.
pub fn fleet_games(data: &[u8]) {
    let Some((first, games)) = data.split_first() else { return };
    let is_timed = first % 2 == 1;
    let machine = Machine { games, scale: is_timed.then_some(1.5) };
    let going = AtomicBool::new(false);
    match run_match_on(GAME, &match_config(is_timed), Some(&machine), &Silent, &going) {
        Ok(report) => assert_eq!(report.tally.played(), 2),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The valid results of both kinds, as [`fleet_games`] takes them.
pub fn valid_games() -> Vec<Vec<u8>> {
    [false, true]
        .map(|is_timed| {
            let recorder = Recorder(Mutex::default());
            let going = AtomicBool::new(false);
            // It takes none, so the match has none.
            let _ = run_match_on(GAME, &match_config(is_timed), Some(&recorder), &Silent, &going);
            let games = recorder.0.into_inner().unwrap_or_else(PoisonError::into_inner);
            [vec![u8::from(is_timed)], games].concat()
        })
        .into()
}

const GAME: &str = "tic-tac-toe";

fn match_config(is_timed: bool) -> MatchConfig {
    let searches = if is_timed { ["ab:material,memory=1", "random"] } else { ["random", "greedy"] };
    MatchConfig {
        competitors: searches.map(|text| text.parse().expect("a competitor")).into(),
        settings: MatchSettings {
            pairs: 1,
            limits: if is_timed { Limits::time(Duration::from_millis(1)) } else { Limits::nodes(10) },
            openings: OpeningSource::Random(RandomOpenings { plies: 2, ..RandomOpenings::default() }),
            ..MatchSettings::default()
        },
        games_file: None,
        directory: None,
    }
}

/// A machine that sends some bytes.
#[derive(Debug)]
struct Machine<'a> {
    games: &'a [u8],
    scale: Option<f64>,
}

impl RemotePlay for Machine<'_> {
    fn play(&self, _: &Order, intake: &dyn Intake) -> Result<(), TakeError> {
        let Self { games, scale } = *self;
        let sent = Sent { worker: "anna", scale, games, numbers: GAMES, replayed: &[] };
        match intake.take(&sent) {
            Ok(taken) => {
                assert_eq!((taken.new, taken.again), (2, 0));
                assert!(intake.missing().is_empty());
                let again = intake.take(&sent)?;
                assert_eq!((again.new, again.again), (0, 2));
                Ok(())
            }
            Err(error) => {
                assert!(matches!(error, TakeError::Match(_)) || intake.missing().len() == 2);
                Err(error)
            }
        }
    }
}

/// A machine that keeps the games that it should send.
#[derive(Debug)]
struct Recorder(Mutex<Vec<u8>>);

impl RemotePlay for Recorder {
    fn play(&self, order: &Order, intake: &dyn Intake) -> Result<(), TakeError> {
        let players = Players::of(&order.terms, &|_| None).map_err(TakeError::Refused)?;
        let threads = std::num::NonZero::<usize>::MIN;
        let played = players.play(&intake.games(GAMES), threads, &AtomicBool::new(false));
        let played = played.map_err(TakeError::Refused)?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = played.unwrap_or_default();
        Err(TakeError::Refused("the games are kept".to_owned()))
    }
}
