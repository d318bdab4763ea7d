//! What is wrong with an engine or its description is told.

use std::{fs, sync::atomic::AtomicBool};

use damier_arena::{MatchConfig, MatchSettings, contest::Silent, run_match};

use super::engines::{Engines, clock, patient, settings};

#[test]
fn options_that_an_engine_does_not_have_are_told() {
    let engines = Engines::new();
    let logs = engines.path("logs");
    for (options, cause) in [("Hash = 4", None), ("Hsah = 4", Some("Hsah")), ("Hash = -1", Some("1048576"))] {
        let more = format!("{}\nthreads = 2\n[options]\n{options}", patient());
        let spec = engines.describe("rogue", "uci", "chess", "none", &more);
        let games = engines.path(&format!("{}.pgn", options.len()));
        let competitors = [format!("{spec},log={}", logs.display()), "random".to_owned()]
            .map(|text| text.parse().expect("valid"));
        let config = MatchConfig {
            competitors,
            settings: settings(),
            games_file: Some(games.clone()),
            directory: None,
        };
        let report = run_match("chess", &config, &Silent, &AtomicBool::new(false)).expect("played");
        assert_eq!(report.forfeits, if cause.is_some() { 2 } else { 0 }, "{report}");
        let text = fs::read_to_string(&games).expect("games");
        assert!(
            cause.is_none_or(|cause| text.contains("forfeits: start: ") && text.contains(cause)),
            "{text}"
        );
    }
    let first = fs::read_to_string(logs.join("rogue-1.log")).expect("a log");
    for line in ["> uci", "< uciok", "> setoption name Threads value 2", "> setoption name Hash value 4"] {
        assert!(first.contains(line), "{line} in {first}");
    }
}

#[test]
fn what_a_protocol_cannot_say_is_refused_before_the_match() {
    let engines = Engines::new();
    let refused = |protocol: &str, game: &str, settings: MatchSettings| {
        let spec = engines.describe("rogue", protocol, game, "none", "");
        let competitors = [spec.as_str(), "random"].map(|text| text.parse().expect("valid"));
        let config = MatchConfig { competitors, settings, games_file: None, directory: None };
        let error = run_match(game, &config, &Silent, &AtomicBool::new(false)).expect_err("refused");
        let error = error.to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    assert!(refused("dxp", "english", settings()).contains("clock=5m"));
    assert!(refused("dxp", "english", clock("90s")).contains("whole minutes"));
    assert!(refused("gomocup", "renju", clock("40/5m")).contains("5m+3s"));
    assert!(refused("hub1", "international", settings()).contains("depth"));
}

#[test]
fn missing_programs_and_wrong_descriptions_are_refused_before_the_match() {
    let engines = Engines::new();
    let file = engines.path("none.toml");
    for (text, part) in [
        ("protocol = \"uci\"\ncommand = \"no-such-engine-anywhere\"", "PATH"),
        ("protocol = \"uci\"\ncommand = \"./no-such-engine\"\ndirectory = \".\"", "no-such-engine"),
        ("protocol = \"uci\"\ncommand = \"sh\"\ndirectory = \"nowhere\"", "nowhere"),
        ("protocol = \"uci\"\ncomand = \"sh\"", "line 2"),
        ("protocol = \"hub\"\ncommand = \"sh\"", "Hub 2, in which chess is not played"),
    ] {
        fs::write(&file, text).expect("written");
        let spec = format!("engine:{}", file.display());
        let competitors = [spec.as_str(), "random"].map(|text| text.parse().expect("valid"));
        let config = MatchConfig { competitors, settings: settings(), games_file: None, directory: None };
        let error =
            run_match("chess", &config, &Silent, &AtomicBool::new(false)).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
