//! Laws of curves, on Russian draughts with players that stand for nets.

use std::{
    fs,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{CurveNet, CurvePlan, CurveSummary};
use crate::tournament::{
    CURVE_FILE, SummaryFile, TournamentEnd, TournamentError, TournamentFile, TournamentOptions,
    TournamentProgress, TournamentState, run_curve,
};

const PLAYERS: &str = r#"
name = "Strength"
game = "russian"
format = "round-robin"
games = 4
nodes = 20
memory = 2
random-plies = 4
ply-cap = 60
ballots = "event"
[[player]]
name = "random weights"
competitor = "random"
[[player]]
name = "generation 1"
competitor = "greedy"
[[player]]
name = "generation 2"
competitor = "suited:material"
[[player]]
competitor = "ab:material"
"#;

fn plan() -> CurvePlan {
    let net = |generation: u32| CurveNet {
        generation,
        core_minutes: f64::from(generation) * 1.5,
        games: u64::from(generation) * 10,
        positions: u64::from(generation) * 300,
    };
    CurvePlan {
        run: "runs/russian".to_owned(),
        command: "damier curve runs/russian --dir DIR".to_owned(),
        nets: (0..3).map(net).collect(),
    }
}

fn run_until(
    folder: &Path,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    let file = TournamentFile::parse(PLAYERS, folder).expect("a tournament");
    let options = TournamentOptions::here(NonZero::new(2).expect("two"));
    run_curve(&plan(), &file, folder, options, observer, cancelled)
}

fn run(folder: &Path) -> Result<TournamentEnd, TournamentError> {
    run_until(folder, &|_| (), &AtomicBool::new(false))
}

fn curve(folder: &Path) -> CurveSummary {
    CurveSummary::read(&folder.join(CURVE_FILE)).expect("a curve")
}

#[test]
fn the_handcrafted_opponent_is_the_zero_of_a_curve() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path()).expect("played");
    let curve = curve(folder.path());
    assert_eq!((curve.games, curve.games_due, curve.games_each), (24, 24, 4));
    let [opponent] = &curve.opponents[..] else { panic!("one: {:?}", curve.opponents) };
    assert_eq!([opponent.elo.value, opponent.elo.low, opponent.elo.high], [0.0; 3]);
    assert_eq!((opponent.name.as_str(), opponent.games), ("ab:material", 12));
    assert_eq!(curve.points.iter().map(|point| point.core_minutes).collect::<Vec<_>>(), [0.0, 1.5, 3.0]);
    for point in &curve.points {
        assert_eq!((point.games, point.won + point.drawn + point.lost), (12, 4), "{point:?}");
        assert!(point.elo.low < point.elo.value && point.elo.value < point.elo.high, "{point:?}");
    }
    let random = &curve.points[0];
    assert!(random.lost == 4 && random.elo.high < 0.0, "{random:?}");
}

#[test]
fn an_interrupted_curve_comes_to_the_same() {
    let [whole, parts] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    run(whole.path()).expect("played");
    let cancelled = AtomicBool::new(false);
    let stop = |progress: &TournamentProgress| cancelled.store(progress.finished >= 5, Ordering::Relaxed);
    let end = run_until(parts.path(), &stop, &cancelled).expect("played");
    assert_eq!(end.state, TournamentState::Cancelled);
    let before = curve(parts.path());
    assert!(before.games < before.games_due && before.played_on.len() == 1, "{before:?}");
    run(parts.path()).expect("played");
    let [whole, parts] = [whole, parts].map(|folder| curve(folder.path()));
    assert_eq!(parts.first_game, before.first_game);
    let undated = |curve: CurveSummary| CurveSummary { first_game: None, last_game: None, ..curve };
    assert_eq!(undated(whole), undated(parts));
}

#[test]
fn no_curve_is_read_that_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path()).expect("played");
    let path = folder.path().join(CURVE_FILE);
    let text = fs::read_to_string(&path).expect("read");
    let refused = |text: &str| {
        fs::write(&path, text).expect("written");
        let error = CurveSummary::read(&path).expect_err("damaged").to_string();
        assert!(error.contains("curve.json: ") && !error.contains('\n'), "{error}");
        assert_eq!(SummaryFile::read(&path).expect_err("damaged").to_string(), error);
        error
    };
    for (from, to, part) in [
        ("\"version\": 1", "\"version\": 2", "this program reads version 1"),
        ("\"seed\"", "\"sed\"", "no curve of a run: unknown field `sed`"),
        ("\"games_due\": 24", "\"games_due\": 23", "24 games of 23"),
        ("\"core_minutes\": 3.0", "\"core_minutes\": 1.5", "generation 2 has not more computing"),
        ("\"core_minutes\": 0.0", "\"core_minutes\": -1.0", "generation 0 are out of range"),
        ("\"lost\": 4", "\"lost\": 18446744073709551615", "generation 0 do not add up"),
        ("\"low\": 0.0,\n        \"high\": 0.0", "\"low\": 0.0,\n        \"high\": 1.0", "has not Elo 0"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let error = refused(&changed);
        assert!(error.contains(part) && error.contains("`damier curve` again"), "{error}");
    }
    refused(&text[..text.len() / 2]);
    // The curve does not forget in silence where its games were played.
    let error = run(folder.path()).expect_err("damaged").to_string();
    assert!(error.contains("curve.json"), "{error}");
    fs::write(&path, text.replace("damier curve\",", "damier gauntlet\",")).expect("written");
    let error = CurveSummary::read(&path).expect_err("another format").to_string();
    assert!(error.contains("not \"damier curve\""), "{error}");
    fs::remove_file(&path).expect("removed");
    run(folder.path()).expect("written anew");
}
