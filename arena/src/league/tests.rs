//! Laws of leagues, on Russian draughts and Chinese checkers.

use std::{path::Path, sync::atomic::AtomicBool};

use damier_engine::{
    net::{Arch, FloatNet, Sizes},
    search::Limits,
};
use damier_rules::{AnyGame, Game};

use super::*;
use crate::{MatchSettings, rating::Interval, tournament::Results};

struct WriteNet<'p> {
    path: &'p Path,
    seed: u64,
}

impl WriteNet<'_> {
    fn visit(self, game: AnyGame) {
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("fits");
        let net = FloatNet::random(arch, self.seed).and_then(|net| net.quantise()).expect("a net");
        net.write(self.path).expect("written");
    }
}

fn config(game: &str, folder: &Path, generations: u32) -> LeagueConfig {
    let generation = |number: u32| {
        // Commas are no matter in the name of a file.
        let net = folder.join(format!("gen,{number}.dmn"));
        AnyGame::of_id(game)
            .map(|game| WriteNet { path: &net, seed: number.into() }.visit(game))
            .expect("listed");
        Generation { number, net }
    };
    LeagueConfig {
        baselines: vec!["random".parse().expect("valid"), "ab:material".parse().expect("valid")],
        generations: (0..generations).map(generation).collect(),
        predecessors: vec![1],
        games: 4,
        settings: MatchSettings { limits: Limits::nodes(16), ply_cap: Some(80), ..MatchSettings::default() },
        identity: "test".to_owned(),
    }
}

fn run(game: &str, config: &LeagueConfig, folder: &Path) -> LeagueEnd {
    run_league(game, config, &folder.join("league"), None, &|_| (), &AtomicBool::new(false)).expect("played")
}

#[test]
fn new_generations_join_and_old_games_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = run("russian", &config("russian", folder.path(), 2), folder.path());
    // Each net against both yardsticks, and the second against the first.
    let log = folder.path().join("league/results.jsonl");
    let before = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(before.lines().count(), 1 + 4 * 5);
    assert_eq!(two.rows.iter().map(|row| row.games).sum::<usize>(), 2 * 20);
    let three = run("russian", &config("russian", folder.path(), 3), folder.path());
    let after = std::fs::read_to_string(&log).expect("a log");
    assert!(after.starts_with(&before));
    assert_eq!(after.lines().count(), 1 + 4 * 8);
    let names: Vec<_> = three.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["random", "ab:material", "generation 0", "generation 1", "generation 2"]);
    assert_eq!(three.rows[4].generation, Some(2));
    // The last yardstick is the measure, and it beats chance.
    assert_eq!((three.rows[1].elo.value, three.rows[1].elo.low), (0.0, 0.0));
    assert!(three.rows[0].elo.value < 0.0 && !three.cancelled);
    let again = run("russian", &config("russian", folder.path(), 3), folder.path());
    assert_eq!(again, three);
    let other = LeagueConfig { identity: "other".to_owned(), ..config("russian", folder.path(), 2) };
    let error =
        run_league("russian", &other, &folder.path().join("league"), None, &|_| (), &AtomicBool::new(false));
    assert!(error.expect_err("another league").to_string().contains("another"));
}

#[test]
fn tables_of_three_have_leagues_too() {
    let game = "chinese-checkers:players=3";
    let folder = tempfile::tempdir().expect("a folder");
    let end = run(game, &config(game, folder.path(), 1), folder.path());
    let log = Results::open(
        &folder.path().join("league/results.jsonl"),
        "league of chinese-checkers:players=3: test",
    );
    // Four games are rounded up to six, so that everybody has every seat as often.
    assert_eq!(log.expect("a log").games().len(), 2 * 6);
    assert!(end.rows.iter().all(|row| row.elo.value.is_finite()));
}

#[test]
fn yardsticks_have_to_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = config("russian", folder.path(), 1);
    config.baselines[1] = config.baselines[0].clone();
    let error = run_league("russian", &config, folder.path(), None, &|_| (), &AtomicBool::new(false));
    assert!(error.expect_err("twice").to_string().contains("random is among the yardsticks twice"));
    config.baselines.clear();
    run_league("russian", &config, folder.path(), None, &|_| (), &AtomicBool::new(false)).expect_err("none");
}

fn plot(scale: Scale, marks: &[(f64, f64)]) -> String {
    let mark = |(x, y): &(f64, f64)| Mark {
        x: *x,
        y: Interval { value: *y, low: y - 30.0, high: y + 30.0 },
        name: "a <net>".to_owned(),
    };
    let plot = Plot {
        title: "Elo & generation".to_owned(),
        x_name: "generation".to_owned(),
        y_name: "Elo".to_owned(),
        scale,
        marks: marks.iter().map(mark).collect(),
        lines: vec![Line { y: 0.0, name: "ab:material".to_owned() }],
    };
    plot.svg()
}

#[test]
fn plots_show_every_mark_inside() {
    for scale in [Scale::Linear, Scale::Logarithmic] {
        for marks in [&[][..], &[(1.0, 5.0)], &[(1.0, -400.0), (2e6, 0.0), (3e9, 250.0)]] {
            let svg = plot(scale, marks);
            assert_eq!(svg.matches("<circle").count(), marks.len());
            assert!(svg.contains("Elo &amp; generation") && !svg.contains("<net>"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            for part in svg.split("cx=\"").skip(1) {
                let x: f64 = part.split('"').next().expect("a number").parse().expect("a number");
                assert!((0.0..=760.0).contains(&x), "{x}");
            }
        }
    }
    // Nothing comes before the first power of ten.
    assert_eq!(plot(Scale::Logarithmic, &[(0.0, 1.0), (10.0, 2.0)]).matches("<circle").count(), 1);
}
