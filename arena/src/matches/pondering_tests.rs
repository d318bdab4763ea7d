//! Thinking on the opponent's time, in this process.

use std::{num::NonZero, sync::atomic::AtomicBool, time::Duration};

use super::{MatchConfig, MatchReport, Silent, run_match, run_multiplayer_match};
use crate::{
    competitor::Spec,
    error::ArenaError,
    play::{MatchSettings, Pondering},
};

fn settings() -> MatchSettings {
    MatchSettings {
        pairs: 1,
        pondering: Pondering::On,
        threads: NonZero::<usize>::MIN,
        ply_cap: Some(40),
        // A busy machine shall lose no game.
        margin: Duration::from_secs(60),
        ..MatchSettings::default()
    }
}

fn run(competitors: [&str; 2], settings: MatchSettings) -> Result<MatchReport, ArenaError> {
    let competitors = competitors.map(|text| text.parse::<Spec>().expect("a competitor"));
    let config = MatchConfig { competitors: competitors.into(), settings, games_file: None, directory: None };
    run_match("russian", &config, &Silent, &AtomicBool::new(false))
}

#[test]
fn tree_searches_ponder_by_nodes_and_by_the_clock() {
    for opponent in ["mcts:material,nodes=100", "random", "ab:material,depth=2"] {
        let report = run(["mcts:material,nodes=100", opponent], settings()).expect("played");
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{report}");
    }
    let clock = Some("1s+10ms".parse().expect("a clock"));
    let report = run(["mcts:material", "mcts:material,threads=2"], MatchSettings { clock, ..settings() });
    let report = report.expect("played");
    assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{report}");
}

#[test]
fn somebody_has_to_be_able_to_ponder() {
    let error = run(["random", "ab:material,depth=2"], settings()).expect_err("nobody can").to_string();
    assert!(error.contains("random and ab:material") && error.contains("tree searches"), "{error}");
    let competitors =
        ["mcts:material,nodes=9", "greedy"].map(|text| text.parse().expect("a competitor")).into();
    let config = MatchConfig { competitors, settings: settings(), games_file: None, directory: None };
    let error =
        run_multiplayer_match("chinese-checkers:players=3", &config, &Silent, &AtomicBool::new(false));
    let error = error.expect_err("more than two").to_string();
    assert!(error.contains("more than two players") && !error.contains('\n'), "{error}");
}
