//! Laws of games of more than two players.

use std::{
    fs,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_engine::search::Limits;

use super::{GAMES_FILE, MatchConfig, MultiplayerReport, Silent, Standing, run_multiplayer_match};
use crate::{
    MatchSettings,
    openings::{OpeningSource, RandomOpenings},
};

const GAME: &str = "chinese-checkers:players=3";

fn settings(threads: usize) -> MatchSettings {
    MatchSettings {
        pairs: 2,
        limits: Limits::nodes(24),
        openings: OpeningSource::Random(RandomOpenings { plies: 2, ..RandomOpenings::default() }),
        threads: NonZero::new(threads).expect("some"),
        ..MatchSettings::default()
    }
}

fn table(competitors: &[&str], threads: usize) -> MultiplayerReport {
    let competitors = competitors.iter().map(|text| text.parse().expect("a competitor")).collect();
    let config = MatchConfig { competitors, settings: settings(threads), games_file: None, directory: None };
    run_multiplayer_match(GAME, &config, &Silent, &AtomicBool::new(false)).expect("played")
}

#[test]
fn the_better_one_takes_the_first_places_whatever_the_threads() {
    let mut one = table(&["greedy", "random"], 1);
    let mut two = table(&["greedy", "random"], 2);
    for report in [&mut one, &mut two] {
        report.rows.iter_mut().for_each(|row| row.effort = Default::default());
    }
    assert_eq!(one, two);
    assert_eq!((one.games, one.rows[0].seats, one.rows[1].seats), (6, 6, 12));
    assert_eq!(one.rows[0].first_places.value, 1.0);
    assert!(one.rows[0].elo.low > one.rows[1].elo.high);
    let shares: f64 = one.rows.iter().map(|row| row.share.value * row.seats as f64).sum();
    assert!((shares - one.games as f64).abs() < 1e-6, "every game has one point");
}

#[test]
fn every_yardstick_plays() {
    let report = table(&["mcts:material", "ab:material", "greedy"], 2);
    assert!(report.rows.iter().all(|row| row.seats == 6));
    let text = report.to_string();
    assert!(text.contains("mcts:material") && text.contains("33.3 %"), "{text}");
}

#[test]
fn wrong_numbers_of_competitors_are_refused() {
    for competitors in [&["random"][..], &["random", "greedy", "random:name=b", "random:name=c"]] {
        let competitors: Vec<_> = competitors.iter().map(|text| text.parse().expect("valid")).collect();
        let config = MatchConfig { competitors, settings: settings(1), games_file: None, directory: None };
        let error =
            run_multiplayer_match(GAME, &config, &Silent, &AtomicBool::new(false)).expect_err("refused");
        assert!(error.to_string().contains("2 to 3"), "{error}");
    }
}

#[test]
fn a_table_that_was_broken_off_goes_on_in_its_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, games_file) = (folder.path().join("table"), folder.path().join("games.txt"));
    let config = |seed| MatchConfig {
        competitors: ["greedy", "random", "random:name=other"]
            .map(|text| text.parse().expect("a competitor"))
            .into(),
        settings: MatchSettings { seed, ..settings(1) },
        games_file: Some(games_file.clone()),
        directory: Some(path.clone()),
    };
    let go_on = |seed| run_multiplayer_match(GAME, &config(seed), &Silent, &AtomicBool::new(false));
    let whole = MatchConfig { games_file: None, directory: None, ..config(1) };
    let whole = run_multiplayer_match(GAME, &whole, &Silent, &AtomicBool::new(false)).expect("played");
    let cancelled = AtomicBool::new(false);
    let stop = |standing: &Standing| cancelled.store(standing.finished == 2, Ordering::Relaxed);
    let part = run_multiplayer_match(GAME, &config(1), &stop, &cancelled).expect("played");
    assert_eq!(part.games, 2);
    let games_of = |text: &str| text.matches("[Event \"damier match\"]").count();
    assert_eq!(
        games_of(&fs::read_to_string(&games_file).expect("games")),
        2,
        "they are written as they come"
    );
    // The plug was pulled while a line was written.
    let kept = path.join(GAMES_FILE);
    let text = fs::read_to_string(&kept).expect("games");
    fs::write(&kept, format!("{text}{}", &text[..60])).expect("written");
    let heard = Mutex::new(Vec::new());
    let watch = |standing: &Standing| heard.lock().expect("alive").push(standing.finished);
    let mut resumed =
        run_multiplayer_match(GAME, &config(1), &watch, &AtomicBool::new(false)).expect("goes on");
    assert_eq!(heard.into_inner().expect("alive"), [2, 3, 4, 5, 6]);
    assert_eq!(go_on(1).expect("nothing is left to do"), resumed);
    let mut whole = whole;
    for report in [&mut whole, &mut resumed] {
        report.rows.iter_mut().for_each(|row| row.effort = Default::default());
    }
    assert_eq!(resumed, whole);
    let text = fs::read_to_string(&games_file).expect("written");
    assert_eq!(games_of(&text), 6);
    assert!(text.contains("[Round \"2.3\"]") && text.contains("\"other\"]"), "{text}");
    let error = go_on(2).expect_err("another table").to_string();
    assert!(error.contains("seed = 1") && !error.contains('\n'), "{error}");
}
