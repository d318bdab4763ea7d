//! Engines that behave.

use std::{fs, sync::atomic::AtomicBool, time::Duration};

use damier_arena::{
    MatchConfig, MatchSettings,
    openings::{Balance, OpeningSource, RandomOpenings},
    run_multiplayer_match,
};

use super::engines::{Engines, clock, patient, play, settings, settings_for};

#[test]
fn engines_play_over_every_protocol() {
    let engines = Engines::new();
    for (protocol, game) in [
        ("uci", "chess"),
        ("uci", "chess:start=17"),
        ("xboard", "chess"),
        ("xboard", "chess:start=17"),
        ("hub", "international"),
        ("hub", "italian"),
        ("hub", "turkish"),
        ("hub", "frisian"),
        ("hub", "international:goal=lose-all"),
        ("gomocup", "gomoku-freestyle:size=9"),
        ("gomocup", "renju:opening=swap2,size=9"),
        ("damier", "tic-tac-toe"),
        ("damier", "chinese-checkers"),
        ("damier", "gomoku-predicted:size=9"),
    ] {
        let keys = format!("{}\nswap2_owners = {}", patient(), protocol == "gomocup");
        // A variant is chosen by the protocol, not by the engine's own game.
        let own = match protocol {
            "hub" => "russian",
            "gomocup" => "gomoku-standard",
            _ => game,
        };
        let spec = engines.describe("rogue", protocol, own, "none", &keys);
        // An opening that players make themselves begins with the empty board.
        let plies = if game.contains("swap2") { 0 } else { 2 };
        let openings =
            OpeningSource::Random(RandomOpenings { plies, balance: Balance { tolerance: 1000, net: None } });
        let settings = MatchSettings { openings, ..settings_for(protocol) };
        let report = play(game, &format!("{spec},name=honest"), "random", settings);
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{protocol}, {game}: {report}");
        assert!(report.effort[0].moves > 0 && report.names[0] == "honest");
        assert!(report.effort[0].nodes > 0 || protocol == "gomocup", "{protocol} tells nodes: {report}");
    }
}

#[test]
fn engines_play_by_every_clock() {
    let engines = Engines::new();
    for (protocol, game) in [
        ("uci", "chess"),
        ("xboard", "chess"),
        ("hub", "russian"),
        ("gomocup", "gomoku-standard:size=9"),
        ("damier", "russian"),
    ] {
        let spec = engines.describe("rogue", protocol, game, "none", &patient());
        for text in ["200ms+2ms", "600ms"] {
            let margin = Duration::from_secs(60);
            let report = play(game, &spec, "random", MatchSettings { margin, ..clock(text) });
            assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{protocol}, {text}: {report}");
        }
    }
}

#[test]
fn both_sides_of_damexchange_can_wait_for_the_other() {
    let engines = Engines::new();
    for more in ["", "[dxp]\nrole = \"connects\""] {
        let spec = engines.describe("rogue", "dxp", "english", "none", &format!("{}\n{more}", patient()));
        let settings = MatchSettings { ply_cap: Some(24), ..clock("1m") };
        let report = play("english", &spec, "random", settings);
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{more}: {report}");
        assert!(report.effort[0].moves > 10, "{report}");
    }
}

#[test]
fn engines_sit_at_tables_of_three() {
    let engines = Engines::new();
    let game = "chinese-checkers:players=3";
    let spec = engines.describe("rogue", "damier", game, "none", &patient());
    let competitors = [spec.as_str(), "greedy"].map(|text| text.parse().expect("a competitor")).into();
    let settings = MatchSettings { ply_cap: Some(40), ..settings() };
    let config = MatchConfig { competitors, settings, games_file: None, directory: None };
    let report =
        run_multiplayer_match(game, &config, &damier_arena::matches::Silent, &AtomicBool::new(false))
            .expect("played");
    assert!(report.endings.keys().all(|ending| !ending.contains("forfeit")), "{report}");
    assert_eq!((report.games, report.rows[0].seats), (3, 3));
}

#[test]
fn engines_are_started_once_or_for_every_game() {
    let engines = Engines::new();
    for (process, starts) in [("match", 1), ("game", 2)] {
        let logs = engines.path(process);
        let more = format!("{}\nprocess = \"{process}\"", patient());
        let spec = engines.describe("rogue", "damier", "tic-tac-toe", "none", &more);
        let spec = format!("{spec},log={}", logs.display());
        assert_eq!(play("tic-tac-toe", &spec, "random", settings()).forfeits, 0);
        assert_eq!(fs::read_dir(&logs).expect("logs").count(), starts);
    }
}
