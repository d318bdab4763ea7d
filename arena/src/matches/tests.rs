//! Laws of matches, on Russian draughts.

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use damier_engine::search::{Limits, alphabeta::AlphaBetaParams};
use damier_rules::{
    AnyGame, AnyMove, History, Notation,
    NotationFormat::Native,
    Outcome, Player, SearchHeuristics,
    games::draughts::{Draughts, Russian},
};

use super::{MatchGame, MatchResult, Silent, Standing, play};
use crate::{
    competitor::{Choice, Competitor, Failure, Pace, Participant, RandomCompetitor, Searches, Turn},
    openings::{Book, BookOrder, OpeningSource, RandomOpenings},
    play::{Adjudication, CompetitorTags, Ending, Grounds, MatchSettings, MoveTimes, WinRule, game_text},
    rating::{EloModel, GamePoint, Sprt, Verdict},
};

fn russian() -> AnyGame {
    AnyGame::new(Draughts::<Russian>::new())
}

fn settings(pairs: usize) -> MatchSettings {
    MatchSettings {
        pairs,
        limits: Limits::nodes(300),
        threads: NonZero::new(2).expect("two"),
        ..MatchSettings::default()
    }
}

fn material() -> Participant {
    let params = AlphaBetaParams { hash_mb: 1, ..AlphaBetaParams::default() };
    Participant::material(russian(), params, None)
}

fn run(participants: &[Participant; 2], settings: &MatchSettings) -> MatchResult {
    play(&russian(), participants, settings, &Silent, &AtomicBool::new(false)).expect("played")
}

fn moves(game: &MatchGame) -> Vec<AnyMove> {
    game.game.moves.iter().map(|played| played.mv).collect()
}

#[test]
fn games_are_legal_and_end_by_the_rules() {
    let result = run(&[material(), Participant::random()], &settings(3));
    assert_eq!(result.games.len(), 6);
    for (index, played) in result.games.iter().enumerate() {
        assert_eq!(played.index, index);
        let mut position = played.game.start.clone();
        let mut history = History::new(&position);
        for step in &played.game.moves {
            assert_eq!(history.outcome(&position), None);
            let text = russian().move_text(Native, &position, step.mv);
            assert_eq!(russian().parse_move(Native, &position, &text), Ok(step.mv));
            history.play(&mut position, step.mv);
        }
        assert_eq!(history.outcome(&position), Some(played.game.outcome));
        assert!(matches!(played.game.ending, Ending::Rules(_)));
    }
}

#[test]
fn pairs_share_an_opening_and_exchange_seats() {
    let result = run(&[material(), Participant::random()], &settings(4));
    for pair in result.games.chunks(2) {
        let plies = pair[0].game.opening_plies;
        assert_eq!(plies, RandomOpenings::default().plies);
        assert_eq!(moves(&pair[0])[..plies], moves(&pair[1])[..plies]);
        assert_eq!(pair[0].first_seat(), pair[1].first_seat().opponent());
    }
    assert_eq!(result.report.tally.paired(), 4);
    assert_eq!(result.report.different_openings, 4);
}

#[test]
fn search_beats_chance() {
    let report = run(&[material(), Participant::random()], &settings(10)).report;
    assert!(report.tally.score().expect("games") > 0.9, "{report}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let games = |threads| {
        let settings = MatchSettings { threads: NonZero::new(threads).expect("some"), ..settings(4) };
        let result = run(&[material(), Participant::random()], &settings);
        result.games.iter().map(moves).collect::<Vec<_>>()
    };
    let once = games(1);
    assert_eq!(once, games(1));
    assert_eq!(once, games(3));
}

#[test]
fn seeds_make_matches_differ() {
    let games = |seed| {
        let settings = MatchSettings { seed, ..settings(1) };
        moves(&run(&[Participant::random(), Participant::random()], &settings).games[0])
    };
    assert_ne!(games(1), games(2));
}

/// Plays a move that is none, but for its first one.
#[derive(Default)]
struct Cheat {
    has_moved: bool,
}

