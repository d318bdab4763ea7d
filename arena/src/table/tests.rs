//! Laws of games of more than two players.

use std::{num::NonZero, sync::atomic::AtomicBool};

use damier_engine::search::Limits;

use super::TableReport;
use crate::{
    MatchSettings, TableConfig,
    config::run_table,
    opening::{OpeningSource, RandomOpenings},
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

fn table(competitors: &[&str], threads: usize) -> TableReport {
    let competitors = competitors.iter().map(|text| text.parse().expect("a competitor")).collect();
    let config = TableConfig { competitors, settings: settings(threads) };
    run_table(GAME, &config, &|_| {}, &AtomicBool::new(false)).expect("played")
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
        let config = TableConfig { competitors, settings: settings(1) };
        let error = run_table(GAME, &config, &|_| {}, &AtomicBool::new(false)).expect_err("refused");
        assert!(error.to_string().contains("2 to 3"), "{error}");
    }
}
