//! Whatever an engine does wrong, it loses that game and the match goes on.

use std::{fs, time::Duration};

use damier_arena::MatchSettings;
use damier_engine::search::Limits;

use super::engines::{Engines, SHORT, clock, impatient, patient, play, refusal, settings, settings_for};

/// The protocols over which an engine says its name, and a game of each.
const NAMED: [(&str, &str); 5] =
    [("uci", "chess"), ("xboard", "chess"), ("hub", "russian"), ("damier", "russian"), ("gomocup", "renju")];

/// Every game against a rogue ends as a forfeit of that kind, and the match goes on to its end.
#[track_caller]
fn forfeits(protocol: &str, game: &str, trouble: &str, more: &str, cause: &str, settings: MatchSettings) {
    let engines = Engines::new();
    let spec = engines.describe("rogue", protocol, game, trouble, more);
    let report = play(game, &spec, "random", settings);
    let endings: Vec<_> = report.endings.keys().cloned().collect();
    assert_eq!(endings, [format!("rogue forfeits: {cause}")], "{protocol}, {trouble}: {report}");
    assert_eq!((report.forfeits, report.tally.games), (2, [2, 0, 0]), "{protocol}, {trouble}");
}

/// There is no match with a rogue; the error says why.
#[track_caller]
fn refused(protocol: &str, game: &str, trouble: &str, more: &str, parts: &[&str]) {
    let engines = Engines::new();
    let spec = engines.describe("rogue", protocol, game, trouble, more);
    for competitors in [[spec.as_str(), "random"], ["random", spec.as_str()]] {
        let error = refusal(game, &competitors, settings_for(protocol));
        for part in ["rogue"].iter().chain(parts) {
            assert!(error.contains(part), "{protocol}, {trouble}: {part} in {error}");
        }
    }
}

#[test]
fn who_crashes_or_closes_its_output_forfeits_and_is_started_again() {
    for trouble in ["crash@3", "close@2"] {
        forfeits("uci", "chess", trouble, &patient(), "crash", settings());
    }
    forfeits("xboard", "chess", "crash@2", &patient(), "crash", settings_for("xboard"));
    forfeits("hub", "russian", "crash@2", &patient(), "crash", settings());
    forfeits("gomocup", "gomoku-freestyle", "crash@2", &patient(), "crash", settings());
    forfeits("damier", "russian", "crash@2", &patient(), "crash", settings());
    forfeits("dxp", "english", "crash@2", &patient(), "crash", clock("1m"));
}

#[test]
fn who_never_moves_ends_the_match() {
    let first = "before its first move";
    refused("uci", "chess", "crash", &patient(), &[first, "crash: it ended with exit status: 3"]);
    refused("xboard", "chess", "illegal", &patient(), &[first, "illegal move"]);
    refused("damier", "russian", "crash", &patient(), &[first, "crash"]);
    refused("hub", "russian", "illegal", &patient(), &[first, "illegal move"]);
    refused("gomocup", "renju", "mute", &impatient(), &[first, "protocol"]);
    refused("dxp", "english", "crash", &patient(), &[first, "crash"]);
}

#[test]
fn who_does_not_get_ready_is_refused_before_the_match() {
    for (protocol, game) in NAMED.into_iter().chain([("dxp", "english")]) {
        refused(protocol, game, "crash-start", &patient(), &["no data files here"]);
    }
    let impatient_start = format!("start_timeout = \"{SHORT}\"");
    refused("hub", "russian", "hang-start", &impatient_start, &["hang: no wait within"]);
    refused("xboard", "chess", "stranger", &impatient_start, &["protocol: ", "Welcome to another game!"]);
    refused("damier", "russian", "stranger", &impatient_start, &["protocol: ", "Welcome to another game!"]);
}

#[test]
fn a_side_that_never_moves_ends_tables_too() {
    let engines = Engines::new();
    let game = "chinese-checkers:players=3";
    for (trouble, part) in [("crash", "before its first move"), ("crash-start", "no data files here")] {
        let spec = engines.describe("rogue", "damier", game, trouble, &patient());
        let error = refusal(game, &[&spec, "random", "greedy"], settings());
        assert!(error.contains("rogue") && error.contains(part), "{error}");
    }
}

#[test]
fn illegal_moves_forfeit_over_every_protocol() {
    for (protocol, game) in [
        ("uci", "chess"),
        ("xboard", "chess"),
        ("hub", "international"),
        ("gomocup", "renju"),
        ("damier", "chinese-checkers"),
    ] {
        forfeits(protocol, game, "illegal@2", &patient(), "illegal move", settings_for(protocol));
    }
    forfeits("dxp", "english", "illegal@2", &patient(), "illegal move", clock("1m"));
}

#[test]
fn who_says_nothing_any_more_forfeits() {
    forfeits("uci", "chess", "hang@2", &impatient(), "hang", settings());
    forfeits("xboard", "chess", "hang@2", &impatient(), "hang", settings_for("xboard"));
    forfeits("damier", "russian", "hang@2", &impatient(), "hang", settings());
    forfeits("hub", "russian", "endless@2", &impatient(), "hang", settings());
}

#[test]
fn who_speaks_otherwise_forfeits() {
    forfeits("uci", "chess", "mute@2", &impatient(), "protocol", settings());
    forfeits("xboard", "chess", "mute@2", &impatient(), "protocol", settings_for("xboard"));
    forfeits("uci", "chess", "noise@2", &impatient(), "protocol", settings());
}

#[test]
fn floods_are_stopped() {
    forfeits("uci", "chess", "flood@2", &patient(), "flood", settings());
}

#[test]
fn who_thinks_too_long_forfeits_and_plays_on() {
    let margin = Duration::from_millis(100);
    for settings in [
        MatchSettings { margin, limits: Limits::time(Duration::from_millis(200)), ..settings() },
        MatchSettings { margin, ..clock("1s") },
    ] {
        forfeits("uci", "chess", "slow", &patient(), "time", settings);
    }
}

#[test]
fn who_lies_about_its_name_is_refused() {
    let expecting = |name: &str| format!("{}\nintroduces = \"{name}\"", patient());
    for (protocol, game) in NAMED {
        refused(protocol, game, "liar", &expecting("damier"), &["name: it calls itself \"Deep"]);
    }
    let engines = Engines::new();
    let spec = engines.describe("rogue", "uci", "chess", "none", &expecting("damier"));
    assert_eq!(play("chess", &spec, "random", settings()).forfeits, 0);
}

#[cfg(unix)]
#[test]
fn nothing_that_an_engine_started_is_left_behind() {
    let engines = Engines::new();
    let file = engines.path("orphan");
    let more = format!("{}\nenvironment = {{ ROGUE_ORPHAN = {file:?} }}", impatient());
    let spec = engines.describe("rogue", "uci", "chess", "orphan@2", &more);
    let report = play("chess", &spec, "random", settings());
    assert_eq!(report.forfeits, 2, "{report}");
    let orphan: i32 = fs::read_to_string(&file).expect("it had a child").parse().expect("a number");
    // It is gone, or only waits to be reaped by the process that has inherited it; a kill takes a moment.
    let state = || fs::read_to_string(format!("/proc/{orphan}/stat")).unwrap_or_default();
    let gone = || state().is_empty() || state().contains(") Z ");
    for _ in 0..100 {
        if gone() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it still runs: {}", state());
}