impl Competitor for Cheat {
    fn new_game(&mut self, _: u64) {
        self.has_moved = false;
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let choice = RandomCompetitor::default().choose(turn)?;
        let has_moved = std::mem::replace(&mut self.has_moved, true);
        Ok(if has_moved { Choice { mv: AnyMove::at(10_000), ..choice } } else { choice })
    }
}

#[test]
fn illegal_moves_forfeit() {
    let cheat = Participant::new("cheat", Searches::Never, || Box::new(Cheat::default()));
    let result = run(&[cheat, Participant::random()], &settings(2));
    assert_eq!((result.report.forfeits, result.report.tally.games), (4, [4, 0, 0]));
    for played in &result.games {
        assert_eq!(played.point(), GamePoint::Loss);
        assert!(played.game.ending.to_string().contains("illegal move"), "{}", played.game.ending);
    }
}

#[test]
fn a_side_that_never_moves_ends_the_match() {
    struct Mute;
    impl Competitor for Mute {
        fn new_game(&mut self, _: u64) {}
        fn choose(&mut self, _: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
            Err("it says nothing".to_owned().into())
        }
    }
    let mute = Participant::new("mute", Searches::Never, || Box::new(Mute));
    for participants in [[mute.clone(), Participant::random()], [Participant::random(), mute]] {
        let ended = play(&russian(), &participants, &settings(2), &Silent, &AtomicBool::new(false));
        let error = ended.expect_err("nobody moved").to_string();
        assert!(error.starts_with("mute failed before its first move"), "{error}");
        assert!(error.contains("it says nothing") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn the_ply_cap_draws() {
    let settings = MatchSettings { ply_cap: Some(12), ..settings(2) };
    let result = run(&[material(), material()], &settings);
    assert!(
        result
            .games
            .iter()
            .all(|played| played.game.moves.len() == 12 && played.game.outcome == Outcome::Draw)
    );
    assert!(result.games.iter().all(|played| played.game.ending == Ending::PlyCap));
}

#[test]
fn a_cancelled_match_keeps_what_is_finished() {
    let cancelled = AtomicBool::new(false);
    let last = Mutex::new(None);
    let observer = |standing: &Standing| {
        *last.lock().expect("sound") = Some(*standing);
        if standing.finished == 3 {
            cancelled.store(true, Ordering::Relaxed);
        }
    };
    let participants = [Participant::random(), Participant::random()];
    let settings = MatchSettings { threads: NonZero::<usize>::MIN, ..settings(50) };
    let result = play(&russian(), &participants, &settings, &observer, &cancelled).expect("played");
    assert_eq!(result.games.len(), 3);
    assert_eq!(result.report.tally, last.into_inner().expect("sound").expect("told").tally);
    cancelled.store(true, Ordering::Relaxed);
    let nothing = play(&russian(), &participants, &settings, &Silent, &cancelled).expect("played");
    assert!(nothing.report.to_string().contains("no game was finished"));
}

#[test]
fn a_decided_test_ends_the_match_at_the_same_pair() {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Normalised).expect("valid");
    let tally = |threads| {
        let threads = NonZero::new(threads).expect("some");
        let settings = MatchSettings { sprt: Some(sprt), threads, ..settings(200) };
        let report = run(&[material(), Participant::random()], &settings).report;
        assert_eq!(report.sprt.expect("a test").verdict, Verdict::Accepted);
        report.tally
    };
    assert!(tally(1).played() < 400);
    assert_eq!(tally(1), tally(2));
}

#[test]
fn without_limits_nobody_searches() {
    let settings = MatchSettings { limits: Limits::default(), ..settings(1) };
    let error =
        play(&russian(), &[material(), Participant::random()], &settings, &Silent, &AtomicBool::new(false));
    assert!(error.expect_err("unlimited").to_string().contains("ab:material has no limit"));
    let own = material().with_pace(Limits::depth(2));
    assert_eq!(run(&[own, Participant::random()], &settings).games.len(), 2);
}

#[test]
fn openings_are_read_from_files_in_order() {
    let book =
        |path: &std::path::Path| OpeningSource::Book(Book { order: BookOrder::AsGiven, ..Book::named(path) });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.txt");
    let fens = ["W:Wa1,c1,e1:Bb8,d8,f8", "B:Wa1,c1,Ke1:Bb8,d8,Kh8"];
    std::fs::write(&path, format!("# two\n{}\n\n{}\n", fens[0], fens[1])).expect("written");
    let settings = MatchSettings { openings: book(&path), ..settings(3) };
    let result = run(&[Participant::random(), material()], &settings);
    for (index, played) in result.games.iter().enumerate() {
        assert_eq!(russian().parse_position(Native, fens[index / 2 % 2]), Ok(played.game.start.clone()));
    }
    assert_eq!((result.report.different_openings, result.report.book), (2, Some(2)));
    assert!(result.report.to_string().contains("the book has 2, so 1 pair plays one again"));
    std::fs::write(&path, format!("nonsense\n{}\nW:W:Bb8\n", fens[0])).expect("written");
    let with_faults = MatchSettings { openings: book(&path), ..settings.clone() };
    assert_eq!(run(&[Participant::random(), material()], &with_faults).report.book, Some(1));
    let OpeningSource::Book(named) = &settings.openings else { panic!("a book") };
    let left_out = named.left_out(&russian()).expect("a file");
    assert_eq!(left_out.iter().map(|error| error.line).collect::<Vec<_>>(), [1, 3]);
    assert!(named.check(&russian()).expect_err("two faults").to_string().contains("line 1"));
    for (text, part) in [
        ("# none\n", "no opening"),
        ("nonsense\nnonsense\n", "line 1"),
        ("W:W:Bb8\n", "line 1"),
        ("", "no opening"),
    ] {
        std::fs::write(&path, text).expect("written");
        let settings = MatchSettings { openings: book(&path), ..settings.clone() };
        let participants = [Participant::random(), Participant::random()];
        let error = play(&russian(), &participants, &settings, &Silent, &AtomicBool::new(false));
        let error = error.expect_err(text).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn game_texts_hold_the_game() {
    let result = run(&[material(), Participant::random()], &settings(1));
    let competitors = [("ab:material", Some(2)), ("random", None)]
        .map(|(name, threads)| CompetitorTags { name: name.to_owned(), threads });
    let text = |played: &MatchGame, times| {
        let tags: Vec<_> = played.seats.iter().map(|competitor| &competitors[*competitor]).collect();
        game_text(&russian(), &played.game, "test", "1.2", &tags, times)
    };
    let played = &result.games[1];
    assert_eq!(played.first_seat(), Player::SECOND);
    let hidden = text(played, MoveTimes::Hidden);
    let text = text(played, MoveTimes::Shown);
    assert!(text.contains("[BlackThreads \"2\"]") && !text.contains("WhiteThreads"), "{text}");
    assert!(!hidden.contains("%emt"), "{hidden}");
    assert!(text.contains("[White \"random\"]") && text.contains("[Black \"ab:material\"]"), "{text}");
    let read: Vec<_> = damier_rules::game_text::read(&russian(), &text).collect();
    let [Ok(read)] = &read[..] else {
        panic!("not one game but {read:?}: {text}");
    };
    assert_eq!((&read.start, read.outcome), (&played.game.start, Some(played.game.outcome)));
    assert_eq!(
        read.moves().collect::<Vec<_>>(),
        played.game.moves.iter().map(|step| step.mv).collect::<Vec<_>>()
    );
    assert!(read.line.moves.iter().any(|step| step.comment.contains('/')), "scores and depths: {text}");
    let times = |text: &damier_rules::game_text::TextMove| text.annotations.elapsed;
    let taken: Vec<_> = read.line.moves.iter().map(times).collect();
    let in_milliseconds = |time: Duration| Duration::from_millis(time.as_millis() as u64);
    let kept: Vec<_> = played.game.moves.iter().map(|step| step.time.map(in_milliseconds)).collect();
    assert_eq!(taken, kept);
    assert!(
        kept[..played.game.opening_plies].iter().all(Option::is_none) && kept.iter().any(Option::is_some)
    );
}

/// Plays at random, and takes its time.
struct Slow(Duration, RandomCompetitor);

impl Competitor for Slow {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        std::thread::sleep(self.0);
        self.1.choose(turn)
    }
}

fn slow(millis: u64) -> Participant {
    let time = Duration::from_millis(millis);
    Participant::new("slow", Searches::Limited, move || Box::new(Slow(time, RandomCompetitor::default())))
}

#[test]
fn whoever_oversteps_the_clock_or_the_time_of_a_move_loses() {
    let clock = Some("20ms".parse().expect("a clock"));
    let margin = Duration::from_millis(5);
    let on_clock = MatchSettings { clock, margin, limits: Limits::default(), ..settings(1) };
    let by_move = MatchSettings { limits: Limits::time(Duration::from_millis(3)), margin, ..settings(1) };
    for settings in [on_clock, by_move] {
        let result = run(&[slow(10), Participant::random()], &settings);
        assert_eq!((result.report.forfeits, result.report.tally.games), (2, [2, 0, 0]), "{}", result.report);
        let ending = result.games[0].game.ending.to_string();
        assert!(ending.starts_with("slow forfeits: time: ") && ending.contains("were left"), "{ending}");
        assert_eq!(result.report.endings.keys().collect::<Vec<_>>(), ["slow forfeits: time"]);
    }
}

#[test]
fn searches_keep_within_their_clocks() {
    let clock = Some("300ms+5ms".parse().expect("a clock"));
    let settings = MatchSettings { clock, limits: Limits::default(), ..settings(1) };
    let params = damier_engine::engine::EngineOptions::default();
    let judge = damier_engine::engine::Judge::BuiltIn;
    let tree = Participant::own(russian(), judge, params, None, None).expect("no net");
    let report = run(&[material(), tree], &settings).report;
    assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{report}");
}

#[test]
fn a_clock_of_ones_own_takes_the_place_of_the_matchs() {
    let pace = Pace { clock: Some("10m".parse().expect("a clock")), ..Pace::default() };
    let settings = MatchSettings {
        limits: Limits::time(Duration::from_millis(1)),
        margin: Duration::from_millis(1),
        ply_cap: Some(30),
        ..settings(1)
    };
    let report = run(&[slow(5).with_pace(pace), Participant::random()], &settings).report;
    assert_eq!(report.forfeits, 0, "{report}");
}

#[test]
fn games_are_adjudicated_where_both_agree() {
    let adjudication =
        Adjudication { win: Some(WinRule { share: 0.9, plies: 4 }), ..Adjudication::default() };
    let settings = MatchSettings { adjudication, ..settings(5) };
    let weak = material().with_pace(Limits::depth(1)).named("weak");
    let result = run(&[material(), weak], &settings);
    let adjudicated: Vec<_> = result
        .games
        .iter()
        .filter(|game| game.game.ending == Ending::Adjudication(Grounds::AgreedWin))
        .collect();
    assert!(!adjudicated.is_empty(), "{}", result.report);
    for played in adjudicated {
        let mut position = played.game.start.clone();
        let mut history = History::new(&position);
        played.game.moves.iter().for_each(|step| history.play(&mut position, step.mv));
        assert_eq!(history.outcome(&position), None, "the rules had not ended it");
        let Outcome::Win(winner) = played.game.outcome else { panic!("{:?}", played.game.outcome) };
        assert!(russian().static_eval(&position, winner) > 0, "who wins stands better");
    }
    let off = MatchSettings { adjudication: Adjudication::default(), ..settings };
    assert!(
        run(&[material(), Participant::random()], &off)
            .games
            .iter()
            .all(|game| matches!(game.game.ending, Ending::Rules(_)))
    );
}
